import type { Call } from "../../core/chunker.ts";
import type { Embedder } from "../../core/embedder.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import { embedderId } from "../embedder-id.ts";
import { readModel, type StaticModel } from "./model-file.ts";
import { WordPieces } from "./word-pieces.ts";

export interface BundledEmbedderOptions {
  /** How long vectors are: 256, or cut to 128 or 64, which costs quality and saves space. */
  readonly dimensions?: number | undefined;
}

interface Loaded {
  readonly model: StaticModel;
  readonly pieces: WordPieces;
}

let loading: Promise<Loaded> | undefined;

/**
 * The model that comes with the package: no key, no network. A token's vector is looked up and a text's is
 * the sum of its tokens', so that it is fast, and the same bits on every machine.
 */
export async function bundledEmbedder(options: BundledEmbedderOptions = {}): Promise<Embedder> {
  loading ??= load().catch((error: unknown) => {
    // What failed may be there the next time.
    loading = undefined;
    throw error;
  });
  const { model, pieces } = await loading;
  const { dimensions = model.dimensions } = options;
  if (!model.lengths.includes(dimensions))
    invalidOption("dimensions", dimensions, `one of: ${model.lengths.join(", ")}`);
  return {
    id: embedderId({ name: `bundled:${model.id}`, dimensions, version: 1 }),
    dimensions,
    async embed(texts, _role, call?: Call): Promise<Float32Array[]> {
      const sum = new Float64Array(model.dimensions);
      return texts.map((text) => {
        call?.signal?.throwIfAborted();
        return embedText(text, model, pieces, sum, dimensions);
      });
    },
  };
}

/** Rows are added in the text's order in 64-bit floats, and rounded once, at the end. */
function embedText(
  text: string,
  { rows, scales, dimensions }: StaticModel,
  pieces: WordPieces,
  sum: Float64Array,
  length: number,
): Float32Array {
  sum.fill(0);
  pieces.each(text, (id) => {
    const scale = scales[id];
    const row = id * dimensions;
    for (let i = 0; i < length; i++) sum[i] += scale * rows[row + i];
  });
  let squares = 0;
  for (let i = 0; i < length; i++) squares += sum[i] * sum[i];
  const norm = Math.sqrt(squares);
  const vector = new Float32Array(length);
  if (norm > 0) for (let i = 0; i < length; i++) vector[i] = sum[i] / norm;
  return vector;
}

async function load(): Promise<Loaded> {
  const model = await readModel(await readPackaged());
  return { model, pieces: new WordPieces(model.vocabulary) };
}

/** The model lies at the package's root, as far from the sources as from what is built of them. */
async function readPackaged(): Promise<Uint8Array> {
  const url = new URL("../../../model/embedding/sherd-static-en.bin", import.meta.url);
  try {
    if (url.protocol !== "file:") return new Uint8Array(await (await fetch(url)).arrayBuffer());
    const { readFile } = await import("node:fs/promises");
    return await readFile(url);
  } catch (error) {
    throw new SherdError(
      "EMBEDDER_UNAVAILABLE",
      "The bundled model's file cannot be read. Install the package again.",
      { embedder: "bundled" },
      { cause: error },
    );
  }
}
