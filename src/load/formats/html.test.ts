import { describe, expect, it } from "vitest";
import { expectedText, outcome, outlineLines, parse, parseFixture } from "../../../test/support/documents.ts";
import { format } from "./html.ts";

const bytes = (html: string, encoding: BufferEncoding = "utf8"): Uint8Array =>
  new Uint8Array(Buffer.from(html, encoding));

describe("fixtures", () => {
  it("reads a documentation page", async () => {
    const parsed = await parseFixture(format, "documents/manual.htm");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("manual.htm"));
    expect(outlineLines(parsed)).toEqual([
      'heading 1 "Kiln control" → # Kiln control',
      'heading 2 "Setting up" → ## Setting up',
      'heading 3 "fire() in brief" → ### `fire()` in brief',
      'heading 2 "Limits" → ## Limits',
    ]);
    expect(parsed).toMatchObject({
      format: "markdown",
      title: "Kiln control — Manual",
      metadata: { language: "en", description: "How to fire.", author: "J. Ash", encoding: "utf-8" },
      warnings: [],
    });
  });

  it("reads a blog page without its surroundings", async () => {
    const parsed = await parseFixture(format, "documents/article.htm");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("article.htm"));
    expect(outlineLines(parsed)).toEqual([
      'heading 1 "A week at the wheel" → # A week at the wheel',
      'heading 2 "Monday" → ## Monday',
      'heading 2 "Glazes" → ## Glazes',
    ]);
  });
});

describe("encodings", () => {
  const page = (charset: string): string => `<meta charset="${charset}"><p>Grüße, größer als üblich</p>`;

  it("believes the page over a guess", async () => {
    expect(await outcome(format, bytes(page("iso-8859-1"), "latin1"))).toBe("Grüße, größer als üblich");
    expect(await outcome(format, bytes(page("windows-1251"), "latin1"))).toContain("Gr");
    const koi = new Uint8Array([
      ...bytes('<meta http-equiv=Content-Type content="text/html; charset=koi8-r"><p>'),
      0xf0,
      0xd2,
      0xc9,
    ]);
    expect(await outcome(format, koi)).toBe("При");
  });

  it("believes a byte order mark over the page", async () => {
    expect(await outcome(format, bytes(`\ufeff${page("iso-8859-1")}`))).toBe("Grüße, größer als üblich");
    expect(await outcome(format, bytes(`\ufeff${page("utf-8")}`, "utf16le"))).toBe(
      "Grüße, größer als üblich",
    );
  });

  it("reports bytes that fit no encoding of the page", async () => {
    const parsed = await parse(
      format,
      new Uint8Array([
        ...bytes('<meta charset="utf-8"><p>fine text and more fine text ä ö ü '),
        0xff,
        0xfe,
        0x41,
      ]),
    );
    expect(parsed.text).toContain("fine text");
    expect(parsed.metadata).toHaveProperty("encoding");
  });
});

describe("hostile pages", () => {
  it.each<[string, string, string | RegExp]>([
    ["empty", "", ""],
    ["blank", " \n\t ", ""],
    ["only a menu", "<nav>Menu</nav>", "Menu"],
    ["only a title", "<title>Never closed <p>text", ""],
    ["nested 10,000 deep", `${"<div>".repeat(10_000)}deep`, "deep"],
    ["lists nested 10,000 deep", `${"<ul><li>".repeat(10_000)}deep`, /^(?:- )+deep$/],
    ["tables nested 10,000 deep", `${"<table><tr><td>".repeat(10_000)}deep`, /deep/],
    ["end tags only", "</div></p></li>".repeat(20_000), ""],
    ["one line of 5 MB", `<p>${"word ".repeat(1_000_000)}</p>`, /^word word .{4900000}/],
    ["unclosed attribute", '<p>text<a href="x', "text"],
    ["unclosed comment", "<p>text<!-- never", "text"],
    ["unclosed script", "<p>text<script>alert(1)", "text"],
    ["angle brackets only", "<".repeat(100_000), /^<+$/],
    ["entities only", "&".repeat(100_000), /^&+$/],
    ["spans of millions", `<table>${"<tr><td colspan=1000 rowspan=65534>x<td>y".repeat(2_000)}</table>`, /x/],
    ["a quarter million attributes", `<p ${"a=b ".repeat(250_000)}>text`, "text"],
  ])("%s", async (_, html, expected) => {
    const text = await outcome(format, bytes(html));
    if (typeof expected === "string") expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it("says when structure was lost", async () => {
    const parsed = await parse(format, bytes(`${"<div>".repeat(600)}deep`));
    expect(parsed.warnings?.join()).toContain("more than 512 deep");
  });

  it("refuses bytes that are no text", async () => {
    expect(
      await outcome(format, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])),
    ).toBe("INPUT_BINARY");
    expect(await outcome(format, bytes("<p>a\0b</p>"))).toBe("INPUT_BINARY");
  });

  it("ends on any page of random tags", async () => {
    const tags = [
      "p",
      "/p",
      "table",
      "tr",
      "td",
      "/td",
      "ul",
      "li",
      "/ul",
      "pre",
      "/pre",
      "a href=x",
      "/a",
      "h2",
      "/h2",
      "blockquote",
      "code",
      "/code",
      "br",
    ];
    let seed = 1;
    const next = (most: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let page = 0; page < 300; page++) {
      let html = "";
      const words: string[] = [];
      for (let i = 0; i < 60; i++) {
        html += `<${tags[next(tags.length)]}>`;
        if (next(2) === 0) {
          words.push(`w${i}w`);
          html += ` w${i}w `;
        }
      }
      const text = await outcome(format, bytes(html));
      for (const word of words) expect(text, html).toContain(word);
    }
  });
});
