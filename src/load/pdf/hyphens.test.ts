import { expect, it } from "vitest";
import { Vocabulary } from "./hyphens.ts";

function join(line: string, next: string, ...known: string[]): string {
  const words = new Vocabulary();
  for (const text of known) words.add(text);
  const { dropsHyphen, space } = words.joint(line, next);
  return (dropsHyphen ? line.slice(0, -1) : line) + (space ? " " : "") + next;
}

it("mends words that were parted at the end of a line", () => {
  expect(join("the infor-", "mation was")).toBe("the information was");
  expect(join("größ-", "ter")).toBe("größter");
  expect(join("one two", "three")).toBe("one two three");
});

it("keeps hyphens that belong to the word", () => {
  expect(join("state-of-the-", "art")).toBe("state-of-the-art");
  expect(join("a well-", "known man", "the well-known thing")).toBe("a well-known man");
  expect(join("Anglo-", "Saxon")).toBe("Anglo-Saxon");
  expect(join("co-", "operate", "to co-operate, to cooperate")).toBe("cooperate");
});

it("leaves dashes and numbers alone", () => {
  expect(join("so -", "he said")).toBe("so - he said");
  expect(join("pages 10-", "12")).toBe("pages 10- 12");
  expect(join("one —", "two")).toBe("one — two");
});

it("puts no space where the script has none", () => {
  expect(join("日本", "語です")).toBe("日本語です");
  expect(join("日本", "Inc.")).toBe("日本 Inc.");
});

it("does not learn the half of a word a line ends with", () => {
  expect(join("two well-", "worn", "a well-")).toBe("two wellworn");
});
