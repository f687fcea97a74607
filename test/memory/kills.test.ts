import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { EpisodicMemory } from "../../src/memory/index.ts";
import { newFile } from "./support/memories.ts";

/** The number the product promises is 200: SHERD_KILLS=200. */
const KILLS = Number(process.env.SHERD_KILLS ?? 4);
const WORKER = fileURLToPath(new URL("./processes/keep-remembering.ts", import.meta.url));

interface Ended {
  readonly told: readonly (readonly [id: string, word: string])[];
  readonly errors: string;
  readonly hasEnded: boolean;
}

/** Runs a process that remembers; `after` milliseconds from its first turn on it is killed. */
function remembering(location: string, name: string, turns: number, after?: number): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--no-warnings", WORKER, location, name, String(turns)]);
    let output = "";
    let errors = "";
    let timer: NodeJS.Timeout | undefined;
    child.stdout.on("data", (data) => {
      output += data;
      if (after !== undefined) timer ??= setTimeout(() => child.kill("SIGKILL"), after);
    });
    child.stderr.on("data", (data) => {
      errors += data;
    });
    child.on("close", () => {
      clearTimeout(timer);
      // A line that was cut off was not told.
      const lines = output.split("\n").slice(0, -1);
      const told = lines.filter((line) => line !== "end").map((line) => line.split(" ") as [string, string]);
      resolve({ told, errors, hasEnded: lines.includes("end") });
    });
  });
}

async function checkWhole(memory: EpisodicMemory, told: ReadonlyMap<string, string>): Promise<void> {
  expect(await memory.verify()).toEqual([]);
  const turns = await memory.history();
  const ids = new Set(turns.map(({ id }) => id));
  expect([...told.keys()].filter((id) => !ids.has(id))).toEqual([]);
  const { parents, turns: count } = await memory.stats();
  expect(count).toBe(turns.length);
  expect(parents).toBe(turns.filter(({ user, assistant }) => user.length + assistant.length > 400).length);
  for (const [id, word] of [...told].slice(-3)) {
    const { memories } = await memory.recall(word, { mode: "words" });
    expect(memories[0].id, `${word} is found`).toBe(id);
  }
}

it(`${KILLS} kills while remembering, recalling and maintaining: no turn told as stored is lost, nothing hangs loose`, async () => {
  const location = newFile();
  const told = new Map<string, string>();
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const ended = await remembering(location, `k${kill}`, 500, (kill * 37) % 411);
    expect(ended.errors).toBe("");
    if (!ended.hasEnded) killed++;
    for (const [id, word] of ended.told) told.set(id, word);
    const memory = await EpisodicMemory.open(location, { environment: {} });
    try {
      await checkWhole(memory, told);
    } finally {
      await memory.close();
    }
  }
  expect(told.size).toBeGreaterThanOrEqual(KILLS);
  expect(killed).toBeGreaterThan(KILLS / 3);
}, 3_600_000);

it("two processes that write at once: both are kept", async () => {
  const location = newFile();
  const ended = await Promise.all([remembering(location, "a", 25), remembering(location, "b", 25)]);
  for (const { errors, hasEnded, told } of ended) {
    expect(errors).toBe("");
    expect(hasEnded).toBe(true);
    expect(told).toHaveLength(25);
  }
  const memory = await EpisodicMemory.open(location, { environment: {} });
  try {
    await checkWhole(memory, new Map(ended.flatMap(({ told }) => told)));
    expect(await memory.history("a")).toHaveLength(25);
    expect(await memory.history("b")).toHaveLength(25);
  } finally {
    await memory.close();
  }
}, 120_000);
