import { join } from "node:path";
import { expect, it } from "vitest";
import { chatServers } from "../generate/support.ts";
import { CHAT_FAULTS } from "../support/chat-server/chat-server.ts";
import { asking, countStatuses, patient, SECTIONS, searchedChunks, sectioned } from "./context-support.ts";
import { openBase, temporaryFolder } from "./support.ts";

const serve = chatServers();

/** With the number of documents, of 20 chunks each. */
it.each([
  ["openai", 100],
  ["anthropic", 8],
  ["google", 8],
] as const)(
  "%s failing three times in ten: every chunk is ok or marked failed, none is lost",
  async (provider, count) => {
    const server = await serve({
      faults: 0.3,
      seed: provider,
      reply: (prompt) => {
        const chunk = /<chunk-[0-9a-f]{16}>\n([\s\S]*?)\n<\/chunk-/.exec(prompt)?.[1] ?? "";
        const subject = /\w+thing\d+/.exec(chunk)?.[0];
        return JSON.stringify({
          context: `Of ${subject}.`,
          questions: [`What is ${subject}?`],
          keywords: [],
        });
      },
    });
    const documents = Array.from({ length: count }, (_, i) => ({
      id: `d${i}`,
      text: sectioned(`d${i}x`, 20),
    }));
    const location = join(temporaryFolder(), "kb.db");
    const settings = { enrich: true, concurrency: 32, ...patient(provider) };
    const context = asking(server, settings, provider);
    const base = await openBase({ chunker: SECTIONS, embedder: "none", context }, location);
    const { added, failed, contexts } = await base.add(documents);
    expect({ added, failed }).toEqual({ added: count, failed: [] });
    const chunks = await searchedChunks(base);
    expect(chunks).toHaveLength(20 * count);
    const statuses = countStatuses(chunks);
    expect(statuses).toEqual({ ok: contexts?.ok, failed: contexts?.failed });
    expect(contexts?.failed).toBeLessThan(0.1 * chunks.length);
    // No context stands with another chunk than its own, and what failed says why.
    for (const { context, text } of chunks) {
      const subject = /\w+thing\d+/.exec(text)?.[0];
      if (context?.status === "ok") expect(context.text).toBe(`Of ${subject}.`);
      else expect(context?.reason).toMatch(/^REPLY_(REFUSED|INVALID): /);
    }
    expect([...server.faults.keys()].sort()).toEqual(Object.keys(CHAT_FAULTS).sort());
    expect(server.mostAtOnce).toBeLessThanOrEqual(32);
    expect(await base.verify()).toEqual([]);
    // What failed may fail again, and in the end does not; what is ok is not asked for again.
    const sent = server.requests.length;
    let left = contexts?.failed ?? 0;
    for (let tries = 0; left > 0 && tries < 8; tries++)
      left = (await base.retryContexts()).contexts?.failed ?? 0;
    expect(countStatuses(await searchedChunks(base))).toEqual({ ok: chunks.length });
    expect(server.requests.length - sent).toBeLessThan(4 * (contexts?.failed ?? 0) + 20);
  },
  60_000,
);
