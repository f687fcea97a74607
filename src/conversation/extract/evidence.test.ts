import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkOf } from "../../../test/conversation/extract/chunks.ts";
import { arbitraryText } from "../../../test/support/arbitrary-text.ts";
import type { ChunkMessage } from "../../core/extraction.ts";
import { EvidenceFinder, isEvidenceOf } from "./evidence.ts";

function find(content: string, quote: string, message: Partial<ChunkMessage> = {}) {
  return new EvidenceFinder(chunkOf([{ content, ...message }])).find("m1", quote);
}

describe("a quote", () => {
  it("that is there is evidence, with its place and the message's time", () => {
    expect(find("Well, I live in Berlin now.", "I live in Berlin", { time: 7 })).toEqual({
      conversationId: "c1",
      messageId: "m1",
      span: { start: 6, end: 22 },
      quote: "I live in Berlin",
      time: 7,
    });
  });

  it.each([
    ["other white space", "I live\n  in Berlin", "I live in Berlin"],
    ["other case", "i LIVE in berlin", "I live in Berlin"],
    ["other marks", "it’s “my” flat – really", `it's "my" flat - really`],
    ["marks and dots around it", "I live in Berlin", `"I live in Berlin..."`],
    ["an invisible character", "I live in Ber\u200blin", "I live in Berlin"],
    ["a letter that folds to two", "İstanbul is home", "i̇stanbul IS home"],
  ])("with %s is replaced by the exact words", (_name, content, quote) => {
    expect(find(content, quote)?.quote).toBe(content);
  });

  it.each([
    ["invented", "I live in Berlin.", "I live in Paris"],
    ["with another number", "I take 10 mg.", "I take 5 mg"],
    ["that cuts a number short", "It costs 100 euros.", "It costs 10"],
    ["that cuts a decimal off", "It costs 10.50 euros.", "It costs 10"],
    ["that cuts a number's beginning", "It costs 1,500 euros.", "500 euros"],
    ["that drops a minus", "It was -5 degrees.", "5 degrees"],
    ["that begins inside a word", "I plan a trip.", "an a trip"],
    ["without a word", "Yes! … Yes!", "!"],
    ["that is empty", "Yes", "  "],
  ])("%s is none", (_name, content, quote) => {
    expect(find(content, quote)).toBeUndefined();
  });

  it("inside a word of a script without spaces is evidence", () => {
    expect(find("我昨天住在上海", "住在上海")?.span).toEqual({ start: 3, end: 7 });
    expect(find("ฉันอยู่กรุงเทพ", "กรุงเทพ")?.quote).toBe("กรุงเทพ");
  });

  it("is looked for in the message named, not in another", () => {
    const finder = new EvidenceFinder(chunkOf([{ content: "I like tea." }, { content: "I like rum." }]));
    expect(finder.find("m1", "I like rum")).toBeUndefined();
    expect(finder.find("m3", "I like rum")).toBeUndefined();
    expect(finder.find("m2", "I like rum")?.messageId).toBe("m2");
  });

  it("takes the later place where an earlier one cuts a word", () => {
    expect(find("cart, car", "car")?.span).toEqual({ start: 6, end: 9 });
  });

  it("in a part of a split message has its place in the whole one", () => {
    const whole = "A long beginning. I live in Berlin.";
    const part = { number: 2, total: 2, span: { start: 18, end: whole.length } };
    const evidence = find(whole.slice(18), "i live in berlin", { part });
    expect(whole.slice(evidence?.span.start, evidence?.span.end)).toBe("I live in Berlin");
    expect(evidence?.quote).toBe("I live in Berlin");
  });
});

describe("what programs put in", () => {
  const text = "I like tea.";
  const injected = "I like rum.";
  const content = `${text}\n\n${injected}`;
  const textPart = { kind: "text", text, span: { start: 0, end: text.length } } as const;
  const span = { start: text.length + 2, end: content.length };

  it.each(["injected", "reasoning", "tool-result", "tool-call"] as const)("is no evidence: %s", (kind) => {
    const parts = [textPart, { kind, text: injected, span }];
    expect(find(content, injected, { parts })).toBeUndefined();
    expect(find(content, text, { parts })?.quote).toBe(text);
    expect(
      find(content, injected, { parts: [textPart, { kind: "text", text: injected, span }] }),
    ).toBeDefined();
  });

  it.each(["system", "tool"] as const)("is no evidence: a message of role %s", (role) => {
    expect(find(text, text, { role })).toBeUndefined();
  });

  it("is left out of a split message too, however its parts are placed", () => {
    const part = { number: 2, total: 2, span: { start: 4, end: content.length } };
    const piece = content.slice(4);
    const whole = [textPart, { kind: "injected", text: injected, span }] as const;
    expect(find(piece, "like rum", { part, parts: whole })).toBeUndefined();
    const own = { start: span.start - 4, end: span.end - 4 };
    const clipped = [{ kind: "injected", text: injected, span: own }] as const;
    expect(find(piece, "like rum", { part, parts: clipped })).toBeUndefined();
    const said = [textPart, { kind: "text", text: injected, span }] as const;
    expect(find(piece, "like rum", { part, parts: said })?.span).toEqual({ start: 15, end: 23 });
  });
});

it("every evidence that is found verifies, for any text and any piece of it", () => {
  const change = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.replaceAll(/\s+/g, " "),
    (text: string) => `“${text}”`,
  );
  fc.assert(
    fc.property(arbitraryText, fc.nat(), fc.nat(60), change, (content, at, length, apply) => {
      const start = at % (content.length + 1);
      const chunk = chunkOf([{ content }]);
      const found = new EvidenceFinder(chunk).find("m1", apply(content.slice(start, start + length)));
      if (found !== undefined) expect(isEvidenceOf(found, chunk.messages[0])).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it("looks for a quote that almost fits everywhere without trying each place anew", () => {
  const content = "a ".repeat(500_000);
  expect(find(content, `${"a ".repeat(1_900)}b`)).toBeUndefined();
});
