import { describe, expect, it } from "vitest";
import { writeHtml } from "./html-to-markdown.ts";
import { readHtml } from "./html-tree.ts";
import { MarkdownWriter } from "./markdown-writer.ts";

function markdown(html: string): string {
  const writer = new MarkdownWriter();
  writeHtml(readHtml(html, 200).root, writer);
  return writer.text();
}

describe("text", () => {
  it("collapses spaces as browsers do and decodes entities", () => {
    expect(markdown("<p> a <b> b</b>  <i>c </i>d&nbsp;&amp;&eacute;&#x1F600; </p>")).toBe("a b c d &é😀");
    expect(markdown("a&shy;b<wbr>c\0d")).toBe("abcd");
    expect(markdown("<p>one<br>two<br/>three</p>")).toBe("one\ntwo\nthree");
  });

  it("drops emphasis and what cannot be seen", () => {
    expect(markdown("<em>a</em> <strong>b</strong> <del>c</del>")).toBe("a b c");
    const unseen = [
      "<script>x</script>",
      "<style>x</style>",
      "<template>x</template>",
      "<noscript>x</noscript>",
    ];
    const hidden = [
      "<p hidden>x</p>",
      "<p style='display: none'>x</p>",
      "<i aria-hidden=true>x</i>",
      "<svg><text>x</text></svg>",
    ];
    for (const html of [...unseen, ...hidden])
      expect(markdown(`a ${html} b`).replace(/\s+/g, " ")).toBe("a b");
    expect(markdown("<div role=tabpanel hidden>shown by a click</div>")).toBe("shown by a click");
  });

  it("raises and lowers digits", () => {
    expect(markdown("10<sup>6</sup> H<sub>2</sub>O x<sup>abc</sup>")).toBe("10⁶ H₂O xabc");
  });

  it("takes a picture's text and a ruby's base", () => {
    expect(markdown('<img alt="A  cat" src=x><img src=y>')).toBe("A cat");
    expect(markdown("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>")).toBe("漢");
  });
});

describe("links", () => {
  it("keeps addresses that lead somewhere", () => {
    expect(markdown('<a href="https://x.y/a (b)">the <b>text</b></a>.')).toBe(
      "[the text](https://x.y/a%20%28b%29).",
    );
    expect(markdown('<a href="../up.html">up</a>')).toBe("[up](../up.html)");
  });

  it("writes the text alone for addresses that lead nowhere or say the same", () => {
    for (const href of ["#top", "javascript:void(0)", "data:text/plain,x", "", `/${"x".repeat(3_000)}`]) {
      expect(markdown(`<a href="${href}">text</a>`)).toBe("text");
    }
    expect(markdown('<a name="x">text</a>')).toBe("text");
    expect(markdown('<a href="https://x.y/">https://x.y/</a>')).toBe("https://x.y/");
  });

  it("survives blocks inside links", () => {
    expect(markdown('<a href="/u"><h3>Card</h3><p>Some text</p><p>More</p></a> end')).toBe(
      "### Card\n\n[Some text](/u)\n\nMore\n\nend",
    );
  });
});

describe("blocks", () => {
  it("writes headings without their permalinks", () => {
    expect(markdown('<h2 id=a>Title <a class=headerlink href="#a">¶</a></h2>')).toBe("## Title");
    expect(markdown('<h2><a href="#a">#</a> Use of <code>f()</code> in <a href="/x">x</a></h2>')).toBe(
      "## Use of `f()` in x",
    );
    expect(markdown("<h1><div>a</div><div>b</div></h1>")).toBe("# a b");
  });

  it("writes lists with their numbers, nested and with paragraphs", () => {
    expect(markdown("<ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul>")).toBe("- a\n  - b\n- c\n\n  d");
    expect(markdown("<ol start=3><li>a<li value=7>b<li>c</ol>")).toBe("3. a\n7. b\n8. c");
    expect(markdown("<ul><li>a</ul><ul><li>b</ul>")).toBe("- a\n\n- b");
    expect(markdown("<ul><li><input type=checkbox checked> done<li><input type=checkbox> open</ul>")).toBe(
      "- [x] done\n- [ ] open",
    );
  });

  it("writes quotes, rules and definitions", () => {
    expect(markdown("<blockquote>a<blockquote>b</blockquote></blockquote>c")).toBe("> a\n>\n> > b\n\nc");
    expect(markdown("a<hr>b")).toBe("a\n\n---\n\nb");
    expect(markdown("<dl><dt>term<dd>meaning</dl>")).toBe("term\n\nmeaning");
  });

  it("keeps code as it is, with its language", () => {
    expect(markdown('<pre><code class="language-ts">\nlet a = 1;\n  b &lt; c\n</code></pre>')).toBe(
      "```ts\nlet a = 1;\n  b < c\n```",
    );
    expect(markdown('<div class="highlight-python3 x"><div class=highlight><pre>x</pre></div></div>')).toBe(
      "```python3\nx\n```",
    );
    expect(markdown('<pre class="sourceCode rust"><code>x</code></pre>')).toBe("```rust\nx\n```");
    expect(markdown("<pre>a<br>b<div>c</div><div>d</div></pre>")).toBe("```\na\nb\nc\nd\n```");
    expect(markdown("<pre><span class=lineno>1</span>a</pre>")).toBe("```\na\n```");
    expect(markdown("use <code>a `b`</code>")).toBe("use `` a `b` ``");
  });

  it("writes formulas where the page has their source", () => {
    const tex = '<semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics>';
    expect(markdown(`a <math>${tex}</math> b`)).toBe("a $x^2$ b");
    expect(markdown(`<math display=block>${tex}</math>`)).toBe("$$\nx^2\n$$");
    expect(markdown('<math alttext="y_1"><mi>y</mi></math>')).toBe("$y_1$");
    expect(markdown('<script type="math/tex; mode=display">z</script>')).toBe("$$\nz\n$$");
    expect(markdown('<img class=mwe-math-fallback-image-inline alt="{\\displaystyle a}">')).toBe("$a$");
  });
});

describe("tables", () => {
  it("writes data as a table, with caption and flattened cells", () => {
    expect(
      markdown("<table><caption>Cap</caption><tr><th>a<th>b<tr><td><p>1</p><ul><li>x</ul><td>2</table>"),
    ).toBe("Cap\n\n| a | b |\n| --- | --- |\n| 1 x | 2 |");
    expect(
      markdown("<table><thead><tr><td>a<td>b</thead><tr><td><a href='/u'>x|y</a><td>`</table>"),
    ).toContain("| [x\\|y](/u) | ` |");
  });

  it("unwraps tables made for the looks", () => {
    expect(markdown("<table role=presentation><tr><td>a<td>b</table>")).toBe("a\n\nb");
    expect(markdown("<table><tr><td><h2>T</h2>text<td><pre>code</pre></table>")).toBe(
      "## T\n\ntext\n\n```\ncode\n```",
    );
    expect(markdown("<table><tr><td>only<tr><td>one column</table>")).toBe("only\n\none column");
  });

  it("loses no text that stands where none should", () => {
    expect(markdown("<table>stray<tr>lost<td>a</td>between<td>b</td></table>tail")).toContain("between");
    expect(markdown("<table>stray<tr>lost<td>a</td><td>b</td></table>tail")).toMatch(/stray.*lost.*tail/s);
    expect(markdown("<table><tr><th>a<th>b<tr><td><table><tr><td>in<td>ner</table><td>2</table>")).toContain(
      "| in ner | 2 |",
    );
  });
});

describe("bad pages", () => {
  it("reads unclosed and wrongly closed elements", () => {
    expect(markdown("<p>a<p>b<li>c</b></div>d")).toBe("a\n\nb\n\n- cd");
    expect(markdown("<h1>never closed <p>text")).toContain("text");
    expect(markdown('<a href="x')).toBe("");
    expect(markdown("a < b <3 & c")).toBe("a < b <3 & c");
  });

  it("keeps the text of elements nested beyond any sense", () => {
    for (const tag of ["div", "b", "ul><li", "blockquote", "table><tr><td", "a href=x", "pre", "h1", "sup"]) {
      const deep = markdown(`${`<${tag}>`.repeat(10_000)}deep`);
      expect(deep.replace(/[^a-z]/g, "")).toMatch(/^`*deepx?$/);
    }
    expect(markdown(`${"<div>".repeat(10_000)}a${"</div>".repeat(10_000)}<p>b</p>`)).toBe("a\n\nb");
  });
});
