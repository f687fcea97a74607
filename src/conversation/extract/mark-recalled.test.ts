import { expect, it } from "vitest";
import { chunkOf } from "../../../test/conversation/extract/chunks.ts";
import { EvidenceFinder } from "./evidence.ts";
import { markRecalled } from "./mark-recalled.ts";

const content = "I like tea.\n<memory>\nI like rum. I like gin. I like ale.\n</memory>\nI like milk.";
const [message] = chunkOf([{ content }]).messages;

it("makes recalled memories parts of their own, with nothing lost", () => {
  const { parts } = markRecalled(message);
  expect(parts.map(({ kind }) => kind)).toEqual(["text", "injected", "text"]);
  expect(parts.map(({ text }) => text).join("")).toBe(content);
  for (const { text, span } of parts) expect(content.slice(span?.start, span?.end)).toBe(text);
});

it("leaves a message without any, and parts that are no text, as they are", () => {
  const [plain] = chunkOf([{ content: "I like tea." }]).messages;
  expect(markRecalled(plain)).toBe(plain);
  const code = [{ kind: "code", text: content, span: { start: 0, end: content.length } }] as const;
  expect(markRecalled({ ...message, parts: code }).parts).toEqual(code);
});

it("marks a message whose parts have no place", () => {
  expect(markRecalled({ ...message, parts: [] }).parts).toHaveLength(3);
});

it("keeps a piece from the middle of a block from being evidence", () => {
  const start = content.indexOf("I like gin");
  const end = start + "I like gin.".length;
  const part = { number: 2, total: 3, span: { start, end } };
  const piece = { ...message, content: content.slice(start, end), part };
  const find = (parts: typeof message.parts) =>
    new EvidenceFinder(chunkOf([{ ...piece, parts }])).find("m1", "I like gin");
  expect(find(message.parts)).toBeDefined();
  expect(find(markRecalled(message).parts)).toBeUndefined();
});
