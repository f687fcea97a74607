/** Run as a process of its own: embeds texts `from` to `to` through a cache, a few at a time, and says so. */
import { cachedEmbedder } from "../../../src/embed/index.ts";
import { localEmbedder } from "./local-embedder.ts";

const [path, from, to] = process.argv.slice(2);
const cached = cachedEmbedder(localEmbedder(), {
  path,
  onWarning: (warning) => console.error(warning.message),
});
for (let i = Number(from); i < Number(to); i += 10) {
  const texts = Array.from({ length: Math.min(10, Number(to) - i) }, (_, k) => `text ${i + k}`);
  await cached.embed(texts, "document");
  process.stdout.write(`${i + texts.length}\n`);
}
cached.close();
