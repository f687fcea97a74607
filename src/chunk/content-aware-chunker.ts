import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import { invalidOption } from "../core/errors.ts";
import type { Span } from "../core/span.ts";
import { hashText } from "../text/hash.ts";
import { TokenCounter } from "../text/tokens/token-counter.ts";
import { checkText } from "./chunk-builder.ts";
import { CodeChunker } from "./code/code-chunker.ts";
import { type ContentType, documentContent } from "./document-content.ts";
import { HtmlChunker } from "./html/html-chunker.ts";
import { LatexChunker } from "./latex/latex-chunker.ts";
import { MarkdownChunker } from "./markdown/markdown-chunker.ts";
import { MixedChunker } from "./mixed-chunker.ts";
import { resolveSizing, type SplitterOptions } from "./options.ts";
import { ProseChunker } from "./prose-chunker.ts";
import { splitAll, textsOf } from "./split-all.ts";
import type { StructuredSplitter } from "./structured-splitter.ts";
import { TableChunker } from "./table/table-chunker.ts";

export interface ContentAwareChunkerOptions extends SplitterOptions {
  /**
   * `"agent"`: large chunks for agents that read whole passages, by what the text is: code up to `size`
   * (16,000 characters) without overlap, mixed 60 % of it with 10 %, prose 40 % with 15 %.
   * `"search"`: what questions are matched with, balanced: code and mixed up to `size` (400 tokens), at least
   * half of it where there is more, prose 52.5 % of it (210 tokens), at least 160.
   */
  readonly preset?: "agent" | "search" | undefined;
}

type Nature = "code" | "mixed" | "text";

/** What a preset makes of a text by its nature. */
interface Shares {
  /** Of the size. */
  readonly share: number;
  readonly overlap: number;
  /** In the preset's unit; where it is not below the size it is left out. */
  readonly minimum: number | undefined;
}

interface ContentPreset extends Readonly<Record<Nature, Shares>> {
  readonly unit: "tokens" | "characters";
  readonly size: number;
  readonly balance: boolean | undefined;
}

const CONTENT_PRESETS = {
  /** SEEDS E6. */
  agent: {
    unit: "characters",
    size: 16_000,
    balance: undefined,
    code: { share: 1, overlap: 0, minimum: 512 },
    mixed: { share: 0.6, overlap: 0.1, minimum: undefined },
    text: { share: 0.4, overlap: 0.15, minimum: undefined },
  },
  /**
   * A function is one thought, and so is a paragraph of half its size. With parents returned, small and large
   * children find equally well (docs/BENCHMARKS.md); alone, small ones give far less text beside the answer.
   */
  search: {
    unit: "tokens",
    size: 400,
    balance: true,
    code: { share: 1, overlap: 0, minimum: 200 },
    mixed: { share: 1, overlap: 0, minimum: 200 },
    text: { share: 0.525, overlap: 0, minimum: 160 },
  },
} as const satisfies Record<string, ContentPreset>;

const CHUNKERS = {
  text: (options: SplitterOptions) => new ProseChunker(options),
  markdown: (options: SplitterOptions) => new MarkdownChunker(options),
  html: (options: SplitterOptions) => new HtmlChunker(options),
  latex: (options: SplitterOptions) => new LatexChunker(options),
  table: (options: SplitterOptions) => new TableChunker(options),
  mixed: (options: SplitterOptions) => new MixedChunker(options),
  // Syntax tells where code may be cut: repeating a piece of it would only break it.
  code: ({ overlap: _none, overlapBy: _nor, ...options }: SplitterOptions) => new CodeChunker(options),
} as const;

type Kind = keyof typeof CHUNKERS;

/**
 * The `auto` default: finds out what a document is, from its loader, its name or its text, and cuts it
 * with the chunker made for that. Sizes are in tokens (400) unless `unit` says otherwise; the table of
 * the default encoding is then loaded on first use.
 */
export class ContentAwareChunker implements Chunker {
  readonly name = "auto";
  readonly fingerprint: string;
  readonly #options: ContentAwareChunkerOptions;
  readonly #made = new Map<string, StructuredSplitter>();
  #counting: Promise<TokenCounter> | undefined;

  constructor(options: ContentAwareChunkerOptions = {}) {
    const { preset, counter, ...sizes } = options;
    if (preset !== undefined && !Object.hasOwn(CONTENT_PRESETS, preset))
      invalidOption("preset", preset, `"agent", "search", or left out`);
    this.#options = options;
    // Wrong options are found now, not with the first document. By characters: no table is loaded yet.
    if (counter === undefined) resolveSizing({ ...sizes, unit: "characters" }, { overlap: 0 });
    else resolveSizing({ counter, unit: "tokens", ...sizes }, { overlap: 0 });
    const given = Object.entries(sizes).filter(([, value]) => value !== undefined);
    const settings = JSON.stringify([1, preset, given.sort(), counter?.encoding]);
    this.fingerprint = `auto@${hashText(settings).slice(0, 16)}`;
  }

  splitText(text: string): Promise<string[]> {
    return textsOf(this, text);
  }

  async split(document: DocumentInput, call?: Call): Promise<Chunk[]> {
    return this.splitWithin(document, [], call);
  }

  splitDocuments(documents: Iterable<DocumentInput>, call?: Call): Promise<Chunk[]> {
    return splitAll(this, documents, call);
  }

  async *stream(document: DocumentInput, call?: Call): AsyncGenerator<Chunk> {
    const { chunker, detected } = await this.#prepare(document);
    yield* chunker.stream(detected, call);
  }

  /** As `split`, but no chunk reaches across an end of the given spans. */
  async splitWithin(document: DocumentInput, spans: readonly Span[], call?: Call): Promise<Chunk[]> {
    const { chunker, detected } = await this.#prepare(document);
    return chunker.splitWithin(detected, spans, call);
  }

  /** The chunker made for what a document is, and the document with what it was taken for. */
  async #prepare(document: DocumentInput): Promise<{ chunker: StructuredSplitter; detected: DocumentInput }> {
    checkText(document?.text);
    const { type, language } = await documentContent(document);
    const kind = kindOf(type);
    const nature = natureOf(kind, document.text);
    const key = `${kind} ${nature}`;
    const chunker = this.#made.get(key) ?? CHUNKERS[kind](await this.#optionsFor(nature));
    this.#made.set(key, chunker);
    const metadata = { ...document.metadata, contentType: type };
    const named = language === undefined ? metadata : { ...metadata, codeLanguage: language };
    return { chunker, detected: { ...document, metadata: named } };
  }

  async #optionsFor(nature: Nature): Promise<SplitterOptions> {
    const { preset, ...options } = this.#options;
    const chosen = preset === undefined ? undefined : CONTENT_PRESETS[preset];
    const { unit = chosen?.unit ?? "tokens", counter } = options;
    const counted = unit === "tokens" && counter === undefined ? await this.#counter() : counter;
    const sized = { ...options, unit, counter: counted };
    if (chosen === undefined) return sized;
    const { share, overlap, minimum } = chosen[nature];
    const size = Math.max(1, Math.floor((options.size ?? chosen.size) * share));
    return {
      minimum: minimum !== undefined && minimum < size ? minimum : undefined,
      overlap,
      balance: chosen.balance,
      ...sized,
      size,
    };
  }

  #counter(): Promise<TokenCounter> {
    this.#counting ??= TokenCounter.create();
    return this.#counting;
  }
}

/** JSON, YAML and TOML have grammars as programming languages do. */
function kindOf(type: ContentType): Kind {
  if (type === "json" || type === "yaml" || type === "toml") return "code";
  return type === "csv" || type === "sheet" ? "table" : type;
}

/** Markdown and HTML that hold code blocks are mixed; without they are text. Records are cut as code is. */
function natureOf(kind: Kind, text: string): Nature {
  if (kind === "table") return "code";
  if (kind === "code" || kind === "mixed") return kind;
  if (kind === "markdown") return /^ {0,3}(?:```|~~~)/m.test(text) ? "mixed" : "text";
  return kind === "html" && /<(?:pre|code)\b/i.test(text) ? "mixed" : "text";
}
