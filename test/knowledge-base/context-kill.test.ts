import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { ContextSummary } from "../../src/knowledge-base.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { chatServers } from "../generate/support.ts";
import { countStatuses, searchedChunks, sectioned } from "./context-support.ts";
import { openBase, temporaryFolder, writeFiles } from "./support.ts";

const serve = chatServers();
const WRITE = fileURLToPath(new URL("./processes/write-contexts.ts", import.meta.url));
const CONCURRENCY = 8;
const CHUNKS = 12 * 20;

it("after a kill no call whose reply was stored is repeated, and those then under way are counted", async () => {
  const folder = temporaryFolder();
  const location = join(folder, "kb.db");
  for (let i = 0; i < 12; i++) writeFiles(folder, { [`docs/d${i}.md`]: sectioned(`d${i}x`, 20) });
  let killer: { readonly at: number; readonly kill: () => void } | undefined;
  const server = await serve({
    delayMs: 15,
    reply: (prompt) => {
      if (killer !== undefined && server.requests.length >= killer.at) killer.kill();
      return `About ${/\w+thing\d+/.exec(prompt.slice(prompt.lastIndexOf("<chunk-")))?.[0]}.`;
    },
  });
  const model = `openai-compatible:${server.url}/v1#any`;
  const run = (killAt: number | undefined): Promise<ContextSummary | undefined> =>
    new Promise((resolve, reject) => {
      const args = ["--no-warnings", WRITE, location, join(folder, "docs"), model, String(CONCURRENCY)];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      killer = killAt === undefined ? undefined : { at: killAt, kill: () => child.kill("SIGKILL") };
      let output = "";
      child.stdout.on("data", (data) => {
        output += data;
      });
      child.on("error", reject);
      child.on("close", () => resolve(output === "" ? undefined : JSON.parse(output)));
    });

  /** What was answered on disk when the process died, by what was asked. */
  const storedReplies = async (): Promise<number> => {
    const store = await openSqliteStore(location);
    const [spent] = await store.spending("default");
    await store.close();
    return spent?.calls ?? 0;
  };
  const asked = (from: number) => server.requests.slice(from).map(({ raw }) => raw);

  let sent = 0;
  let repeatedInAll = 0;
  let stored = 0;
  for (const killAt of [50, 110, 170]) {
    expect(await run(killAt)).toBeUndefined();
    const fresh = asked(sent);
    const known = new Set(asked(0).slice(0, sent));
    // Of what the runs before had asked, only calls without a stored reply: at most those that were under way.
    const again = fresh.filter((raw) => known.has(raw)).length;
    expect(again).toBeLessThanOrEqual(CONCURRENCY);
    repeatedInAll += again;
    sent = server.requests.length;
    const before = stored;
    stored = await storedReplies();
    expect(stored).toBeGreaterThan(before);
    // Everything that was sent is stored, but for what was under way.
    expect(new Set(asked(0)).size - stored).toBeLessThanOrEqual(CONCURRENCY);
  }
  const last = await run(undefined);
  const known = new Set(asked(0).slice(0, sent));
  const again = asked(sent).filter((raw) => known.has(raw)).length;
  repeatedInAll += again;
  expect(last).toMatchObject({ failed: 0, skipped: 0, calls: CHUNKS - stored });
  // A call that was noted and not sent yet when the process died counts too.
  expect(last?.repeated).toBeGreaterThanOrEqual(again);
  expect(last?.repeated).toBeLessThanOrEqual(CONCURRENCY);
  expect(new Set(asked(0)).size).toBe(CHUNKS);
  expect(server.requests).toHaveLength(CHUNKS + repeatedInAll);
  const base = await openBase({ embedder: "none" }, location);
  expect(countStatuses(await searchedChunks(base))).toEqual({ ok: CHUNKS });
  expect(await base.verify()).toEqual([]);
  expect((await base.stats()).spending[0].calls).toBe(CHUNKS);
}, 60_000);
