// What is compared: a name, and spans of a document. Sizes are tokens of o200k_base.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RecursiveTextSplitter, SemanticChunker } from "../../src/chunk/index.ts";

export function recursive(size, counter) {
  const splitter = new RecursiveTextSplitter({ size, unit: "tokens", counter });
  return async (document) => splitter.split(document);
}

/** The recursive splitter whose chunks have a given mean size, found by halving. */
export async function recursiveOfMean(mean, meanOf, counter) {
  let [low, high] = [Math.floor(mean), Math.ceil(2 * mean)];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((await meanOf(recursive(middle, counter))) < mean) low = middle;
    else high = middle;
  }
  return { size: high, split: recursive(high, counter) };
}

/** The maximum of 400 is the default; thresholds get the same, as a hard limit. */
export const SEMANTIC = [
  { name: "semantic, optimal, 200", size: 200 },
  { name: "semantic, optimal, 300", size: 300 },
  { name: "semantic, optimal (default, 400)" },
  { name: "semantic, threshold 0.75", threshold: 0.75 },
  { name: "semantic, mean − 1 deviation", threshold: { deviations: 1 } },
  { name: "semantic, percentile 5 (LangChain's 95)", threshold: { percentile: 5 } },
];

export const PERCENTILES = [50, 30, 20, 10, 5, 2].map((percentile) => ({
  name: `percentile ${percentile}`,
  threshold: { percentile },
}));

export function semantic({ size = 400, threshold }, { counter, embedder }) {
  const method = threshold === undefined ? "optimal" : "threshold";
  const chunker = new SemanticChunker({ embedder, counter, unit: "tokens", size, method, threshold });
  return (document) => chunker.split(document);
}

/**
 * npm's `semantic-chunking` with our vectors. It counts tokens with the vocabulary of its default model,
 * whose files must lie in the folder too, and gives texts: they are looked for in the document.
 */
export async function semanticChunkingPeer(folder, { counter, embedder }) {
  const name = "semantic-chunking";
  if (folder === undefined) return { missing: "no --onnx FOLDER given, which must also hold it" };
  const place = join(folder, "node_modules", name);
  if (!existsSync(place)) return { missing: `${folder} has no node_modules/${name}` };
  const { chunkit } = await import(pathToFileURL(createRequire(join(folder, "any.js")).resolve(name)).href);
  const embedCallback = async (texts) => (await embedder.embed(texts, "document")).map((one) => [...one]);
  const localModelPath = join(folder, "models");
  return {
    split: async ({ id, text }) => {
      const found = await chunkit([{ document_name: id, document_text: text }], {
        embedCallback,
        localModelPath,
        maxTokenSize: 400,
      });
      return locate(
        text,
        found.map((chunk) => chunk.text),
      ).map((span) => {
        const own = text.slice(span.start, span.end);
        return { span, text: own, tokens: counter.count(own) };
      });
    },
  };
}

/** It rewrites white space: each chunk's words are looked for behind the chunk before; what is not found is left out. */
function locate(text, chunks) {
  let from = 0;
  return chunks.flatMap((chunk) => {
    const words = chunk.trim().split(/\s+/);
    const search = new RegExp(words.map((word) => RegExp.escape(word)).join("\\s*"), "g");
    search.lastIndex = from;
    const hit = search.exec(text);
    if (hit === null) return [];
    from = search.lastIndex;
    return [{ start: hit.index, end: from }];
  });
}
