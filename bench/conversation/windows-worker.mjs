// One run in a process of its own: node --expose-gc windows-worker.mjs STRATEGY MESSAGES stream|whole MAXIMUM
// Prints seconds of windowing, without making the messages, and the most memory the process had.

import { chunkingStrategies, strategyNamed } from "../../src/conversation/strategies/index.ts";
import { talk } from "./talk.mjs";

const ROUNDS = 5;
const [name, count, form, maximum] = process.argv.slice(2);
const strategy = strategyNamed(name, chunkingStrategies());
const config = { maxTokensPerChunk: Number(maximum) };
const idle = process.memoryUsage.rss();
const run = form === "stream" ? streamed : whole;
const result = await run(Number(count));
const peak = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ name, form, maximum: Number(maximum), ...result, peak, idle: idle / 2 ** 20 }));

async function whole(messages) {
  const conversation = { id: "talk", messages: [...talk(messages)] };
  let first;
  let best = Number.POSITIVE_INFINITY;
  let chunks = [];
  // Other work on the machine only ever adds time: the first run as it is, and the best of five.
  for (let round = 0; round < ROUNDS && !(first > 1); round++) {
    const started = performance.now();
    chunks = await strategy.chunk(conversation, config);
    const seconds = (performance.now() - started) / 1000;
    first ??= seconds;
    best = Math.min(best, seconds);
  }
  return { messages, seconds: first, best, ...totals(chunks) };
}

/**
 * Messages are made while they are taken; what that takes is not counted. `live` is the most memory that was in use
 * and not garbage, looked at ten times: what the process holds besides is the engine's to give back when it likes.
 */
async function streamed(messages) {
  const making = { ms: 0 };
  const started = performance.now();
  let chunks = 0;
  let tokens = 0;
  let live = 0;
  const source = { id: "talk", messages: timed(talk(messages), making) };
  for await (const chunk of strategy.stream(source, config)) {
    chunks++;
    tokens += chunk.tokenCount;
    if (chunks % Math.ceil(messages / 20_000) !== 0) continue;
    const paused = performance.now();
    gc();
    live = Math.max(live, process.memoryUsage().heapUsed / 2 ** 20);
    making.ms += performance.now() - paused;
  }
  return { messages, live, seconds: (performance.now() - started - making.ms) / 1000, chunks, tokens };
}

function* timed(source, clock) {
  for (;;) {
    const started = performance.now();
    const { done, value } = source.next();
    clock.ms += performance.now() - started;
    if (done) return;
    yield value;
  }
}

function totals(chunks) {
  return { chunks: chunks.length, tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0) };
}
