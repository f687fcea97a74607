import { checkText } from "../chunk/chunk-builder.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import { hashText } from "../text/hash.ts";
import { ContextWriter, type ContextWriterOptions } from "./context-writer.ts";
import { alignForeignChunks, type ForeignChunker } from "./foreign-chunks.ts";

export interface ContextualChunkerOptions extends ContextWriterOptions {
  /** What cuts: a chunker, or any object with `splitDocuments`, of another library too. */
  readonly chunker: Chunker | ForeignChunker;
}

/**
 * Wraps a chunker and has a model write one or two sentences that situate each chunk in its document. The chunks' text,
 * spans and ids stay the wrapped chunker's; the context stands beside them, and `render` puts both together.
 */
export class ContextualChunker implements Chunker {
  readonly name = "contextual";
  /** Of a foreign splitter only its name is known: its settings are not part of it. */
  readonly fingerprint: string;
  readonly #base: Chunker | ForeignChunker;
  readonly #writer: ContextWriter;

  constructor(options: ContextualChunkerOptions) {
    if (typeof options !== "object" || options === null)
      invalidOption("options", options, "an object with a chunker and a generator");
    const { chunker, ...rest } = options;
    if (!isChunker(chunker) && typeof chunker?.splitDocuments !== "function")
      invalidOption("chunker", chunker, "a chunker, or an object with splitDocuments()");
    this.#writer = new ContextWriter(rest);
    this.#base = chunker;
    const settings = JSON.stringify([
      makerOf(chunker).fingerprint,
      rest.generator.id,
      this.#writer.prompt.hash,
    ]);
    this.fingerprint = `contextual@${hashText(settings).slice(0, 16)}`;
  }

  /** Each chunk with its context before it: "[Context] …", a blank line, the chunk. */
  async splitText(text: string, call?: Call): Promise<string[]> {
    return (await this.split({ text }, call)).map((chunk) => this.render(chunk));
  }

  async split(document: DocumentInput, call?: Call): Promise<Chunk[]> {
    checkText(document?.text);
    const base = await this.#split(document, call);
    const { chunks } = await this.#writer.write(document, base, call);
    return chunks.map((chunk) => {
      const { context, metadata } = chunk;
      const situated = context === undefined ? {} : { context: context.text };
      return { ...chunk, metadata: { ...metadata, chunker: this.name, ...situated } };
    });
  }

  /** Several documents are under way at once; their chunks come in the documents' order. */
  async splitDocuments(documents: Iterable<DocumentInput>, call: Call = {}): Promise<Chunk[]> {
    const stop = new AbortController();
    const signal = call.signal === undefined ? stop.signal : AbortSignal.any([call.signal, stop.signal]);
    if (!isIterable(documents)) invalidOption("documents", documents, "a list of documents");
    const all = [...documents];
    const waiting = all.entries();
    const results: Chunk[][] = [];
    const worker = async (): Promise<void> => {
      for (const [i, document] of waiting) results[i] = await this.split(document, { signal });
    };
    const workers = Array.from({ length: Math.min(this.#writer.concurrency, all.length) }, () =>
      worker().catch((error: unknown) => {
        // One document that cannot be split ends all; its own error is the one that counts.
        stop.abort(error);
        throw error;
      }),
    );
    const ended = await Promise.allSettled(workers);
    if (ended.some(({ status }) => status === "rejected")) throw call.signal?.reason ?? stop.signal.reason;
    return results.flat();
  }

  /** A chunk with its context before it, as `splitText` gives it. */
  render(chunk: Pick<Chunk, "text" | "context">): string {
    return this.#writer.render(chunk);
  }

  async #split(document: DocumentInput, call?: Call): Promise<Chunk[]> {
    const base = this.#base;
    if (!isChunker(base)) {
      const { text, metadata = {} } = document;
      const foreign = await base.splitDocuments([{ ...document, metadata, pageContent: text }]);
      if (!isIterable(foreign))
        invalidOption("chunker", foreign, "one whose splitDocuments() gives a list of chunks");
      return alignForeignChunks(document, foreign, makerOf(base));
    }
    const chunks = await base.split(document, call);
    for (const { span, text, id } of chunks) {
      if (document.text.slice(span.start, span.end) !== text)
        throw new SherdError(
          "CHUNK_MISMATCH",
          `The chunk ${id} of ${base.name} is not the document's text from ${span.start} to ${span.end}; a chunker must give slices of the text.`,
          { chunk: id, ...span },
        );
    }
    return chunks;
  }
}

function isChunker(value: Chunker | ForeignChunker): value is Chunker {
  const { split, fingerprint } = (value ?? {}) as Partial<Chunker>;
  return typeof split === "function" && typeof fingerprint === "string";
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function makerOf(base: Chunker | ForeignChunker): { name: string; fingerprint: string } {
  const { name = base.constructor?.name || "foreign" } = base;
  return { name, fingerprint: base.fingerprint ?? `foreign:${name}` };
}
