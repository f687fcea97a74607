import { expect, it } from "vitest";
import { markInjected } from "./injected.ts";

/** As src/memory/render-recalled.ts writes them; the memory layer lies above this one. */
const block = (id: string) =>
  `<recalled-memory id="${id}" date="2026-03-01T10:00:00.000Z" origin="session a">\n> User: I live in Oslo.\n</recalled-memory>`;

it("marks a text that holds recalled memories and nothing else", () => {
  const text = `${block("t1")}\n${block("t2")}\n`;
  expect(markInjected({ kind: "text", text })).toEqual({ kind: "injected", text });
});

it("knows recalled memories whose attributes are as long as they may be", () => {
  expect(markInjected({ kind: "text", text: block("&quot;".repeat(200)) }).kind).toBe("injected");
});

it("leaves a text in which somebody goes on to speak", () => {
  expect(markInjected({ kind: "text", text: `${block("t1")}\nI moved to Bergen.` }).kind).toBe("text");
});

it("marks reminders of coding agents, and no text that only names one", () => {
  expect(markInjected({ kind: "text", text: "<system-reminder>be brief</system-reminder>" }).kind).toBe(
    "injected",
  );
  expect(markInjected({ kind: "text", text: "What is a <system-reminder>?" }).kind).toBe("text");
});
