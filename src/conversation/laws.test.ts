import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NormalizedConversation } from "../core/conversation.ts";
import { SherdError } from "../core/errors.ts";
import {
  CONVERSATION_FORMATS,
  detectConversationFormat,
  normalizeConversation,
  readConversations,
} from "./index.ts";

/** Names and values that normalisers look for: JSON of these reaches far deeper than any. */
const WORDS = [
  "role",
  "content",
  "parts",
  "type",
  "text",
  "mapping",
  "message",
  "author",
  "current_node",
  "parent",
  "children",
  "chat_messages",
  "sender",
  "uuid",
  "parent_message_uuid",
  "ts",
  "thread_ts",
  "user",
  "subtype",
  "payload",
  "sessionId",
  "parentUuid",
  "messages",
  "conversations",
  "input",
  "output",
  "choices",
  "tool_calls",
  "function",
  "arguments",
  "id",
  "name",
  "time",
  "created_at",
  "from",
  "value",
  "prompt",
  "completion",
  "attachments",
  "files",
  "thoughts",
  "summary",
  "content_type",
  "metadata",
  "recipient",
  "toolInvocations",
  "tool_use_id",
  "is_do_not_remember",
  "__proto__",
  "constructor",
];
const VALUES = [
  "user",
  "assistant",
  "human",
  "system",
  "tool",
  "text",
  "tool_use",
  "tool_result",
  "message",
  "thinking",
  "code",
  "multimodal_text",
  "thoughts",
  "function_call",
  "function_call_output",
  "reasoning",
  "summary",
  "response_item",
  "session_meta",
  "event_msg",
  "a",
  "b",
  "1709280060.000200",
  "2024-01-01T00:00:00Z",
  "tool-x",
  "dynamic-tool",
  "step-start",
  "python",
  "",
  "\ufffd",
];

const { near } = fc.letrec<{ near: unknown }>((tie) => ({
  near: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(...VALUES),
      fc.constantFrom(null, true, 0, 1.7e9, -1),
      fc.string({ maxLength: 4 }),
    ),
    fc.array(tie("near"), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...WORDS), tie("near")), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

/** The laws of the types, for any conversation however it was read. */
function checkLaws(conversation: NormalizedConversation): void {
  const ids = conversation.messages.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { content, parts, parentId, role } of conversation.messages) {
    if (parentId !== undefined) expect(ids).toContain(parentId);
    const shown = parts.filter(({ span }) => span !== undefined);
    for (const { text, span } of shown) expect(content.slice(span?.start, span?.end)).toBe(text);
    expect(shown.map(({ text }) => text).join("\n\n")).toBe(content);
    expect(parts.length).toBeGreaterThan(0);
    if (role !== "tool") expect(parts.some(({ kind }) => kind === "tool-result")).toBe(false);
  }
  for (const { count } of conversation.losses) expect(count).toBeGreaterThan(0);
}

/** Runs and lets only SherdError pass. */
function attempt(
  value: unknown,
  format?: (typeof CONVERSATION_FORMATS)[number],
): NormalizedConversation | undefined {
  try {
    return normalizeConversation(value, { format, branches: "all" });
  } catch (error) {
    if (error instanceof SherdError) return undefined;
    throw error;
  }
}

/** What somebody says: anything but nothing, which is left out and counted. */
const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
const turns = fc.array(fc.record({ role: fc.constantFrom("user", "assistant"), text: words }), {
  minLength: 1,
  maxLength: 12,
});

/** One list of turns as each of these would write it. */
const WRITERS: Readonly<Record<string, (turns: readonly { role: string; text: string }[]) => unknown>> = {
  "openai-chat": (list) => list.map(({ role, text }) => ({ role, content: text })),
  "openai-chat in an object": (list) => ({
    messages: list.map(({ role, text }) => ({ role, content: [{ type: "text", text }] })),
  }),
  anthropic: (list) =>
    list.map(({ role, text }) => ({ role, content: [{ type: "text", text, citations: [{}] }] })),
  "openai-responses": (list) =>
    list.map(({ role, text }) => ({ type: "message", role, content: [{ type: "output_text", text }] })),
  "ai-sdk": (list) => list.map(({ role, text }) => ({ id: "same", role, parts: [{ type: "text", text }] })),
  generic: (list) => list.map(({ role, text }) => ({ speaker: role, body: text })),
  claude: (list) => ({
    chat_messages: list.map(({ role, text }, index) => ({
      uuid: `m${index}`,
      sender: role === "user" ? "human" : role,
      text,
    })),
  }),
  chatgpt: (list) => ({
    mapping: Object.fromEntries(
      list.map(({ role, text }, index) => [
        `n${index}`,
        {
          parent: index > 0 ? `n${index - 1}` : null,
          message: { author: { role }, content: { content_type: "text", parts: [text] } },
        },
      ]),
    ),
    current_node: `n${list.length - 1}`,
  }),
  "claude-code": (list) =>
    list.map(({ role, text }, index) => ({
      type: role,
      uuid: `u${index}`,
      parentUuid: index > 0 ? `u${index - 1}` : null,
      sessionId: "s",
      message: { role, content: text },
    })),
  codex: (list) =>
    list.map(({ role, text }) => ({
      type: "response_item",
      payload: { type: "message", role, content: [{ type: "input_text", text }] },
    })),
};

/** A value with one of its inner values replaced: the steps say which child to go to at each level. */
function damage(value: unknown, steps: readonly number[], by: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== "object" || value === null) return by;
  const keys = Object.keys(value);
  if (keys.length === 0) return by;
  const key = keys[step % keys.length];
  const inner = damage((value as Record<string, unknown>)[key], rest, by);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}

/** What no format expects anywhere. */
const wrong = fc.constantFrom<unknown[]>(null, 7, true, "", [], {}, [null], [7], [[]], { type: null });

const damaged = fc
  .tuple(
    fc.constantFrom(...Object.values(WRITERS)),
    turns,
    fc.array(fc.nat(20), { minLength: 2, maxLength: 5 }),
    fc.oneof(wrong, near),
  )
  .map(([write, list, steps, by]) => damage(write(list), steps, by));

describe("any JSON", () => {
  it("is a conversation that keeps the laws, or a SherdError", () => {
    fc.assert(
      fc.property(
        fc.oneof(near, fc.jsonValue()),
        fc.constantFrom(undefined, ...CONVERSATION_FORMATS),
        (value, format) => {
          const found = attempt(value, format);
          if (found === undefined) return;
          checkLaws(found);
          expect(attempt(value, format)).toEqual(found);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("that is a damaged conversation is read as far as it goes, or a SherdError", () => {
    fc.assert(
      fc.property(damaged, (value) => {
        const found = attempt(value);
        if (found !== undefined) checkLaws(found);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never stops an import of bytes by anything but a SherdError", async () => {
    const texts = fc.oneof(
      damaged.map((value) => JSON.stringify(value)),
      fc.array(near, { maxLength: 5 }).map((values) => JSON.stringify(values)),
      fc
        .array(near, { maxLength: 5 })
        .map((values) => values.map((value) => JSON.stringify(value)).join("\n")),
      fc.string({
        unit: fc.constantFrom(
          "User: ",
          "Anna: ",
          "\n",
          "1/2/24, 10:00 - ",
          "WEBVTT",
          "1",
          "00:01.000 --> 00:02.000",
          "<v A>",
          "```",
          "{",
          "[",
          '"',
          "x ",
        ),
      }),
      fc.string({ unit: "binary" }),
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(undefined, ...CONVERSATION_FORMATS), async (text, format) => {
        try {
          for await (const entry of readConversations(new TextEncoder().encode(text), { format })) {
            if (entry.conversation !== undefined) checkLaws(entry.conversation);
            else expect(entry.error).toBeInstanceOf(SherdError);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SherdError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("what was said", () => {
  it.each(Object.keys(WRITERS))("keeps its order and its exact text: %s", (name) => {
    fc.assert(
      fc.property(turns, (list) => {
        const conversation = normalizeConversation(WRITERS[name](list));
        expect(conversation.format).toBe(name.split(" ")[0]);
        expect(conversation.messages.map(({ role, content }) => ({ role, text: content }))).toEqual(list);
        checkLaws(conversation);
      }),
    );
  });
});

it("tells formats apart by content alone", () => {
  expect(detectConversationFormat("")).toEqual({ format: "unknown", confidence: 0 });
  expect(detectConversationFormat('{"name":"a package","version":"1.0.0"}').format).toBe("unknown");
  expect(detectConversationFormat("Chapter 1: The sea\n\nIt was calm.\n").format).toBe("unknown");
  expect(detectConversationFormat('[{"title":"x","mapping":{"a":{"id":"a","message":{"au')).toMatchObject({
    format: "chatgpt",
  });
  expect(detectConversationFormat("User: a\nAssistant: b\n").confidence).toBeGreaterThan(0.8);
});
