import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageSpans, renderTurn, turnDocument } from "./render-turn.ts";

describe("renderTurn", () => {
  it("is the text the product's brief has, with the exact place of both sides", () => {
    expect(renderTurn("Hi", "Hello.")).toEqual({
      text: "User: Hi\nAssistant: Hello.",
      user: { start: 6, end: 8 },
      assistant: { start: 20, end: 26 },
    });
  });

  it("leaves a silent side out", () => {
    expect(renderTurn("", "Hello.").text).toBe("Assistant: Hello.");
    expect(renderTurn("Hi", "").text).toBe("User: Hi");
    expect(renderTurn("", "")).toEqual({
      text: "",
      user: { start: 0, end: 0 },
      assistant: { start: 0, end: 0 },
    });
  });

  it("slices back to what was said, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (user, assistant) => {
        const turn = renderTurn(user, assistant);
        expect(turn.text.slice(turn.user.start, turn.user.end)).toBe(user);
        expect(turn.text.slice(turn.assistant.start, turn.assistant.end)).toBe(assistant);
      }),
    );
  });
});

describe("messageSpans", () => {
  it("finds both messages and what they say without the label", () => {
    const document = turnDocument({ user: "User: me", assistant: "Assistant: you" });
    const found = messageSpans(document).map(({ content, end }) => document.text.slice(content, end));
    expect(found).toEqual(["User: me", "Assistant: you"]);
  });

  it("takes a text without an outline as one message", () => {
    expect(messageSpans({ text: "User: a" })).toEqual([{ start: 0, content: 0, end: 7 }]);
  });
});
