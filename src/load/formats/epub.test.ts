import { describe, expect, it } from "vitest";
import {
  cutShort,
  expectedText,
  fixture,
  outcome,
  outlineLines,
  parse,
  parseFixture,
  zip,
} from "../../../test/support/documents.ts";
import { format } from "./epub.ts";

const container = '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>';

function epub(chapters: Readonly<Record<string, string>>, spine = Object.keys(chapters)): Uint8Array {
  const items = Object.keys(chapters).map(
    (name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`,
  );
  const order = spine.map((name) => `<itemref idref="${name}"/>`);
  const opf = `<package><metadata/><manifest>${items.join("")}</manifest><spine>${order.join("")}</spine></package>`;
  return zip({ "META-INF/container.xml": container, "b.opf": opf, ...chapters });
}

describe("fixtures", () => {
  it("reads chapters in order, with the table of contents as outline", async () => {
    const parsed = await parseFixture(format, "documents/book.epub");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("book.epub"));
    expect(outlineLines(parsed)).toEqual([
      'chapter 1 "The first part" → # Part 1',
      'chapter 2 "Rain" → ## Rain',
      'heading 5 "Mud" → ### Mud',
      'chapter 1 "The second part" → # Part 2',
    ]);
    expect(parsed).toMatchObject({
      format: "markdown",
      title: "Weather & clay",
      metadata: { author: "A. Potter, B. Kiln", language: "en", chapters: 3 },
    });
  });

  it("takes the older table of contents where there is no other", async () => {
    const parsed = await parseFixture(format, "documents/book-ncx.epub");
    expect(parsed.outline?.filter(({ kind }) => kind === "chapter").map(({ title }) => title)).toEqual([
      "Old one",
      "Old rain",
    ]);
  });

  it("reads what another program wrote", async () => {
    const parsed = await parseFixture(format, "documents/pandoc.epub");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("pandoc.epub"));
    expect(outlineLines(parsed)).toEqual([
      'heading 1 "Field notes" → # Field notes',
      'chapter 1 "Trenches" → # Trenches',
      'chapter 2 "Numbers" → ## Numbers',
    ]);
  });

  it("refuses locked books, but not locked fonts", async () => {
    expect(await outcome(format, fixture("documents/locked.epub"))).toBe("INPUT_ENCRYPTED");
    expect(await outcome(format, fixture("documents/book.epub"))).toContain("It was dry");
  });
});

describe("odd and hostile books", () => {
  it("uses headings where there is no table of contents", async () => {
    const parsed = await parse(
      format,
      epub({ "a.xhtml": "<h1>A</h1>x", "b.xhtml": "<h1>B</h1><h2>C</h2>y" }),
    );
    expect(outlineLines(parsed)).toEqual([
      'heading 1 "A" → # A',
      'heading 1 "B" → # B',
      'heading 2 "C" → ## C',
    ]);
  });

  it("decodes chapters by what they declare", async () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="iso-8859-1"?><html><body>gr\u00fcn</body></html>',
      "latin1",
    );
    expect(
      await outcome(
        format,
        zip({
          "META-INF/container.xml": container,
          "b.opf":
            '<package><manifest><item id="a" href="a"/></manifest><spine><itemref idref="a"/></spine></package>',
          a: latin,
        }),
      ),
    ).toBe("grün");
  });

  it("names chapters that are missing and reads each once", async () => {
    const parsed = await parse(
      format,
      epub({ "a.xhtml": "<p>only once</p>" }, ["a.xhtml", "gone", "a.xhtml"]),
    );
    expect(parsed.text).toBe("only once");
    expect(parsed.warnings).toEqual(['The chapter "gone" is missing from the file.']);
  });

  it("holds to the limit on chapters", async () => {
    const book = epub({ "a.xhtml": "x", "b.xhtml": "y" });
    expect(await outcome(format, book, { pages: 2 })).toBe("x\n\ny");
    expect(await outcome(format, book, { pages: 1 })).toBe("LIMIT_EXCEEDED");
  });

  it("flattens chapters nested beyond any sense", async () => {
    expect(await outcome(format, epub({ "a.xhtml": `${"<div>".repeat(10_000)}deep` }))).toBe("deep");
  });

  it("refuses what is no book, and books cut short", async () => {
    expect(await outcome(format, new Uint8Array())).toBe("INPUT_MALFORMED");
    expect(await outcome(format, zip({ mimetype: "application/epub+zip" }))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, zip({ "META-INF/container.xml": container }))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("sample.pdf"))).toBe("INPUT_MALFORMED");
    for (const cut of cutShort(fixture("documents/book.epub")))
      expect(await outcome(format, cut)).toBe("INPUT_MALFORMED");
  });
});
