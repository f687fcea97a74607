/** Extensions of each language's source files. The names are those grammars and presets go by. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  typescript: ".ts .mts .cts",
  tsx: ".tsx",
  javascript: ".js .mjs .cjs .jsx",
  python: ".py .pyi .pyw",
  go: ".go",
  rust: ".rs",
  java: ".java",
  c: ".c .h",
  cpp: ".cpp .cc .cxx .c++ .hpp .hh .hxx .ipp .tpp .ino .cu .cuh",
  csharp: ".cs .csx",
  ruby: ".rb .rake .gemspec .podspec",
  php: ".php .phtml .php5",
  kotlin: ".kt .kts",
  swift: ".swift",
  scala: ".scala .sc .sbt",
  dart: ".dart",
  bash: ".sh .bash .zsh .ksh .bats",
  fish: ".fish",
  powershell: ".ps1 .psm1 .psd1",
  batch: ".bat .cmd",
  sql: ".sql .ddl .dml",
  css: ".css",
  scss: ".scss .sass",
  less: ".less",
  vue: ".vue",
  svelte: ".svelte",
  astro: ".astro",
  xml: ".xml .xsd .xsl .xslt .svg .plist .csproj .vcxproj .props .targets .wsdl .rss .atom .kml .gpx",
  toml: ".toml",
  ini: ".ini .cfg .conf .properties .editorconfig .env",
  lua: ".lua",
  perl: ".pl .pm .t",
  r: ".r",
  julia: ".jl",
  haskell: ".hs .lhs",
  elm: ".elm",
  elixir: ".ex .exs",
  erlang: ".erl .hrl",
  clojure: ".clj .cljs .cljc .edn",
  lisp: ".lisp .lsp .cl .el",
  scheme: ".scm .ss .rkt",
  ocaml: ".ml .mli",
  fsharp: ".fs .fsi .fsx",
  visualbasic: ".vb .vbs .bas",
  objectivec: ".m .mm",
  groovy: ".groovy .gradle",
  zig: ".zig",
  nim: ".nim",
  d: ".d",
  crystal: ".cr",
  pascal: ".pas .pp .dpr",
  fortran: ".f .for .f77 .f90 .f95 .f03 .f08",
  cobol: ".cob .cbl .cpy",
  ada: ".adb .ads",
  assembly: ".asm .s",
  verilog: ".v .sv .svh",
  vhdl: ".vhd .vhdl",
  prolog: ".pro .prolog",
  solidity: ".sol",
  graphql: ".graphql .gql",
  protobuf: ".proto",
  thrift: ".thrift",
  hcl: ".tf .tfvars .hcl",
  nix: ".nix",
  cmake: ".cmake",
  makefile: ".mk .mak",
  dockerfile: ".dockerfile",
  glsl: ".glsl .vert .frag .hlsl .wgsl .metal",
  gdscript: ".gd",
  tcl: ".tcl",
  awk: ".awk",
  vim: ".vim",
  handlebars: ".hbs .handlebars .mustache",
  jinja: ".j2 .jinja .jinja2 .ejs .erb .twig .liquid .pug",
  wat: ".wat",
};

/** Files known by their whole name, in lower case. */
const NAMES: Readonly<Record<string, string>> = {
  dockerfile: "dockerfile",
  containerfile: "dockerfile",
  makefile: "makefile",
  gnumakefile: "makefile",
  "cmakelists.txt": "cmake",
  rakefile: "ruby",
  gemfile: "ruby",
  podfile: "ruby",
  vagrantfile: "ruby",
  jenkinsfile: "groovy",
  ".bashrc": "bash",
  ".bash_profile": "bash",
  ".profile": "bash",
  ".zshrc": "bash",
  ".vimrc": "vim",
  ".env": "ini",
  ".npmrc": "ini",
  ".gitconfig": "ini",
  ".gitattributes": "ini",
  ".editorconfig": "ini",
};

/** Programs a script's first line may name. */
const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/^python/, "python"],
  [/^(?:node|nodejs|bun)$/, "javascript"],
  [/^(?:deno|tsx|ts-node)$/, "typescript"],
  [/^(?:ba|z|k|da|a)?sh$/, "bash"],
  [/^fish$/, "fish"],
  [/^ruby/, "ruby"],
  [/^perl/, "perl"],
  [/^php/, "php"],
  [/^lua/, "lua"],
  [/^Rscript$/, "r"],
  [/^pwsh$/, "powershell"],
  [/^awk|^gawk/, "awk"],
  [/^tclsh|^wish/, "tcl"],
];

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, list]) =>
    list.split(" ").map((extension) => [extension, language] as const),
  ),
);

export const CODE_EXTENSIONS: readonly string[] = [...BY_EXTENSION.keys()];

/** The programming language a file's name tells: by its extension or as a whole. */
export function languageOfName(name: string): string | undefined {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).toLowerCase();
  const known = NAMES[base] ?? (base.startsWith("dockerfile.") ? "dockerfile" : undefined);
  if (known !== undefined) return known;
  const dot = base.lastIndexOf(".");
  return dot < 0 ? undefined : BY_EXTENSION.get(base.slice(dot));
}

/** The language a script's first line asks for: `#!/usr/bin/env python3`. */
export function languageOfShebang(text: string): string | undefined {
  const [, path = "", argument = ""] =
    /^#!\s*(\S{1,200})(?:[ \t]+(?:-S[ \t]+)?(\S{1,200}))?/.exec(text.slice(0, 500)) ?? [];
  const program = path.slice(path.lastIndexOf("/") + 1);
  const interpreter = program === "env" ? argument.slice(argument.lastIndexOf("/") + 1) : program;
  return INTERPRETERS.find(([pattern]) => pattern.test(interpreter))?.[1];
}
