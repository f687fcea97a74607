import { describe, expect, it } from "vitest";
import { MarkdownWriter } from "./markdown-writer.ts";
import { closeSections } from "./sections.ts";

function write(build: (writer: MarkdownWriter) => void): string {
  const writer = new MarkdownWriter();
  build(writer);
  expect(writer.text().length).toBe(writer.length);
  return writer.text();
}

describe("MarkdownWriter", () => {
  it("parts blocks by a blank line and items by a line end", () => {
    const text = write((writer) => {
      writer.paragraph("before");
      for (const label of ["1.", "2."]) {
        writer.openItem(label);
        writer.paragraph(`item ${label}`);
        writer.paragraph("more");
        writer.close();
      }
      writer.endList();
      writer.paragraph("after");
    });
    expect(text).toBe("before\n\n1. item 1.\n\n   more\n2. item 2.\n\n   more\n\nafter");
  });

  it("nests items, quotes and code with their indents", () => {
    const text = write((writer) => {
      writer.openQuote();
      writer.openItem("-");
      writer.paragraph("outer");
      writer.openItem("-");
      writer.code("a\n\nb", "js");
      writer.close();
      writer.close();
      writer.paragraph("quoted");
      writer.close();
      writer.paragraph("free");
    });
    const quote = ["> - outer", ">   - ```js", ">     a", ">", ">     b", ">     ```", ">", "> quoted"];
    expect(text).toBe([...quote, "", "free"].join("\n"));
  });

  it("starts another list after endList, and sets a number other than 1 apart from a paragraph", () => {
    const item = (writer: MarkdownWriter, label: string, inner?: () => void): void => {
      writer.openItem(label);
      writer.paragraph(label);
      inner?.();
      writer.close();
    };
    const text = write((writer) => {
      item(writer, "-");
      writer.endList();
      item(writer, "-", () => item(writer, "4."));
    });
    expect(text).toBe("- -\n\n- -\n\n  4. 4.".replaceAll("- -", "- \\-").replace("4. 4.", "4. 4\\."));
  });

  it("keeps lines from reading as other blocks", () => {
    const risky = [
      "# a",
      "- b",
      "+ c",
      "1. d",
      "2) e",
      "> f",
      "```",
      "~~~ g",
      "$$ h",
      "---",
      "===",
      "* * *",
      "| -- |",
      "<div>",
    ];
    const lines = write((writer) => writer.paragraph(risky.join("\n"))).split("\n");
    expect(lines.map((line) => line.replace("\\", ""))).toEqual(risky);
    for (const line of lines) expect(line).toContain("\\");
    const harmless = "#a -b 1.5 2024 <3 a|b *c* $5";
    expect(write((writer) => writer.paragraph(harmless.replaceAll(" ", "\n")))).toBe(
      harmless.replaceAll(" ", "\n"),
    );
  });

  it("takes a fence that the code does not hold", () => {
    expect(write((writer) => writer.code("\n\n  a\n```\nb\n\n"))).toBe("````\n  a\n```\nb\n````");
    expect(write((writer) => writer.code(" \n "))).toBe("");
  });

  it("notes headings outside of lists and quotes", () => {
    const writer = new MarkdownWriter();
    writer.heading(1, "`A`  b", "A b");
    writer.openQuote();
    writer.heading(2, "quoted", "quoted");
    writer.close();
    writer.heading(3, "c", "c");
    writer.heading(2, "d", "d");
    writer.heading(2, " ", "");
    expect(writer.text()).toBe("# `A` b\n\n> quoted\n\n### c\n\n## d");
    const sections = closeSections(writer.headings, writer.length);
    expect(sections.map(({ title, span }) => [title, writer.text().slice(span.start, span.end)])).toEqual([
      ["A b", writer.text()],
      ["c", "### c\n\n"],
      ["d", "## d"],
    ]);
  });

  it("writes no rule at the start, where it would open front matter", () => {
    const text = write((writer) => {
      writer.rule();
      writer.paragraph("a");
      writer.rule();
    });
    expect(text).toBe("a\n\n---");
  });

  it("bounds the indent of lists however deep they are", () => {
    const text = write((writer) => {
      for (let depth = 0; depth < 5_000; depth++) {
        writer.openItem("-");
        writer.paragraph("x");
      }
    });
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(50);
    expect(text.match(/x/g)).toHaveLength(5_000);
  });
});
