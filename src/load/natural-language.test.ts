import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectNaturalLanguage } from "./natural-language.ts";

const fixture = new URL("../../test/fixtures/encodings/texts.json", import.meta.url);
const TEXTS = JSON.parse(readFileSync(fixture, "utf8")) as Record<string, { text: string }>;

describe("the language of prose", () => {
  it.each([
    ["English", "en"],
    ["German", "de"],
    ["French", "fr"],
    ["Polish", "pl"],
    ["Turkish", "tr"],
    ["Vietnamese", "vi"],
    ["Russian", "ru"],
    ["Greek", "el"],
    ["Hebrew", "he"],
    ["Arabic", "ar"],
    ["Thai", "th"],
    ["Japanese", "ja"],
    ["Korean", "ko"],
    ["Simplified Chinese", "zh"],
  ])("is told from a few lines: %s", async (name, language) => {
    expect(await detectNaturalLanguage(TEXTS[name].text)).toBe(language);
  });

  it("is told behind settings, code, addresses and tags", async () => {
    const english = "const value = theFunction(with, some, arguments);\n".repeat(20);
    const page = `---\ntitle: The english title of this page\n---\n\n\`\`\`js\n${english}\`\`\`\n\n<p>${TEXTS.German.text}</p> https://example.com/the/english/words`;
    expect(await detectNaturalLanguage(page)).toBe("de");
  });

  it("is left open where there is little to go by", async () => {
    expect(await detectNaturalLanguage("Hotel Radio Taxi")).toBeUndefined();
    expect(await detectNaturalLanguage("xq zrt kkl pqw ".repeat(20))).toBeUndefined();
    expect(await detectNaturalLanguage("")).toBeUndefined();
  });
});
