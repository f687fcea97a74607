import { spawn } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isEvidenceOf } from "../../src/conversation/extract/evidence.ts";
import { MemoryExtractor, SlidingWindowStrategy } from "../../src/conversation/index.ts";
import type { NormalizedMessage } from "../../src/core/conversation.ts";
import type { ExtractedMemory } from "../../src/core/extraction.ts";
import { scaledClock } from "../embed/support/scaled-clock.ts";
import { randomFrom } from "../embed/support/text-vectors.ts";
import { temporaryFolder } from "../knowledge-base/support.ts";
import { startChatServer } from "../support/chat-server/chat-server.ts";
import { honestModel, honestReply } from "./support/model.ts";
import { talk } from "./support/talk.ts";

/** The number the product promises is 50: SHERD_KILLS=50. */
const KILLS = Number(process.env.SHERD_KILLS ?? 6);
const EXTRACT = fileURLToPath(new URL("./processes/extract-talk.ts", import.meta.url));
const PARALLEL = 3;
/** Enough for as many kills, and a little more. */
const MESSAGES = 25 * Math.max(24, KILLS * 4);
const CHUNKING = { maxTokensPerChunk: 400, overlapTokens: 0 } as const;

const conversation = talk(MESSAGES);
/** Each message stands in one chunk: its words name the chunk that a prompt is about. */
const chunks = new SlidingWindowStrategy().chunk(conversation, CHUNKING);
const chunkByWords = new Map(chunks.map(({ id, messages }) => [messages[0].content, id]));

function chunkAskedIn(prompt: string): string {
  const first = /\nMessage 1, [^\n]*:\n<message-[0-9a-f]{16}>\n(.*)\n/.exec(prompt)?.[1] ?? "";
  const id = chunkByWords.get(first);
  if (id === undefined) throw new Error(`a prompt about no chunk: ${first}`);
  return id;
}

interface Ended {
  readonly done: readonly string[];
  readonly memories: readonly ExtractedMemory[] | undefined;
  readonly errors: string;
}

/** Runs the extraction; kills it after so many results and some milliseconds, if it is to be killed. */
function run(
  url: string,
  journal: string,
  seed: string,
  kill?: { results: number; after: number },
): Promise<Ended> {
  return new Promise((resolve) => {
    const args = ["--no-warnings", EXTRACT, url, journal, String(MESSAGES), String(PARALLEL), seed];
    const child = spawn(process.execPath, args);
    let output = "";
    let errors = "";
    child.stdout.on("data", (data) => {
      output += data;
      if (kill !== undefined && output.split("\n").length > kill.results)
        setTimeout(() => child.kill("SIGKILL"), kill.after);
    });
    child.stderr.on("data", (data) => {
      errors += data;
    });
    child.on("close", () => {
      const lines = output.split("\n").slice(0, -1);
      const end = lines.find((line) => line.startsWith("end "));
      const memories = end === undefined ? undefined : (JSON.parse(end.slice(4)) as ExtractedMemory[]);
      const done = lines.filter((line) => line.startsWith("success ")).map((line) => line.slice(8));
      resolve({ done, memories, errors });
    });
  });
}

/** What the journal holds, read past the code under test. */
function storedChunks(journal: string): Set<string> {
  const database = new DatabaseSync(journal, { readOnly: true });
  try {
    const rows = database.prepare("SELECT data FROM replies WHERE key LIKE 'extract:%'").all();
    return new Set(rows.map(({ data }) => (JSON.parse(String(data)) as { chunkId: string }).chunkId));
  } finally {
    database.close();
  }
}

describe("faults", () => {
  it("a server that fails 30 % of the time and " +
    KILLS +
    " kills: no chunk lost, no stored reply asked for again", async () => {
    await using server = await startChatServer({
      // Whatever is killed when, every chunk is asked for a first time, and those requests alone meet eight kinds.
      seed: "kills 9",
      faults: 0.3,
      delayMs: 5,
      reply: honestReply,
    });
    const journal = join(temporaryFolder(), "journal.db");
    const random = randomFrom("kills");
    let stored = new Set<string>();
    let killed = 0;
    let again = 0;
    let memories: readonly ExtractedMemory[] | undefined;
    // After the kills it runs on until nothing is missing: refusals are no reason to stop for good.
    for (let round = 1; stored.size < chunks.length || memories === undefined; round++) {
      expect(round).toBeLessThan(KILLS + 20);
      const asked = server.requests.length;
      const kill =
        round <= KILLS ? { results: Math.floor(random() * 4), after: Math.floor(random() * 30) } : undefined;
      const ended = await run(server.url, journal, String(round), kill);
      expect(ended.errors).toBe("");
      if (kill !== undefined && ended.memories === undefined) killed++;
      const requested = server.requests.slice(asked).map(({ prompt }) => chunkAskedIn(prompt));
      again += requested.filter((id) => stored.has(id)).length;
      const before = stored;
      stored = storedChunks(journal);
      // What was stored stays, and whatever was told as done was stored before it was told.
      expect([...before].filter((id) => !stored.has(id))).toEqual([]);
      const told = ended.done.map((sequence) => chunks[Number(sequence) - 1].id);
      expect(told.filter((id) => !stored.has(id))).toEqual([]);
      memories = ended.memories;
    }
    expect(again).toBe(0);
    expect(killed).toBeGreaterThan(KILLS / 2);
    expect(server.faults.size).toBeGreaterThan(5);

    // Resumed to the end, it is as if nothing had happened.
    const calm = await new MemoryExtractor({ model: honestModel() }).extract(conversation, "w", CHUNKING);
    const plain = (list: readonly ExtractedMemory[]) => list.map(({ by: _by, ...memory }) => memory);
    expect(plain(memories ?? [])).toEqual(plain(calm.value?.memories ?? []));
    const byId = new Map(conversation.messages.map((message) => [message.id, message]));
    for (const { evidence } of memories ?? [])
      for (const one of evidence)
        expect(isEvidenceOf(one, byId.get(one.messageId) as NormalizedMessage)).toBe(true);
  }, 3_600_000);

  it("parallel and sequential give the same under faults that pass", async () => {
    const small = talk(200);
    const outcomes: unknown[] = [];
    for (const parallelChunks of [1, 4]) {
      await using server = await startChatServer({
        seed: "same",
        faults: { rate: 0.3, kinds: ["429", "500", "529", "reset", "truncated body", "empty"] },
        reply: honestReply,
      });
      const extractor = new MemoryExtractor({
        model: "openai:gpt-5-mini",
        modelOptions: {
          ...server.access("openai"),
          clock: scaledClock(500, "same"),
          retry: { deadlineMs: 3_600_000, maxAttempts: 20 },
        },
      });
      const { value } = await extractor.extract(small, "w", { ...CHUNKING, parallelChunks });
      expect(value?.errors).toEqual([]);
      expect([...server.faults.values()].length).toBeGreaterThan(0);
      outcomes.push(value?.memories);
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
  });
});
