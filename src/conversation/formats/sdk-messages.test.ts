import { describe, expect, it } from "vitest";
import { fixtures, readAll, readOne, said } from "../../../test/fixtures/conversations/read-fixtures.ts";
import { normalizeConversation } from "../index.ts";

describe("messages of SDKs", () => {
  it("reads OpenAI chat requests with their reply", async () => {
    const { format, messages, losses } = await readOne("openai-chat.json");
    expect(format).toBe("openai-chat");
    expect(said(messages)).toEqual([
      "system: You are a travel agent.",
      "marta: Is this the Ponte 25 de Abril?",
      "assistant: ",
      "tool: Opened in 1966.",
      'tool: {"sky":"clear"}',
      "assistant: Yes. It opened in 1966.",
    ]);
    expect(messages[2].parts).toEqual([
      { kind: "tool-call", text: '{"q": "ponte"}', name: "lookup", callId: "call_a" },
      { kind: "tool-call", text: "{}", name: "weather", callId: "call_b" },
    ]);
    expect(losses.map(({ reason }) => reason)).toEqual(["media", "side-branch"]);
  });

  it("reads training lines one conversation a line, and goes on behind a bad one", async () => {
    const { conversations, errors } = await readAll(`${fixtures}conversations/training.jsonl`);
    expect(conversations.map(({ source }) => source.place)).toEqual(["line 1", "line 2", "line 5"]);
    expect(errors.map(({ details }) => details.place)).toEqual(["line 3", "line 4.messages[0]"]);
    expect(new Set(conversations.map(({ id }) => id)).size).toBe(3);
  });

  it("reads OpenAI responses", async () => {
    const { format, messages } = await readOne("openai-responses.json");
    expect(format).toBe("openai-responses");
    expect(messages.map(({ role, parts }) => `${role} ${parts[0].kind} ${parts[0].name ?? ""}`)).toEqual([
      "system text ",
      "user text ",
      "assistant reasoning ",
      "assistant tool-call web_search",
      "assistant tool-call timetable",
      "tool tool-result ",
      "assistant tool-call code_interpreter",
      "tool tool-result code_interpreter",
      "assistant text ",
    ]);
  });

  it("reads Anthropic messages and parts a tool's answer from the user's words", async () => {
    const { format, messages } = await readOne("anthropic.json");
    expect(format).toBe("anthropic");
    expect(said(messages)).toEqual([
      "system: You keep a diary.",
      "user: How warm was it in Faro?",
      "assistant: ",
      "tool: 31 °C",
      "user: In Fahrenheit, please.",
      "assistant: 88 °F.",
    ]);
  });

  it("reads UI messages of the AI SDK, new and old", async () => {
    const { format, messages } = await readOne("ai-sdk.json");
    expect(format).toBe("ai-sdk");
    expect(said(messages)).toEqual([
      "user: Book a table for four.",
      "assistant: One moment.",
      'bookTable: {"ok":true}',
      "assistant: ",
      "notify: no network",
      "assistant: Booked for four.",
    ]);
    expect(messages[0].time).toBe(Date.parse("2025-05-05T10:00:00Z"));
    expect(messages[4].parts[0].isError).toBe(true);
    const old = await readOne("ai-sdk-4.json");
    expect([old.format, ...said(old.messages)]).toEqual([
      "ai-sdk",
      "user: 2 + 2?",
      "assistant: ",
      "add: 4",
      "assistant: It is 4.",
    ]);
  });

  it("loses no block of another SDK that comes after many plain messages", () => {
    const plain = Array.from({ length: 40 }, (_, index) => ({
      role: index % 2 ? "assistant" : "user",
      content: `turn ${index}`,
    }));
    const { messages } = normalizeConversation([
      ...plain,
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "add", input: { a: 1 } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "2" }] },
      { role: "assistant", parts: [{ type: "text", text: "two" }] },
    ]);
    expect(messages.slice(40).map(({ role, parts }) => `${role} ${parts[0].kind} ${parts[0].text}`)).toEqual([
      'assistant tool-call {"a":1}',
      "tool tool-result 2",
      "assistant text two",
    ]);
  });
});
