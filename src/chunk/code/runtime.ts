import type { Language, Parser } from "web-tree-sitter";
import { SherdError } from "../../core/errors.ts";
import type { GrammarLocation, GrammarSource } from "./grammar-source.ts";
import { longestFunction } from "./wasm-functions.ts";

type TreeSitter = typeof import("web-tree-sitter");

/** A grammar's compiled code. Its own type belongs to browsers' libraries. */
export type CompiledGrammar = Parameters<TreeSitter["Language"]["loadSync"]>[0];

/** The slice of WebAssembly used here: the language's own types leave it to browsers'. */
interface Memory {
  readonly buffer: ArrayBuffer;
}
interface Wasm {
  readonly Memory: new (limits: { initial: number; maximum: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => CompiledGrammar;
  compile(bytes: Uint8Array): Promise<CompiledGrammar>;
}
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };

/** What the parser's own module asks for at least. */
const INITIAL_PAGES = 512;
/**
 * 512 MB. Ordinary code takes some 20 bytes a character, so this is never met by it; ambiguous garbage can
 * ask for any amount, and then costs this much for a moment.
 */
const MAXIMUM_PAGES = 8_192;
/** A runtime whose memory grew past this is replaced when it is next idle: memory of WebAssembly never shrinks. */
const RETIRE_BYTES = 192 * 1024 * 1024;

/** The parser gave up from inside, mostly for want of memory. */
export class ParserAbort extends Error {}

/** Whether the package's own instance broke, which outside Node is the only one there can be. */
let isSharedBroken = false;

/**
 * One instance of the parser's WebAssembly with its own memory. Any trap inside may leave that memory in
 * disorder, so the instance is then given up as a whole and a new one takes its place.
 */
export class SyntaxRuntime {
  readonly #treeSitter: TreeSitter;
  readonly #replaceable: boolean;
  readonly #memory: Memory;
  readonly #parsers = new Map<CompiledGrammar, { parser: Parser; language: Language }>();
  #retired = false;
  /** How many texts it was given. What fails in a used runtime is worth another try in a fresh one. */
  parses = 0;

  private constructor({ treeSitter, fresh }: Loaded, memory: Memory) {
    this.#treeSitter = treeSitter;
    this.#replaceable = fresh;
    this.#memory = memory;
  }

  static async create(source: GrammarSource): Promise<SyntaxRuntime> {
    if (isSharedBroken) throw new ParserAbort("it broke down on an earlier text and cannot be replaced here");
    const memory = new wasm.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES });
    const loaded = await loadTreeSitter();
    const location = await source("web-tree-sitter.wasm");
    await loaded.treeSitter.Parser.init({
      wasmMemory: memory,
      // Otherwise the reason is written to the console before it is thrown.
      onAbort: (reason: unknown) => {
        throw new ParserAbort(`The syntax parser gave up: ${reason || "out of memory"}`);
      },
      ...(location === undefined ? {} : { wasmBinary: await readBytes(location) }),
    });
    return new SyntaxRuntime(loaded, memory);
  }

  /** A parser for a compiled grammar; one is kept for each. */
  parserOf(grammar: CompiledGrammar): { parser: Parser; language: Language } {
    let made = this.#parsers.get(grammar);
    if (made === undefined) {
      const language = this.#treeSitter.Language.loadSync(grammar);
      const parser = new this.#treeSitter.Parser().setLanguage(language);
      made = { parser, language };
      this.#parsers.set(grammar, made);
    }
    return made;
  }

  get retired(): boolean {
    return this.#retired;
  }

  /** Whether another can take its place. Outside Node the package's one instance is all there is. */
  get replaceable(): boolean {
    return this.#replaceable;
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Gives the memory back if it has grown large. */
  rest(): void {
    if (this.#replaceable && this.memoryBytes > RETIRE_BYTES) this.retire();
  }

  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    if (!this.#replaceable) isSharedBroken = true;
    for (const { parser } of this.#parsers.values()) {
      try {
        parser.delete();
      } catch {
        // A poisoned instance cannot even clean up; it is collected as a whole.
      }
    }
    this.#parsers.clear();
  }
}

interface Loaded {
  readonly treeSitter: TreeSitter;
  /** Whether it is a new copy, with an instance of its own. */
  readonly fresh: boolean;
}

/**
 * The package keeps one instance of its WebAssembly for ever. In Node its CommonJS build can be loaded
 * anew, which is the only way to replace that instance and to let its memory go.
 */
async function loadTreeSitter(): Promise<Loaded> {
  const nodeModule = globalThis.process?.getBuiltinModule?.("node:module");
  if (nodeModule !== undefined) {
    try {
      const require = nodeModule.createRequire(import.meta.url);
      const path = require.resolve("web-tree-sitter");
      const treeSitter: TreeSitter = require(path);
      delete require.cache[path];
      return { treeSitter, fresh: true };
    } catch {
      // A bundled program has no such package beside it, but a copy inside.
    }
  }
  return { treeSitter: await import("web-tree-sitter"), fresh: false };
}

/** A grammar's compiled code, which any number of runtimes can share. */
export async function compileGrammar(source: GrammarSource, file: string): Promise<CompiledGrammar> {
  try {
    const location = await source(file);
    if (location === undefined) throw new Error("the given source has no such file");
    const bytes = await readBytes(location);
    return longestFunction(bytes) > LONGEST_OPTIMISED ? compileUnoptimised(bytes) : await wasm.compile(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SherdError(
      "GRAMMAR_UNAVAILABLE",
      `The grammar ${file} could not be loaded (${reason}). Build it with "npm run build", or say where it is ` +
        "with the option grammars.",
      { file },
      { cause },
    );
  }
}

/**
 * V8 optimises a function once it has run for a while, and takes memory for it that grows faster than the function:
 * for the one that reads Bash (161 KB) 700 MB for a second or two. Parsing is hardly slower without. What is shorter,
 * C++ (106 KB) and CSS (74 KB) first, gains a quarter by it.
 */
const LONGEST_OPTIMISED = 120_000;
/** Of V8: no function of a module that is compiled now is to be optimised, so that all must be compiled now. */
const UNOPTIMISED = {
  on: "--no-wasm-lazy-compilation --wasm-tier-up-filter=1000000",
  off: "--wasm-lazy-compilation --wasm-tier-up-filter=-1",
};

function compileUnoptimised(bytes: Uint8Array): CompiledGrammar | Promise<CompiledGrammar> {
  const v8 = globalThis.process?.getBuiltinModule?.("node:v8");
  if (v8 === undefined) return wasm.compile(bytes);
  // Nothing else is compiled in this thread until they are off again.
  for (const flag of UNOPTIMISED.on.split(" ")) v8.setFlagsFromString(flag);
  try {
    return new wasm.Module(bytes);
  } finally {
    for (const flag of UNOPTIMISED.off.split(" ")) v8.setFlagsFromString(flag);
  }
}

async function readBytes(location: Exclude<GrammarLocation, undefined>): Promise<Uint8Array<ArrayBuffer>> {
  if (location instanceof Uint8Array) return new Uint8Array(location);
  const url = String(location);
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (files !== undefined && !/^https?:/.test(url)) {
    return new Uint8Array(await files.readFile(url.startsWith("file:") ? new URL(url) : url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
