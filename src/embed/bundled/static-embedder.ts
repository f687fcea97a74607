import { SherdError } from "../../core/errors.ts";
import { readModel, type StaticModel } from "./model-file.ts";
import { TokenBag } from "./token-bag.ts";
import { WordPieces } from "./word-pieces.ts";

/** The bundled model in memory: a text's vector is the sum of its tokens' vectors, brought to unit length. */
export class StaticEmbedder {
  /** Without its rows, of which the bag has a copy of its own: the file's bytes need not stay in memory. */
  readonly model: Omit<StaticModel, "rows">;
  readonly #pieces: WordPieces;
  readonly #bag: TokenBag;

  constructor(model: StaticModel) {
    const { rows: _rows, ...rest } = model;
    this.model = rest;
    this.#pieces = new WordPieces(model.pieces);
    this.#bag = new TokenBag(model);
  }

  embed(text: string, dimensions: number): Float32Array {
    this.#pieces.each(text, this.#bag);
    return this.#bag.takeVector(dimensions);
  }
}

let loading: Promise<StaticEmbedder> | undefined;

/** Read once a thread, and kept. */
export function loadStaticEmbedder(): Promise<StaticEmbedder> {
  loading ??= load().catch((error: unknown) => {
    // What failed may be there the next time.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<StaticEmbedder> {
  return new StaticEmbedder(await readModel(await readPackaged()));
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
