import { describe, expect, it } from "vitest";
import {
  bytes,
  fixtures,
  lossesOf,
  readAll,
  readOne,
  said,
} from "../../../test/fixtures/conversations/read-fixtures.ts";
import { zipOf } from "../../../test/support/zip.ts";
import type { ReadConversationsOptions } from "../index.ts";

describe("WhatsApp", () => {
  it("reads an American iPhone's export", async () => {
    const chat = await readOne("whatsapp-iphone-us.txt");
    expect(
      chat.messages.map(({ name, time, content }) => [name, new Date(time ?? 0).toISOString(), content]),
    ).toEqual([
      ["Anna", "2024-01-13T09:41:07.000Z", "Shall we meet at 10:30?\nBring: cake\n\nand candles."],
      ["Ben 🚲", "2024-01-13T21:42:00.000Z", ""],
      ["Ben 🚲", "2024-01-14T00:05:00.000Z", ""],
      ["Anna", "2024-01-14T12:07:00.000Z", "At noon then"],
    ]);
    expect(chat.messages[0].isLocalTime).toBe(true);
    expect(lossesOf(chat)).toEqual({
      "system-line notice": 1,
      "media attachment without text": 2,
      "deleted message": 1,
    });
  });

  it("reads an archive with the chat among its pictures, and names it after the archive", async () => {
    const zip = zipOf({ "_chat.txt": "[13/01/2024, 09:41:07] Anna: Hi\n", "00000001-PHOTO.jpg": "x" });
    const { conversations, skipped } = await readAll(zip, { name: "WhatsApp Chat - Anna Berg.zip" });
    expect(conversations.map(({ title, messages }) => [title, said(messages)])).toEqual([
      ["Anna Berg", ["Anna: Hi"]],
    ]);
    expect(skipped.map(({ reason }) => reason)).toEqual(["media"]);
  });

  it("reads a German Android's export", async () => {
    const chat = await readOne("WhatsApp Chat mit Oma.txt");
    expect(chat.title).toBe("Oma");
    expect(said(chat.messages)).toEqual([
      "Oma: Kommst du am Sonntag?\nEs gibt Kuchen.",
      "Jan: Ja! Um 15:00 - wie immer.",
      "Jan: ",
      "Jan: Das ist der Garten",
    ]);
    expect(chat.messages[3].parts[0]).toEqual({
      kind: "attachment",
      text: "",
      name: "IMG-20240204-WA0003.jpg",
    });
  });

  it.each([
    ["whatsapp-spanish.txt", ["2024-03-05T09:41", "2024-03-06T22:02", "2024-03-25T13:02"]],
    ["whatsapp-japanese.txt", ["2024-01-15T09:41", "2024-01-15T21:03"]],
  ])("reads the dates of %s", async (name, times) => {
    const { messages } = await readOne(name);
    expect(messages.map(({ time }) => new Date(time ?? 0).toISOString().slice(0, 16))).toEqual(times);
  });

  it("lets the order of time decide between day and month, and says so when nothing does", async () => {
    const chat = (...dates: string[]) => bytes(dates.map((date) => `${date}, 10:00 - Anna: Hi\n`).join(""));
    const months = async (input: Uint8Array, options?: ReadConversationsOptions) => {
      const { conversations } = await readAll(input, options);
      return [
        conversations[0].messages.map(({ time }) => new Date(time ?? 0).getUTCMonth() + 1),
        conversations[0].losses.length,
      ];
    };
    expect(await months(chat("01/09/2024", "02/09/2024", "01/10/2024"))).toEqual([[9, 9, 10], 0]);
    expect(await months(chat("09/01/2024", "09/02/2024", "10/01/2024"))).toEqual([[9, 9, 10], 0]);
    expect(await months(chat("01/02/2024"), { format: "whatsapp" })).toEqual([[2], 1]);
    expect(await months(chat("01/02/2024"), { dateOrder: "mdy" })).toEqual([[1], 0]);
  });
});

describe("other texts and JSON", () => {
  it("finds speakers, texts and times under their usual names", async () => {
    expect(said((await readOne("telegram.json")).messages)).toEqual([
      "Anna: See https://example.com for the map",
      "Ben: Great",
    ]);
    expect(said((await readOne("discord.json")).messages)).toEqual(["Anna: First ripe one!", "ben: Envy."]);
    const calls = (await readOne("generic.jsonl")).messages;
    expect(calls.map(({ name, offset }) => [name, offset])).toEqual([
      ["Agent Smith", 500],
      [undefined, 3250],
      ["Agent Smith", 500],
    ]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
  });

  it("reads ShareGPT lines and pairs of question and answer", async () => {
    const { conversations } = await readAll(`${fixtures}conversations/sharegpt.jsonl`);
    expect(conversations.map(({ id, messages }) => [id, ...said(messages)])).toEqual([
      ["sg1", "user: Tell me a joke", "assistant: Knock knock."],
      ["sg2", "system: Rhyme.", "user: Cat?", "assistant: Hat."],
    ]);
    const pairs = await readAll(`${fixtures}conversations/pairs.json`);
    expect(pairs.conversations.map(({ messages }) => said(messages))).toEqual([
      ["user: Capital of Portugal?", "assistant: Lisbon"],
      ["user: Of Spain?", "assistant: Madrid"],
    ]);
  });

  it("reads labelled text; what looks like a label in code or in an answer is none", async () => {
    expect(said((await readOne("plain.txt")).messages)).toEqual([
      "system: Notes from Tuesday",
      "user: I live in Porto.\nNote: I used to live in Braga.",
      "assistant: Good to know!\n\n```yaml\nUser: admin\n```\n\n    indented",
      "user: Please remember it.",
    ]);
    expect(said((await readOne("pasted.md")).messages)).toEqual([
      "user: Write a haiku.",
      "assistant: Old pond…",
      "user: Again",
      "assistant: A frog.",
    ]);
    const names = await readOne("names.txt");
    expect(names.messages.map(({ name, offset }) => [name, offset])).toEqual([
      ["Anna Berg", 5_000],
      ["Ben", 9_000],
      ["Anna Berg", 15_000],
      ["Ben", 20_000],
      ["Cleo", 80_000],
    ]);
  });

  it("joins a speaker's captions", async () => {
    expect(
      (await readOne("meeting.vtt")).messages.map(({ name, offset, content }) => [name, offset, content]),
    ).toEqual([
      ["Anna Berg", 1_000, "Welcome, let's start & be quick."],
      ["Ben", 5_500, "No objections."],
      ["Ben", 60_000, "A minute later."],
    ]);
    const film = await readOne("film.srt");
    expect(said(film.messages)).toEqual([
      "ANNA: Where is it?",
      "BEN: Here.",
      "user: In the drawer. The second one.",
      "user: Thanks.",
    ]);
    expect(lossesOf(film)).toEqual({ "duplicate repeated caption line": 1 });
  });

  it("tells of a caption whose times cannot be read", async () => {
    const text = "1\n00:00:01,000 --> 00:00:02,000\nANNA: Here.\n\n2\nsoon --> 00:00:05,000\nBEN: Lost.\n";
    const [film] = (await readAll(bytes(text))).conversations;
    expect(said(film.messages)).toEqual(["ANNA: Here."]);
    expect(lossesOf(film)).toEqual({ "malformed caption whose times cannot be read": 1 });
  });
});
