import type { DocumentInput } from "../../core/document.ts";
import { invalidOption } from "../../core/errors.ts";
import { lazily } from "../../text/lazily.ts";
import { resolveSizing, type SplitterOptions } from "../options.ts";
import type { Structure } from "../structure.ts";
import { StructuredSplitter } from "../structured-splitter.ts";
import type { GrammarSource } from "./grammar-source.ts";
import type { GrammarLibrary } from "./grammars.ts";
import { CODE_LANGUAGES, type CodeLanguage, languageOf } from "./languages.ts";

export interface CodeChunkerOptions extends Omit<SplitterOptions, "overlap" | "overlapBy"> {
  /**
   * The language, by its name or any usual alias. Left out, each document's `metadata.codeLanguage`, else
   * the ending of its `metadata.source` or `id` says. Naming one makes a missing grammar an error.
   */
  readonly language?: string | undefined;
  /** Whether small neighbours share a chunk. Otherwise every top-level definition is by itself. Default true. */
  readonly pack?: boolean | undefined;
  /** Where grammars and the parser are, if not in the package: in a bundle or a browser. */
  readonly grammars?: GrammarSource | undefined;
}

/**
 * Cuts source code along its syntax tree: functions, methods and classes stay whole where they fit, with
 * their comments and decorators; larger ones are cut between statements. Each chunk says which scopes it
 * is in, what it defines, and what it needs of the rest of its file. Chunks never overlap, and together
 * they are the file, blank space included, unless `whitespace` says otherwise.
 */
export class CodeChunker extends StructuredSplitter {
  readonly #language: CodeLanguage | undefined;
  readonly #pack: boolean;
  readonly #source: GrammarSource | undefined;
  /** Made with the first document: grammars compiled once serve all that follow. */
  #grammars: GrammarLibrary | undefined;

  constructor(options: CodeChunkerOptions = {}) {
    const { language, pack = true, grammars } = options;
    const { overlap }: SplitterOptions = options;
    if (overlap !== undefined && overlap !== 0) invalidOption("overlap", overlap, "0 or left out for code");
    if (typeof pack !== "boolean") invalidOption("pack", pack, "true or false");
    const known = language === undefined ? undefined : languageOf(language);
    if (language !== undefined && known === undefined)
      invalidOption("language", language, `one of: ${CODE_LANGUAGES.join(", ")}`);
    const sizing = resolveSizing(options, { overlap: 0, whitespace: "keep" }, [
      "language",
      "pack",
      "grammars",
    ]);
    super("code", sizing, [CODE_VERSION, known ?? "", pack]);
    this.#language = known;
    this.#pack = pack;
    this.#source = grammars;
  }

  override async structure(document: DocumentInput): Promise<Structure> {
    const language = this.#language ?? documentLanguage(document);
    if (language === undefined) {
      const { separatorStructure } = await import("./separator-structure.ts");
      return separatorStructure(document.text, undefined);
    }
    const [{ codeStructure }, { GrammarLibrary }] = await loadSyntax();
    if (this.#source !== undefined) this.#grammars ??= new GrammarLibrary(this.#source);
    return codeStructure(document.text, language, {
      pack: this.#pack,
      grammars: this.#grammars,
      needsGrammar: this.#language !== undefined,
    });
  }
}

const loadSyntax = lazily(() => Promise.all([import("./code-structure.ts"), import("./grammars.ts")]));

/** Raised whenever the same code would be cut elsewhere; part of every fingerprint. */
const CODE_VERSION = 1;

/** The language a document's metadata or name tells. */
function documentLanguage({ id, text, metadata }: DocumentInput): CodeLanguage | undefined {
  for (const name of [metadata?.codeLanguage, metadata?.source, id]) {
    const language = typeof name === "string" ? languageOf(name, text) : undefined;
    if (language !== undefined) return language;
  }
  return undefined;
}
