// How long the whole of semantic splitting takes, sentences to chunks, with the bundled model and with MiniLM.

import { describeEmbedders } from "../embed/embedders.mjs";
import { semantic } from "./chunkers.mjs";

/** MiniLM gets a part, or it would take minutes; both are given as characters a second. */
const BUNDLED_UNITS = 1e6;
const ONNX_UNITS = 30e3;

export async function measureSpeed(documents, { counter, embedder, onnx: folder }) {
  const rows = [{ name: "bundled", ...(await rate(documents, BUNDLED_UNITS, embedder, counter)) }];
  const onnx = describeEmbedders({ onnx: folder }).find(({ name }) => name.includes("ONNX"));
  if (onnx.missing) return [...rows, { name: onnx.name, missing: onnx.missing }];
  const settings = { onnx: folder };
  const embed = await onnx.load(await onnx.import(settings), settings);
  const minilm = {
    id: "minilm",
    dimensions: onnx.dimensions,
    async embed(texts) {
      const vectors = [];
      for (let start = 0; start < texts.length; start += onnx.batch) {
        const found = await embed(texts.slice(start, start + onnx.batch));
        vectors.push(...found.tolist().map((vector) => Float32Array.from(vector)));
      }
      return vectors;
    },
  };
  return [...rows, { name: onnx.name, ...(await rate(documents, ONNX_UNITS, minilm, counter)) }];
}

/** The best of three runs after one that warms up: other work on the machine only ever adds time. */
async function rate(documents, limit, embedder, counter) {
  const share = limit / documents.reduce((sum, { text }) => sum + text.length, 0);
  const parts = documents.map(({ id, text }) => ({
    id,
    text: text.slice(0, Math.ceil(share * text.length)),
  }));
  const characters = parts.reduce((sum, { text }) => sum + text.length, 0);
  const split = semantic({}, { counter, embedder });
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round++) {
    const started = performance.now();
    for (const part of parts) await split(part);
    if (round > 0) seconds = Math.min(seconds, (performance.now() - started) / 1000);
  }
  return { characters, seconds, rate: characters / seconds };
}
