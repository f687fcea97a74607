import { readFileSync } from "node:fs";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { bytes, collect, fixtures, readAll, said } from "../../test/fixtures/conversations/read-fixtures.ts";
import { SherdError } from "../core/errors.ts";
import {
  type ConversationEntry,
  detectConversationFormat,
  normalizeConversation,
  readConversations,
  readMessages,
} from "./index.ts";

describe("any input", () => {
  const line = (index: number) =>
    JSON.stringify({ role: index % 2 ? "assistant" : "user", content: `message ${index} äöü` });

  it("gives the same whatever pieces the bytes come in", async () => {
    for (const name of ["chatgpt/conversations.json", "claude-code.jsonl", "plain.txt", "film.srt"]) {
      const whole = readFileSync(`${fixtures}conversations/${name}`);
      const expected = await collect(readConversations(new Uint8Array(whole), { name }));
      async function* pieces(size: number) {
        const buffer = new Uint8Array(size);
        for (let at = 0; at < whole.length; at += size) {
          // One buffer for all pieces, as some sources have it.
          const length = whole.copy(buffer, 0, at, at + size);
          yield buffer.subarray(0, length);
        }
      }
      for (const size of [1, 7, 4_096]) {
        const entries = await collect(readConversations(pieces(size), { name }));
        expect(entries.map(plain)).toEqual(expected.map(plain));
      }
    }
  });

  it("streams messages without collecting them", async () => {
    const count = 5_000;
    let produced = 0;
    async function* lines() {
      for (; produced < count; produced++) yield bytes(`${line(produced).padEnd(400)}\n`);
    }
    let seen = 0;
    let farthest = 0;
    for await (const { message } of readMessages(lines(), { maxConversationLength: 2_000 })) {
      expect(message?.content).toBe(`message ${seen++} äöü`);
      farthest = Math.max(farthest, produced - seen);
    }
    expect(seen).toBe(count);
    // What is read ahead is the sample that tells the format.
    expect(farthest).toBeLessThan(1_000);
  });

  it("goes on behind a conversation that is malformed, too long or too deep", async () => {
    const good = (id: string) => `{"id":"${id}","messages":[{"role":"user","content":"${id}"}]}`;
    const file = `[${good("a")}, {"id": nonsense}, ${good("b")}, {"messages":[{"role":"user","content":"${"x".repeat(2_000)}"}]}, {"messages":${"[".repeat(600)}${"]".repeat(600)}}, 7, ${good("c")}]`;
    const { conversations, errors } = await readAll(bytes(file), { maxConversationLength: 1_500 });
    expect(conversations.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(errors.map(({ code, details }) => [code, details.place])).toEqual([
      ["INPUT_MALFORMED", "$[1]"],
      ["LIMIT_EXCEEDED", "$[3]"],
      ["INPUT_MALFORMED", "$[4]"],
      ["INPUT_MALFORMED", "$[5]"],
    ]);
  });

  it("says where a file was cut short, behind what is whole", async () => {
    const file = '[{"messages":[{"role":"user","content":"whole"}]}, {"messages":[{"role":"user","cont';
    const { conversations, errors } = await readAll(bytes(file));
    expect(said(conversations[0].messages)).toEqual(["user: whole"]);
    expect(errors[0].message).toContain("$[1]: the file ends inside the value that begins at character 51");
  });

  it("refuses a session larger than the limit rather than half of it", async () => {
    const file = Array.from({ length: 100 }, (_, index) => line(index)).join("\n");
    const { conversations, errors } = await readAll(bytes(file), { maxConversationLength: 500 });
    expect(conversations).toEqual([]);
    expect(errors.map(({ code }) => code)).toEqual(["LIMIT_EXCEEDED"]);
  });

  it("stops a zip bomb and refuses what is no conversation", async () => {
    const bomb = zipSync({ "conversations.json": new Uint8Array(16 * 1024 * 1024).fill(32) });
    expect((await readAll(bomb)).errors.map(({ code }) => code)).toEqual(["LIMIT_EXCEEDED"]);
    await expect(readAll(bytes("Just some prose, with no speaker."))).rejects.toMatchObject({
      code: "INPUT_UNSUPPORTED",
    });
    await expect(readAll(bytes(""))).rejects.toMatchObject({ code: "INPUT_UNSUPPORTED" });
    await expect(readAll("no/such/file.json")).rejects.toMatchObject({ code: "INPUT_NOT_FOUND" });
    await expect(readAll(bytes("{}"), { format: "mbox" as never })).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });

  it("keeps ids when a conversation has grown", async () => {
    const text = (count: number) =>
      bytes(Array.from({ length: count }, (_, index) => line(index % 4)).join("\n"));
    const [before] = (await readAll(text(6), { name: "chat.jsonl" })).conversations;
    const [after] = (await readAll(text(9), { name: "chat.jsonl" })).conversations;
    expect(after.id).toBe(before.id);
    expect(after.messages.slice(0, 6)).toEqual(before.messages);
    expect(new Set(after.messages.map(({ id }) => id)).size).toBe(9);
  });

  it("reads UTF-16 and a byte order mark", async () => {
    const text = "User: Grüße\nAssistant: Hallo\n";
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
    expect(said((await readAll(utf16)).conversations[0].messages)).toEqual([
      "user: Grüße",
      "assistant: Hallo",
    ]);
    expect(said((await readAll(bytes(`\ufeff[${line(0)}]`))).conversations[0].messages)).toEqual([
      "user: message 0 äöü",
    ]);
  });

  it("tells the format of UTF-16 bytes too", () => {
    const utf16 = new Uint8Array(Buffer.from("\ufeffUser: Grüße\nAssistant: Hallo\n", "utf16le"));
    expect(detectConversationFormat(utf16).format).toBe("plain-text");
  });

  it("tells the format though the first message is longer than what is looked at", async () => {
    const pasted = JSON.stringify({ role: "user", content: `see\n${"a log line ".repeat(40_000)}` });
    for (const text of [
      `${pasted}\n${line(1)}\n`,
      `[${pasted},${line(1)}]`,
      `{"messages":[${pasted},${line(1)}]}`,
    ]) {
      const { conversations } = await readAll(bytes(text));
      expect(conversations.map(({ format, messages }) => [format, messages.length])).toEqual([
        ["openai-chat", 2],
      ]);
    }
  });

  it("refuses an archive that holds no conversation at all", async () => {
    const other = zipSync({ "notes.txt": bytes("just words"), "picture.png": bytes("\u0089PNG") });
    await expect(readAll(other, { name: "other.zip" })).rejects.toMatchObject({
      code: "INPUT_UNSUPPORTED",
      message: expect.stringContaining("2 files and none"),
    });
    await expect(readAll(zipSync({}), { name: "none.zip" })).rejects.toMatchObject({
      message: expect.stringContaining("none.zip is empty"),
    });
  });

  it("reads a plain list in memory, and says what it cannot", () => {
    expect(said(normalizeConversation([{ role: "user", content: "Hi" }]).messages)).toEqual(["user: Hi"]);
    expect(() => normalizeConversation(7)).toThrow(SherdError);
    expect(() =>
      normalizeConversation({
        conversations: [
          { messages: [{ role: "user", content: "a" }] },
          { messages: [{ role: "user", content: "b" }] },
        ],
      }),
    ).toThrow(/2 conversations/);
  });
});

/** An entry as data, so that errors compare by what they say. */
function plain(entry: ConversationEntry): unknown {
  return entry.error === undefined ? entry.conversation : [entry.error.code, entry.error.message];
}
