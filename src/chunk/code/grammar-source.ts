/**
 * Where a file of the syntax parser is: a URL, a path, or its bytes. Asked for "python.wasm" and the like,
 * and for "web-tree-sitter.wasm", where undefined leaves the search to the package itself.
 */
export type GrammarSource = (file: string) => GrammarLocation | Promise<GrammarLocation>;
export type GrammarLocation = string | URL | Uint8Array | undefined;
