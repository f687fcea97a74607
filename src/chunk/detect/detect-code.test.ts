import { describe, expect, it } from "vitest";
import { detectContent } from "./detect-content.ts";

/**
 * Snippets as people paste them, without a file name, by the language they are in: what must go on working.
 * How often detection is right at all is measured elsewhere, on packages; see the classifier's README.
 */
const SNIPPETS: Readonly<Record<string, readonly string[]>> = {
  bash: [
    "#!/bin/sh\nset -e\ncd /tmp\n",
    "#!/usr/bin/env bash\necho hi\n",
    'for f in *.log; do\n  gzip "$f"\ndone\n',
    'if [ -z "$HOME" ]; then\n  echo "no home" >&2\n  exit 1\nfi\n',
    "ls -la | grep sherd | awk '{print $5}'\n",
    'export PATH="$HOME/bin:$PATH"\nalias ll="ls -l"\n',
  ],
  c: [
    "#include <stdlib.h>\n\nstatic int count(const char *s)\n{\n\tint n = 0;\n\twhile (*s++)\n\t\tn++;\n\treturn n;\n}\n",
    '#include "pot.h"\n\nvoid pot_free(struct pot *p)\n{\n    if (p == NULL)\n        return;\n    free(p->name);\n    free(p);\n}\n',
    "typedef struct {\n    uint32_t size;\n    char *data;\n} buffer_t;\n\nint buffer_init(buffer_t *b, size_t n);\n",
    "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#ifdef DEBUG\n#define LOG(...) fprintf(stderr, __VA_ARGS__)\n#endif\n",
  ],
  cpp: [
    '#include <iostream>\n\nint main() {\n  std::cout << "hi" << std::endl;\n  return 0;\n}\n',
    "namespace pots {\n\ntemplate <typename T>\nclass Shelf {\n public:\n  void add(const T& item) { items_.push_back(item); }\n\n private:\n  std::vector<T> items_;\n};\n\n}  // namespace pots\n",
    "auto it = std::find_if(v.begin(), v.end(), [&](const auto& x) { return x.id == id; });\nif (it != v.end()) {\n  v.erase(it);\n}\n",
    "std::unique_ptr<Kiln> make_kiln(int t) {\n  return std::make_unique<Kiln>(t);\n}\n\nKiln::~Kiln() = default;\n",
  ],
  csharp: [
    "using System;\nusing System.Collections.Generic;\n\nnamespace Pots\n{\n    public class Jar\n    {\n        public string Name { get; set; }\n    }\n}\n",
    "public async Task<int> CountAsync(string name)\n{\n    var rows = await _context.Pots.Where(p => p.Name == name).ToListAsync();\n    return rows.Count;\n}\n",
    '[Test]\npublic void Adds()\n{\n    var jar = new Jar("a");\n    Assert.AreEqual("a", jar.Name);\n}\n',
    'foreach (var jar in jars)\n{\n    Console.WriteLine($"{jar.Name}: {jar.Age}");\n}\n',
  ],
  css: [
    ".pot {\n  color: #b5651d;\n  margin: 0 auto;\n}\n",
    "@media (max-width: 600px) {\n  .shelf { display: none; }\n}\n",
    "a:hover, a:focus { text-decoration: underline; }\nbody { font-family: sans-serif; }\n",
    ":root {\n  --clay: #a0522d;\n}\n#main > .row:first-child {\n  padding: 1rem;\n}\n",
  ],
  go: [
    'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("hi")\n}\n',
    "func (s *Shelf) Add(p Pot) error {\n\tif s.full() {\n\t\treturn ErrFull\n\t}\n\ts.pots = append(s.pots, p)\n\treturn nil\n}\n",
    'type Pot struct {\n\tName string `json:"name"`\n\tAge  int    `json:"age"`\n}\n',
    "for i, p := range pots {\n\tif p.Age > 2000 {\n\t\told = append(old, i)\n\t}\n}\n",
  ],
  haskell: [
    "module Pots where\n\nimport qualified Data.Map as M\n\ndata Pot = Pot { name :: String, age :: Int } deriving (Show, Eq)\n",
    "oldest :: [Pot] -> Maybe Pot\noldest [] = Nothing\noldest ps = Just (maximumBy (comparing age) ps)\n",
    "instance Functor Shelf where\n  fmap f (Shelf xs) = Shelf (map f xs)\n",
  ],
  java: [
    'public class Pot {\n    private final int age;\n\n    public Pot(int age) {\n        this.age = age;\n    }\n\n    @Override\n    public String toString() {\n        return "Pot" + age;\n    }\n}\n',
    "package org.example.pots;\n\nimport java.util.List;\nimport java.util.Map;\n",
    "public List<String> names(List<Pot> pots) {\n    return pots.stream().map(Pot::getName).collect(Collectors.toList());\n}\n",
    "try {\n    reader = new BufferedReader(new FileReader(file));\n} catch (IOException e) {\n    throw new RuntimeException(e);\n}\n",
  ],
  javascript: [
    "#!/usr/bin/env node\nconsole.log(process.argv)\n",
    "const fs = require('fs');\n\nmodule.exports = function read(name, callback) {\n  fs.readFile(name, 'utf8', callback);\n};\n",
    "document.querySelectorAll('.pot').forEach(function (el) {\n  el.addEventListener('click', function (e) {\n    e.preventDefault();\n  });\n});\n",
    "$(document).ready(function() {\n  var x = $('#shelf').height();\n  if (x === undefined) { return false; }\n});\n",
  ],
  kotlin: [
    'data class Pot(val name: String, val age: Int)\n\nfun main() {\n    val pots = listOf(Pot("a", 1))\n    println(pots.map { it.age })\n}\n',
    "override fun onCreate(savedInstanceState: Bundle?) {\n    super.onCreate(savedInstanceState)\n    setContentView(R.layout.main)\n}\n",
    'companion object {\n    private const val TAG = "Kiln"\n}\n\nprivate val kiln by lazy { Kiln() }\n',
    "suspend fun load(id: String): Result<Pot> = withContext(Dispatchers.IO) {\n    runCatching { api.get(id) }\n}\n",
  ],
  lua: [
    "local M = {}\n\nfunction M.add(a, b)\n  return a + b\nend\n\nreturn M\n",
    'local pots = {}\nfor i = 1, 10 do\n  if i % 2 == 0 then\n    table.insert(pots, "pot" .. i)\n  end\nend\n',
    "function Shelf:new(o)\n  o = o or {}\n  setmetatable(o, self)\n  self.__index = self\n  return o\nend\n",
  ],
  objectivec: [
    "#import <Foundation/Foundation.h>\n\n@interface Pot : NSObject\n@property (nonatomic, strong) NSString *name;\n@end\n",
    '- (void)viewDidLoad {\n    [super viewDidLoad];\n    self.title = @"Pots";\n    [self.tableView reloadData];\n}\n',
    'NSMutableArray *pots = [[NSMutableArray alloc] init];\n[pots addObject:@"jar"];\n',
  ],
  perl: [
    "#!/usr/bin/perl\nprint 1;\n",
    'use strict;\nuse warnings;\n\nmy %age = (jar => 10, lid => 2);\nforeach my $name (sort keys %age) {\n    print "$name: $age{$name}\\n";\n}\n',
    "sub count {\n    my ($self, @pots) = @_;\n    return scalar grep { $_->{old} } @pots;\n}\n",
    "if ($line =~ /^(\\w+)\\s*=\\s*(.*)$/) {\n    $conf->{$1} = $2;\n}\n",
  ],
  php: [
    "<?php\n\nnamespace App;\n\nclass Pot\n{\n    private $age;\n}\n",
    "public function add(Pot $pot): void\n{\n    $this->pots[] = $pot;\n    $this->count++;\n}\n",
    "foreach ($pots as $key => $pot) {\n    echo htmlspecialchars($pot['name']);\n}\n",
    "use Symfony\\Component\\HttpFoundation\\Response;\n\n$response = new Response();\n$response->setContent('pots');\nreturn $response;\n",
  ],
  python: [
    "#!/usr/bin/env python3\nprint('x')\n",
    "def total(values):\n    result = 0\n    for value in values:\n        result += value\n    return result\n",
    "import os\nfrom pathlib import Path\n\nroot = Path(os.environ.get('HOME'))\n",
    "class Pot(Vessel):\n    def __init__(self, age: int = 0) -> None:\n        super().__init__()\n        self.age = age\n",
    "if __name__ == '__main__':\n    main()\n",
    "with open(name) as f:\n    data = json.load(f)\nprint([x['id'] for x in data if x is not None])\n",
  ],
  r: [
    "library(ggplot2)\n\nggplot(pots, aes(x = age, y = weight)) +\n  geom_point() +\n  theme_minimal()\n",
    "mean_age <- function(pots, na.rm = TRUE) {\n  x <- pots$age\n  mean(x, na.rm = na.rm)\n}\n",
    'pots <- read.csv("pots.csv", stringsAsFactors = FALSE)\nsummary(lm(weight ~ age, data = pots))\n',
  ],
  ruby: [
    "#!/usr/bin/env ruby\nputs 1\n",
    "class Jar\n  attr_reader :age\n\n  def initialize(age)\n    @age = age\n  end\nend\n",
    'pots.each do |pot|\n  next if pot.nil?\n  puts "#{pot.name}: #{pot.age}"\nend\n',
    'RSpec.describe Jar do\n  it "has an age" do\n    expect(Jar.new(3).age).to eq(3)\n  end\nend\n',
    "require 'json'\n\nmodule Pots\n  VERSION = '1.0'\nend\n",
  ],
  rust: [
    'fn main() {\n    let mut pots: Vec<u32> = Vec::new();\n    pots.push(1);\n    println!("{:?}", pots);\n}\n',
    "impl<T: Clone> Shelf<T> {\n    pub fn new() -> Self {\n        Self { items: vec![] }\n    }\n}\n",
    "#[derive(Debug, Clone)]\npub enum Kind {\n    Jar,\n    Lid(u8),\n}\n",
    "match kiln.fire() {\n    Ok(heat) => heat,\n    Err(e) => return Err(e.into()),\n}\n",
  ],
  scala: [
    "object Main extends App {\n  val pots = List(1, 2, 3)\n  println(pots.map(_ * 2).sum)\n}\n",
    "case class Pot(name: String, age: Int)\n\ntrait Shelf {\n  def add(pot: Pot): Shelf\n}\n",
    "def oldest(pots: Seq[Pot]): Option[Pot] = pots match {\n  case Nil => None\n  case _ => Some(pots.maxBy(_.age))\n}\n",
  ],
  sql: [
    "SELECT name, age FROM vessels WHERE age > 2000 ORDER BY name;\n",
    "CREATE TABLE pots (\n  id serial PRIMARY KEY,\n  name text NOT NULL,\n  fired_at timestamptz DEFAULT now()\n);\n",
    "INSERT INTO pots (name, age) VALUES ('jar', 10), ('lid', 2);\n",
    "select p.name, count(*) from pots p left join lids l on l.pot_id = p.id group by p.name having count(*) > 1;\n",
    "UPDATE pots SET age = age + 1 WHERE id IN (SELECT pot_id FROM shelf);\n",
  ],
  swift: [
    "import UIKit\n\nclass PotController: UIViewController {\n    override func viewDidLoad() {\n        super.viewDidLoad()\n    }\n}\n",
    'guard let pot = pots.first else { return nil }\nlet name = pot.name ?? "none"\n',
    "struct Pot: Codable {\n    let name: String\n    var age: Int?\n}\n\nextension Pot: Equatable {}\n",
    "func fire(_ pot: Pot, completion: @escaping (Result<Pot, Error>) -> Void) {\n    DispatchQueue.main.async { completion(.success(pot)) }\n}\n",
  ],
  tsx: [
    'export function Shelf({ pots }: Props) {\n  return (\n    <ul className="shelf">\n      {pots.map((pot) => (\n        <li key={pot.id}>{pot.name}</li>\n      ))}\n    </ul>\n  );\n}\n',
    "const [open, setOpen] = useState<boolean>(false);\n\nreturn <Button onClick={() => setOpen(!open)}>{label}</Button>;\n",
    '    <View style={styles.row}>\n      <Text>{title}</Text>\n      <Icon name="pot" size={24} />\n    </View>\n',
  ],
  typescript: [
    "export interface Pot {\n  readonly age: number;\n  name?: string;\n}\n",
    "export function oldest(pots: readonly Pot[]): Pot | undefined {\n  return pots.reduce((a, b) => (a.age > b.age ? a : b));\n}\n",
    "import type { Shelf } from './shelf.js';\n\nexport type Keyed<T> = { [K in keyof T]: T[K] };\n",
    "private readonly kilns = new Map<string, Kiln>();\n\nconstructor(private readonly http: HttpClient) {\n  super();\n}\n",
  ],
};

describe("code without a name", () => {
  for (const [language, snippets] of Object.entries(SNIPPETS)) {
    it.each(snippets.map((text) => [text]))(`${language}: %j`, (text) => {
      const found = detectContent(text);
      expect(found).toMatchObject({ type: "code", language });
      expect(found.confidence).toBeGreaterThan(0.3);
      expect(found.confidence).toBeLessThanOrEqual(1);
    });
  }

  it.each([
    ["XML", '<?xml version="1.0"?>\n<pots><pot/></pots>', "xml"],
    ["XML without a declaration", '<pots>\n  <pot age="3"/>\n  <pot age="4"/>\n</pots>\n', "xml"],
    ["settings", "[kiln]\nheat = high\nhours = 12\n\n[shelf]\nwidth = 3\n", "ini"],
    ["a patch", "diff --git a/pot.c b/pot.c\n--- a/pot.c\n+++ b/pot.c\n@@ -1 +1 @@\n-x\n+y\n", undefined],
    ["PostScript", "%!PS-Adobe-3.0\n/Times findfont\n", undefined],
  ])("%s is code too", (_, text, language) => {
    expect(detectContent(text)).toMatchObject({
      type: "code",
      ...(language === undefined ? {} : { language }),
    });
  });

  it("names no language when several fit about equally", () => {
    const { type, language, confidence } = detectContent("if (a) {\n b();\n}");
    expect(type).toBe("code");
    expect(language === undefined || confidence < 0.6).toBe(true);
  });
});
