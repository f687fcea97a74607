import type { PresetName } from "../presets.ts";

/** A language as files and Markdown fences name it, and what there is to cut it by. */
interface LanguageEntry {
  /** The syntax grammar's file, without its ending. Without one, the preset's separators are used. */
  readonly grammar?: string;
  /** Separators for when there is no grammar, or it cannot be had. Without a preset: blank lines, lines. */
  readonly preset?: PresetName;
  /** Endings of file names. They are fence names too. */
  readonly extensions: readonly string[];
  /** Further names in fences. */
  readonly aliases?: readonly string[];
  /** Whole file names. */
  readonly files?: readonly string[];
}

/** One table, so that a reader sees at a glance what is supported. */
const LANGUAGES = {
  typescript: { grammar: "typescript", preset: "typescript", extensions: ["ts", "mts", "cts"] },
  tsx: { grammar: "tsx", preset: "typescript", extensions: ["tsx"], aliases: ["typescriptreact"] },
  javascript: {
    grammar: "javascript",
    preset: "javascript",
    extensions: ["js", "mjs", "cjs", "jsx", "es6"],
    aliases: ["javascriptreact", "node", "ecmascript"],
  },
  python: {
    grammar: "python",
    preset: "python",
    extensions: ["py", "pyi", "pyw", "py3"],
    aliases: ["python3", "sage", "bazel"],
    files: ["SConstruct", "SConscript", "wscript"],
  },
  go: { grammar: "go", preset: "go", extensions: ["go"], aliases: ["golang"] },
  rust: { grammar: "rust", preset: "rust", extensions: ["rs"] },
  java: { grammar: "java", preset: "java", extensions: ["java"] },
  c: { grammar: "c", preset: "c", extensions: ["c", "h"] },
  cpp: {
    grammar: "cpp",
    preset: "cpp",
    extensions: ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "inl", "ino", "cu"],
    aliases: ["arduino", "cuda"],
  },
  csharp: { grammar: "c-sharp", preset: "csharp", extensions: ["cs", "csx"], aliases: ["c#", "c-sharp"] },
  ruby: {
    grammar: "ruby",
    preset: "ruby",
    extensions: ["rb", "rake", "gemspec", "ru"],
    aliases: ["jruby"],
    files: ["Gemfile", "Rakefile", "Podfile", "Vagrantfile"],
  },
  php: { grammar: "php", preset: "php", extensions: ["php", "phtml", "php5", "php7"] },
  kotlin: { grammar: "kotlin", preset: "kotlin", extensions: ["kt", "kts"] },
  bash: {
    grammar: "bash",
    preset: "bash",
    extensions: ["sh", "bash", "zsh", "ksh", "bats", "ebuild"],
    aliases: ["shell", "shellscript"],
    files: [".bashrc", ".profile", ".bash_profile", ".zshrc", "PKGBUILD"],
  },
  json: {
    grammar: "json",
    extensions: ["json", "jsonc", "json5", "geojson", "webmanifest", "jsonld"],
    files: [".babelrc", ".eslintrc", ".prettierrc", "composer.lock"],
  },
  yaml: { extensions: ["yaml", "yml"], files: [".clang-format"] },
  toml: {
    grammar: "toml",
    extensions: ["toml"],
    files: ["Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
  },
  css: { grammar: "css", preset: "css", extensions: ["css"] },
  html: { grammar: "html", preset: "html", extensions: ["html", "htm", "xhtml"] },
  sql: { preset: "sql", extensions: ["sql", "psql", "ddl"], aliases: ["postgresql", "mysql", "sqlite"] },
  scala: { preset: "scala", extensions: ["scala", "sc", "sbt"] },
  swift: { preset: "swift", extensions: ["swift"] },
  scss: { preset: "css", extensions: ["scss", "sass", "less"], aliases: ["sass"] },
  groovy: { preset: "java", extensions: ["groovy", "gradle"] },
  dart: { preset: "java", extensions: ["dart"] },
  objectivec: { preset: "c", extensions: ["m", "mm"], aliases: ["objc", "objective-c", "obj-c"] },
  lua: { extensions: ["lua"] },
  perl: { extensions: ["pl", "pm", "t"] },
  r: { extensions: ["r"] },
  julia: { extensions: ["jl"] },
  elixir: { extensions: ["ex", "exs"] },
  erlang: { extensions: ["erl", "hrl"] },
  haskell: { extensions: ["hs", "lhs"] },
  clojure: { extensions: ["clj", "cljs", "cljc", "edn"] },
  ocaml: { extensions: ["ml", "mli"] },
  fsharp: { extensions: ["fs", "fsi", "fsx"], aliases: ["f#"] },
  zig: { extensions: ["zig"] },
  powershell: { extensions: ["ps1", "psm1", "psd1"], aliases: ["pwsh"] },
  protobuf: { extensions: ["proto"] },
  graphql: { extensions: ["graphql", "gql"] },
  terraform: { extensions: ["tf", "tfvars", "hcl"] },
  makefile: { extensions: ["mk", "mak"], aliases: ["make"], files: ["Makefile", "makefile", "GNUmakefile"] },
  dockerfile: { extensions: ["dockerfile"], aliases: ["docker"], files: ["Dockerfile", "Containerfile"] },
  cmake: { extensions: ["cmake"], files: ["CMakeLists.txt"] },
  xml: {
    preset: "html",
    extensions: [
      "xml",
      "xsd",
      "xsl",
      "xslt",
      "svg",
      "plist",
      "csproj",
      "props",
      "targets",
      "wsdl",
      "rss",
      "atom",
    ],
  },
  vue: { preset: "html", extensions: ["vue"] },
  svelte: { preset: "html", extensions: ["svelte"] },
  astro: { preset: "html", extensions: ["astro"] },
  handlebars: { preset: "html", extensions: ["hbs", "handlebars", "mustache"] },
  jinja: { preset: "html", extensions: ["j2", "jinja", "jinja2", "ejs", "erb", "twig", "liquid", "pug"] },
  ini: {
    extensions: ["ini", "cfg", "conf", "properties", "editorconfig", "env"],
    aliases: ["dosini"],
    files: [".env", ".npmrc", ".gitconfig", ".gitattributes", ".editorconfig"],
  },
  solidity: { preset: "java", extensions: ["sol"] },
  glsl: { preset: "c", extensions: ["glsl", "vert", "frag", "hlsl", "wgsl", "metal"] },
  thrift: { extensions: ["thrift"] },
  nix: { extensions: ["nix"] },
  fish: { extensions: ["fish"] },
  batch: { extensions: ["bat", "cmd"] },
  awk: { extensions: ["awk"] },
  tcl: { extensions: ["tcl"] },
  vim: { extensions: ["vim"], files: [".vimrc"] },
  elm: { extensions: ["elm"] },
  lisp: { extensions: ["lisp", "lsp", "cl", "el"], aliases: ["elisp"] },
  scheme: { extensions: ["scm", "ss", "rkt"], aliases: ["racket"] },
  visualbasic: { extensions: ["vb", "vbs", "bas"], aliases: ["vbnet"] },
  nim: { extensions: ["nim"] },
  d: { extensions: ["d"] },
  crystal: { extensions: ["cr"] },
  pascal: { extensions: ["pas", "pp", "dpr"], aliases: ["delphi"] },
  fortran: { extensions: ["f", "for", "f77", "f90", "f95", "f03", "f08"] },
  cobol: { extensions: ["cob", "cbl", "cpy"] },
  ada: { extensions: ["adb", "ads"] },
  assembly: { extensions: ["asm", "s"], aliases: ["nasm"] },
  verilog: { extensions: ["v", "sv", "svh"], aliases: ["systemverilog"] },
  vhdl: { extensions: ["vhd", "vhdl"] },
  prolog: { extensions: ["pro", "prolog"] },
  gdscript: { extensions: ["gd"] },
  wat: { extensions: ["wat"] },
} as const satisfies Record<string, LanguageEntry>;

export type CodeLanguage = keyof typeof LANGUAGES;

export const CODE_LANGUAGES = Object.keys(LANGUAGES) as readonly CodeLanguage[];

export function languageEntry(language: CodeLanguage): LanguageEntry {
  return LANGUAGES[language];
}

/** All in lower case. */
const byName = new Map<string, CodeLanguage>();
const byFile = new Map<string, CodeLanguage>();
const byExtension = new Map<string, CodeLanguage>();
for (const language of CODE_LANGUAGES) {
  const { extensions, aliases = [], files = [] }: LanguageEntry = LANGUAGES[language];
  byName.set(language, language);
  for (const alias of aliases) byName.set(alias, language);
  for (const file of files) byFile.set(file.toLowerCase(), language);
  for (const extension of extensions) byExtension.set(extension, language);
}

/**
 * The language that a file's name or a fence's name stands for: "src/a.ts", "ts", "C++", "Makefile". With
 * the text, headers that both C and C++ name ".h" are told apart.
 */
export function languageOf(name: string, text?: string): CodeLanguage | undefined {
  const lower = name.trim().toLowerCase();
  return byName.get(lower) ?? languageOfFile(name, text) ?? byExtension.get(lower);
}

/** As {@link languageOf}, for the names of files only: a file may well be named "make" or "java". */
export function languageOfFile(name: string, text?: string): CodeLanguage | undefined {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).trim();
  const lower = base.toLowerCase();
  const dot = lower.lastIndexOf(".");
  const extension = dot < 0 ? "" : lower.slice(dot + 1);
  // "Dockerfile.dev" is a Dockerfile.
  const stem = dot > 0 ? lower.slice(0, lower.indexOf(".")) : lower;
  const found = byFile.get(lower) ?? byExtension.get(extension) ?? (dot > 0 ? byFile.get(stem) : undefined);
  return found === "c" && extension === "h" && text !== undefined && looksLikeCpp(text) ? "cpp" : found;
}

/** How much of a header is searched for what only C++ has. */
const PROBE = 50_000;
const CPP_ONLY = /^[ \t]*(?:class\s+\w|namespace\b|template\s*<|using\s+\w|public:|private:|protected:)/m;

function looksLikeCpp(text: string): boolean {
  return CPP_ONLY.test(text.slice(0, PROBE));
}
