import { describe, expect, it } from "vitest";
import type { Line } from "./lines.ts";
import { writePages } from "./page-text.ts";
import { makeParagraphs } from "./paragraphs.ts";
import { findRunningLines } from "./running-lines.ts";

const region = { left: 50, right: 550 };
const FULL = 545;

interface Shape extends Partial<Line> {
  /** Distance from the line above. */
  readonly gap?: number;
}

/** Lines one below the other; each is a text, or a text with what is special about it. */
function lines(...given: (string | [text: string, shape: Shape])[]): Line[] {
  let y = 700;
  return given.map((one) => {
    const [text, shape] = typeof one === "string" ? [one, {}] : one;
    y -= shape.gap ?? 12;
    return {
      text,
      left: 50,
      right: FULL,
      y,
      size: 10,
      mono: false,
      tabbed: false,
      region,
      page: 0,
      turned: false,
      ...shape,
    };
  });
}

const grouped = (...given: Parameters<typeof lines>): string[] =>
  makeParagraphs(lines(...given)).map((paragraph) => paragraph.lines.map((line) => line.text).join("/"));

describe("makeParagraphs", () => {
  it("parts at wide gaps, other sizes and first-line indents", () => {
    expect(grouped("a", "b", "c", ["d", { gap: 20 }], "e")).toEqual(["a/b/c", "d/e"]);
    expect(grouped(["Title", { size: 14 }], "a", "b")).toEqual(["Title", "a/b"]);
    expect(grouped("a", "b", ["c", { left: 65 }], "d")).toEqual(["a/b", "c/d"]);
  });

  it("parts after a short line that ends a sentence", () => {
    expect(grouped("a", ["b.", { right: 300 }], "C", "d")).toEqual(["a/b.", "C/d"]);
    expect(grouped("a", ["b.", { right: 500 }], "C", "d")).toEqual(["a/b./C/d"]);
    expect(grouped("a", ["b", { right: 450 }], "c")).toEqual(["a/b/c"]);
  });

  it("keeps the lines of list items and hanging entries together", () => {
    const deep = { left: 65 };
    expect(grouped("• one", ["more", deep], ["more", deep], "• two", ["more", deep])).toEqual([
      "• one/more/more",
      "• two/more",
    ]);
    expect(grouped("1. one.", "2. two")).toEqual(["1. one.", "2. two"]);
    expect(grouped("Smith", ["title", deep], ["place", deep], "Young", ["title", deep])).toEqual([
      "Smith/title/place",
      "Young/title",
    ]);
  });

  it("reads on from one column or page to the next", () => {
    const other = { region: { left: 50, right: 550 }, page: 1 };
    expect(makeParagraphs(lines("goes", ["on", other])).map((one) => one.continues)).toEqual([false, true]);
    expect(makeParagraphs(lines("ends.", ["On", other])).map((one) => one.continues)).toEqual([false, false]);
    expect(makeParagraphs(lines("Goes", ["On", other])).map((one) => one.continues)).toEqual([false, false]);
  });
});

describe("writePages", () => {
  it("keeps lines of code and tables, with their indents", () => {
    const mono = { mono: true, right: 50 + 6 * 5 };
    const written = writePages(lines(["if x:", mono], ["y", { mono: true, left: 74, right: 80 }]));
    expect(written.text).toBe("if x:\n    y");
    const tabbed = { tabbed: true };
    expect(writePages(lines(["a\tb", tabbed], ["c\td", tabbed])).text).toBe("a\tb\nc\td");
  });

  it("gives each page its own span, and a word over the edge to the first", () => {
    const next = { page: 1, region: { left: 50, right: 550 }, y: 700 };
    const { text, pages } = writePages(lines("the infor-", ["mation goes on", next]));
    expect(text).toBe("the information goes on");
    expect(Array.from(pages.values(), ({ start, end }) => text.slice(start, end))).toEqual([
      "the information",
      "goes on",
    ]);
  });
});

describe("findRunningLines", () => {
  /** A page with a head, a body and a foot. */
  const page = (number: number, head: string, foot: string, body = `text of ${number}`): Line[] =>
    lines([head, { gap: 0 }], [body, { gap: 50 }], [`${body} more`, {}], [foot, { gap: 500 }]).map(
      (line) => ({ ...line, page: number }),
    );
  const running = (pages: Line[][]): string[] =>
    Array.from(findRunningLines(pages).lines, (line) => line.text);

  it("finds what repeats at the same place, and numbers of pages", () => {
    const pages = Array.from({ length: 6 }, (_, i) => page(i, "The Report", `Page ${i + 1} of 6`));
    expect(running(pages)).toHaveLength(12);
  });

  it("finds page numbers beside titles that change from chapter to chapter", () => {
    const pages = Array.from({ length: 9 }, (_, i) =>
      page(i, `${i + 3}\tChapter ${"ABC"[Math.floor(i / 3)]}`, "unlike".slice(0, 1 + (i % 6))),
    );
    expect(running(pages)).toHaveLength(9);
  });

  it("spares headings that happen to be numbered like their pages, and large letters", () => {
    const titles = ["1\tSite", "2\tFinds", "3\tDates", "4\tThanks", "5\tPlates"];
    expect(
      running(Array.from({ length: 5 }, (_, i) => page(i, `Invoice ${i + 1}`, `a${"x".repeat(i)}`))),
    ).toEqual([]);
    expect(running(titles.map((title, i) => page(i, title, `unlike ${"x".repeat(i)}`)))).toEqual([]);
    const large = Array.from({ length: 5 }, (_, i) =>
      page(i, "Same", `z${"x".repeat(i)}`).map((line) =>
        line.text === "Same" ? { ...line, size: 20 } : line,
      ),
    );
    expect(running(large)).toEqual([]);
  });

  it("says nothing about few pages", () => {
    expect(running([page(0, "Head", "1"), page(1, "Head", "2"), page(2, "Head", "3")])).toEqual([]);
  });
});
