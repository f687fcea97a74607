// Where the functions of a source file are, by tree-sitter queries of the bench's own.

import { fileURLToPath } from "node:url";
import { Language, Parser, Query } from "web-tree-sitter";

const ROOT = new URL("../../../node_modules/", import.meta.url);
const bundled = (name) => `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`;

// Functions that have a name and a body, methods and constructors, and functions assigned to a name.
// Types, declarations without a body and callbacks handed to a call are no functions here.
const ECMASCRIPT = `
  (function_declaration) @function
  (generator_function_declaration) @function
  (method_definition) @function
  (variable_declarator value: [(arrow_function) (function_expression)]) @function
  (assignment_expression right: [(arrow_function) (function_expression)]) @function
  (pair value: [(arrow_function) (function_expression)]) @function`;

const LANGUAGES = {
  typescript: { grammar: bundled("typescript"), functions: ECMASCRIPT },
  javascript: { grammar: bundled("javascript"), functions: ECMASCRIPT },
  python: { grammar: bundled("python"), functions: "(function_definition) @function" },
  go: {
    grammar: bundled("go"),
    functions: "(function_declaration body: (_)) @function (method_declaration body: (_)) @function",
  },
  rust: { grammar: bundled("rust"), functions: "(function_item) @function" },
  java: {
    grammar: bundled("java"),
    functions: "(method_declaration body: (_)) @function (constructor_declaration) @function",
  },
  kotlin: {
    grammar: "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm",
    functions: "(function_declaration (function_body)) @function",
  },
  c: { grammar: "tree-sitter-c/tree-sitter-c.wasm", functions: "(function_definition) @function" },
  cpp: { grammar: bundled("cpp"), functions: "(function_definition) @function" },
  csharp: {
    grammar: bundled("c-sharp"),
    functions: `(method_declaration body: (_)) @function (constructor_declaration body: (_)) @function
      (local_function_statement body: (_)) @function`,
  },
  ruby: { grammar: bundled("ruby"), functions: "(method) @function (singleton_method) @function" },
  php: {
    grammar: bundled("php"),
    functions: "(function_definition) @function (method_declaration body: (_)) @function",
  },
  bash: { grammar: bundled("bash"), functions: "(function_definition) @function" },
};

/** `(text) => [start, end][]`, in the order of the text, an outer function before those inside it. */
export async function functionFinder(name) {
  await Parser.init();
  const { grammar, functions } = LANGUAGES[name];
  const language = await Language.load(fileURLToPath(new URL(grammar, ROOT)));
  const parser = new Parser();
  parser.setLanguage(language);
  const query = new Query(language, functions);
  return (text) => {
    const tree = parser.parse(text);
    try {
      // What the grammar could not read is not held against anyone.
      const nodes = query
        .captures(tree.rootNode)
        .map(({ node }) => node)
        .filter((node) => !node.hasError);
      return nodes
        .map(({ startIndex, endIndex }) => [startIndex, endIndex])
        .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    } finally {
      tree.delete();
    }
  };
}

/** A parser for splitters that want one from their user. */
export async function parserOf(name) {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(fileURLToPath(new URL(LANGUAGES[name].grammar, ROOT))));
  return parser;
}
