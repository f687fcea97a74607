import { writeSync } from "node:fs";
import { MemoryExtractor } from "../../../src/conversation/index.ts";
import { scaledClock } from "../../embed/support/scaled-clock.ts";
import { talk } from "../support/talk.ts";

/** Extracts a made conversation with a model and a journal, and says every chunk that is done. */
const [url, journal, messages, parallelChunks, seed] = process.argv.slice(2);
const extractor = new MemoryExtractor({
  model: `openai-compatible:${url}/v1#any`,
  modelOptions: {
    // Waits of minutes pass in a blink.
    clock: scaledClock(400, seed),
    retry: { attemptTimeoutMs: 60_000 },
    concurrency: Number(parallelChunks),
  },
});
const { ok, value, error } = await extractor.extract(talk(Number(messages)), "w", {
  maxTokensPerChunk: 400,
  overlapTokens: 0,
  journal,
  parallelChunks: Number(parallelChunks),
  onChunk: ({ sequence, status }) => {
    writeSync(1, `${status} ${sequence}\n`);
  },
});
if (!ok && error?.code !== "EXTRACTION_FAILED") throw error;
writeSync(1, `end ${JSON.stringify(value?.memories ?? [])}\n`);
