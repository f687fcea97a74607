import { describe, expect, it } from "vitest";
import { readToml } from "./toml-reader.ts";

describe("TOML", () => {
  it("reads every kind of value and table", () => {
    const text = [
      'title = "A \\"quoted\\" title \\u00e9" # a comment',
      "path = 'C:\\new'",
      "date = 2024-05-01",
      "moment = 2024-05-01 10:20:30Z",
      "count = 1_000",
      "share = -0.5e3",
      "colour = 0xff",
      "draft = false",
      'tags = [ "a", # first',
      '  "b", ]',
      "author.name = 'Ada'",
      'inline = { x = 1, "y z" = [ { deep = true } ] }',
      'long = """',
      "one \\",
      '   line"""',
      "",
      "[params.social]",
      'site = "x"',
      "[[items]]",
      "n = 1",
      "[[items]]",
      "n = 2",
      "[items.more]",
      "m = 3",
    ].join("\r\n");
    expect(JSON.parse(JSON.stringify(readToml(text)))).toEqual({
      value: {
        title: 'A "quoted" title é',
        path: "C:\\new",
        date: "2024-05-01",
        moment: "2024-05-01 10:20:30Z",
        count: 1000,
        share: -500,
        colour: 255,
        draft: false,
        tags: ["a", "b"],
        author: { name: "Ada" },
        inline: { x: 1, "y z": [{ deep: true }] },
        long: "one line",
        params: { social: { site: "x" } },
        items: [{ n: 1 }, { n: 2, more: { m: 3 } }],
      },
    });
  });

  it.each([
    ["a = ", /expected a value/],
    ["a = 1 b = 2", /expected the end of the line/],
    ["= 1", /expected a key/],
    ['a = "open', /not closed/],
    ["a = [1, 2", /expected a value|","/],
    ["a = 1\na = 2", /defined twice/],
    ["a = 1\n[a.b]", /is a value, not a table/],
    ["a = soon", /is no value/],
    [`a = ${"[".repeat(100_000)}`, /nested more than 32 deep/],
    ['a = "\\q"', /is no escape/],
    ["a\\", /expected/],
  ])("says what is wrong in %j", (text, problem) => {
    expect(readToml(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it("takes no key for a prototype", () => {
    readToml("[__proto__]\npolluted = true");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
