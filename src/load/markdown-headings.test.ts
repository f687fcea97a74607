import { describe, expect, it } from "vitest";
import { markdownOutline } from "./markdown-headings.ts";

const titles = (text: string) => markdownOutline(text).map(({ title, level }) => `${level} ${title}`);

describe("headings of Markdown", () => {
  it("open sections up to the next of their level or above", () => {
    const text = "intro\n\n# One\n\ntext\n\n## Two\n\nmore\n\n# Three\n";
    const spans = markdownOutline(text).map(({ span, title }) => [title, text.slice(span.start, span.end)]);
    expect(spans).toEqual([
      ["One", "# One\n\ntext\n\n## Two\n\nmore\n\n"],
      ["Two", "## Two\n\nmore\n\n"],
      ["Three", "# Three\n"],
    ]);
  });

  it.each([
    ["# C# and F# #", ["1 C# and F#"]],
    ["## Closed ##  \r\n", ["2 Closed"]],
    ["   ### Indented", ["3 Indented"]],
    ["#", ["1 "]],
    ["Title\n=====\n\nSub\n---", ["1 Title", "2 Sub"]],
    ["Two\nlines\n===", ["1 Two"]],
    ["# [Link](x) and **bold** `code`", ["1 Link and bold code"]],
  ])("%j", (text, expected) => {
    expect(titles(text)).toEqual(expected);
  });

  it.each([
    ["#hashtag"],
    ["    # code"],
    ["####### seven"],
    ["```sh\n# comment\n```"],
    ["~~~~\n# a\n~~~\n# b\n~~~~"],
    ["```\n# never closed"],
    ["<!--\n# hidden\n-->"],
    ["- item\n---"],
    ["| a |\n---"],
    ["\n---\n"],
    ["> quote\n---"],
  ])("none in %j", (text) => {
    expect(titles(text)).toEqual([]);
  });

  it("comes after a fence and after inline code that looks like one", () => {
    expect(titles("```\ncode\n```\n# After")).toEqual(["1 After"]);
    expect(titles("```inline``` code\n# After")).toEqual(["1 After"]);
    expect(titles("<!-- one line --> \n# After")).toEqual(["1 After"]);
  });

  it("starts where it is told", () => {
    const text = "---\n# no\n---\n# Yes\n";
    expect(markdownOutline(text, 13).map(({ title, span }) => [title, span.start])).toEqual([["Yes", 13]]);
  });
});
