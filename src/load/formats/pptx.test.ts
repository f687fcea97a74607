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
import { format } from "./pptx.ts";

const NAMESPACES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const presentation = (count: number): string => {
  const ids = Array.from({ length: count }, () => '<p:sldId r:id="r1"/>').join("");
  return `<p:presentation ${NAMESPACES}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`;
};
const relationships =
  '<Relationships><Relationship Id="r1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>';
const slide = (text: string): string =>
  `<p:sld ${NAMESPACES}><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`;

describe("fixtures", () => {
  it("reads slides in the order they are shown, with tables, links and notes", async () => {
    const parsed = await parseFixture(format, "documents/slides.pptx");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("slides.pptx"));
    expect(outlineLines(parsed)).toEqual([
      'slide 1 "Two seasons" slide 1 → # Two seasons',
      'slide 1 "What we did" slide 2 → # What we did',
      'slide 1 "" slide 3 → No title here',
      'slide 1 "Spare" slide 4 → # Spare',
    ]);
    expect(parsed).toMatchObject({
      format: "markdown",
      title: "Two seasons of digging",
      metadata: { author: "Jane Digger", slides: 4, hiddenSlides: [4] },
    });
  });

  it("reads what another program wrote", async () => {
    const parsed = await parseFixture(format, "documents/pandoc.pptx");
    await expect(parsed.text).toMatchFileSnapshot(expectedText("pandoc.pptx"));
    expect(parsed.outline?.map(({ title }) => title)).toEqual(["Field notes", "Trenches", "Notes"]);
  });
});

describe("odd and hostile files", () => {
  it("names slides that are missing", async () => {
    const parsed = await parse(
      format,
      zip({ "ppt/presentation.xml": presentation(2), "ppt/_rels/presentation.xml.rels": relationships }),
    );
    expect(parsed.text).toBe("");
    expect(parsed.warnings).toEqual([
      "Slide 1 is missing from the file.",
      "Slide 2 is missing from the file.",
    ]);
  });

  it("holds to the limit on slides", async () => {
    const parts = {
      "ppt/presentation.xml": presentation(50),
      "ppt/_rels/presentation.xml.rels": relationships,
      "ppt/slides/slide1.xml": slide("again"),
    };
    expect((await outcome(format, zip(parts))).match(/again/g)).toHaveLength(50);
    expect(await outcome(format, zip(parts), { pages: 49 })).toBe("LIMIT_EXCEEDED");
    expect(await outcome(format, zip(parts), { unpackedBytes: 10_000 })).toBe("LIMIT_EXCEEDED");
  });

  it("refuses files cut short, other kinds of files and locked ones", async () => {
    for (const cut of cutShort(fixture("documents/slides.pptx")))
      expect(await outcome(format, cut)).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("documents/report.docx"))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("sample.pdf"))).toBe("INPUT_MALFORMED");
    expect(await outcome(format, fixture("documents/locked.xlsx"))).toBe("INPUT_ENCRYPTED");
  });
});
