import { describe, expect, it } from "vitest";
import { writeHtml } from "./html-to-markdown.ts";
import { readHtml } from "./html-tree.ts";
import { findMainContent } from "./main-content.ts";
import { MarkdownWriter } from "./markdown-writer.ts";

function mainText(html: string): string {
  const tree = readHtml(html, 200);
  const { root, lead, skips } = findMainContent(tree, html.length);
  const writer = new MarkdownWriter();
  if (lead !== undefined) writeHtml(lead, writer);
  writeHtml(root, writer, { skips });
  return writer.text();
}

const sentence =
  "The potter centred the clay on the wheel, opened it with both thumbs and pulled the wall up. ";
const paragraph = `<p>${sentence.repeat(3)}</p>`;
const links = (count: number): string =>
  `<ul>${Array.from({ length: count }, (_, i) => `<li><a href="/${i}">Other page number ${i}</a></li>`).join("")}</ul>`;

describe("findMainContent", () => {
  it("takes main, and the page's only title from outside of it", () => {
    const text =
      mainText(`<body><header><h1>Site page</h1></header><nav>menu</nav><main>${paragraph}<aside>a note</aside></main>
      <aside>ads</aside><footer>imprint</footer></body>`);
    expect(text).toMatch(/^# Site page\n\nThe potter/);
    expect(text).toContain("a note");
    for (const word of ["menu", "ads", "imprint"]) expect(text).not.toContain(word);
  });

  it("does not take a main that holds little of the page", () => {
    expect(mainText(`<body><main><p>hero</p></main><div>${paragraph.repeat(3)}</div></body>`)).toContain(
      "The potter",
    );
  });

  it("finds the article among unmarked boxes, and keeps its tables and code", () => {
    const code = "<pre>turn(wheel)</pre>";
    const table = "<table><tr><th>clay<th>heat<tr><td>red<td>900</table>";
    const text =
      mainText(`<html><body><div class="top">${links(20)}</div><div id="layout"><div class="sidebar">${links(30)}</div>
      <div class="post"><h2>Throwing</h2>${paragraph.repeat(4)}${table}${code}${paragraph.repeat(3)}</div></div>
      <div class="bottom">${links(20)}</div></body></html>`);
    expect(text).toContain("## Throwing");
    expect(text).toContain("| red | 900 |");
    expect(text).toContain("turn(wheel)");
    expect(text).not.toContain("Other page number");
  });

  it("keeps every word of the article's sentences", () => {
    const linked = `<p>${sentence}<a href="javascript:open()">a link that runs code</a> and <a href="/x">another</a> end it.</p>`;
    const text = mainText(
      `<html><body><div>${links(30)}</div><div class="post">${paragraph.repeat(4)}${linked}</div></body></html>`,
    );
    expect(text).toContain("a link that runs code and [another](/x) end it.");
    expect(text).not.toContain("Other page number");
  });

  it("keeps everything when no part speaks for the page", () => {
    const sections = Array.from(
      { length: 6 },
      (_, i) => `<div><h2>Part ${i}</h2>${paragraph}<pre>code ${i}</pre></div>`,
    ).join("");
    const text = mainText(`<html><body>${links(10)}${sections}</body></html>`);
    for (let i = 0; i < 6; i++) expect(text).toContain(`code ${i}`);
    expect(text).toContain("Other page number 9");
  });

  it("keeps scraps and pages of links whole", () => {
    expect(mainText("just text")).toBe("just text");
    expect(mainText("<table><tr><th>a<th>b<tr><td>1<td>2</table>")).toContain("| 1 | 2 |");
    expect(mainText(`<html><body>${links(50)}</body></html>`)).toContain("Other page number 49");
  });

  it("does not search huge pages", () => {
    const huge = `<html><body>${links(20)}${paragraph.repeat(8_000)}</body></html>`;
    expect(mainText(huge).length).toBeGreaterThan(2_000_000);
  });
});
