import { expect, it } from "vitest";
import { LatexChunker } from "./latex-chunker.ts";

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(" ");

it("cuts before sections and gives chunks their path", async () => {
  const text = `\\section{One}\n\n${words(20)}\n\n\\subsection{Two \\emph{parts}}\n\n${words(20)}\n`;
  const chunks = await new LatexChunker({ size: 190 }).split({ text });
  expect(chunks.map((chunk) => chunk.path)).toEqual([["One"], ["One", "Two parts"]]);
});

it.each([
  ["equation", "\\begin{equation}\n  a = b \\\\\n\n  c = d\n\\end{equation}"],
  ["display formula", "$$\na = b\n\nc\n$$"],
  ["verbatim text", "\\begin{verbatim}\n\\section{no}\n\n% x\n\\end{verbatim}"],
  ["list", "\\begin{itemize}\n\\item one\n\\item two\n\\end{itemize}"],
])("a %s that fits is never cut", async (_name, unit) => {
  const text = `${words(9)}\n\n${unit}\n\n${words(13)}\n\n${unit}\n\nend\n`;
  for (let size = unit.length + 2; size < 200; size += 3) {
    const chunks = await new LatexChunker({ size }).splitText(text);
    expect(
      chunks.reduce((sum, chunk) => sum + chunk.split(unit).length - 1, 0),
      `size ${size}`,
    ).toBe(2);
  }
});

it("keeps a section's command with its text", async () => {
  const text = `\\section{One}\n\n${words(40)}\n`;
  for (const chunk of await new LatexChunker({ size: 200 }).splitText(text))
    expect(chunk).not.toMatch(/\{One\}$/);
});

it("takes comments for comments", async () => {
  const [chunk] = await new LatexChunker().split({
    text: "% \\section{no}\n\\section{Yes}\nText \\% \\section{Also}\n",
  });
  expect(chunk.path).toEqual([]);
});

/** Each took time that grew with the square of its length, or would. */
it.each(["\\begin{ab}", "\\begin{ab}\\end{cd}", "\\[", "$$", "\\begin{verbatim}", "\\section{"])(
  "survives 100,000 of %j",
  async (piece) => {
    const text = piece.repeat(100_000);
    const chunks = await new LatexChunker({ size: 5_000, whitespace: "keep" }).splitText(text);
    expect(chunks.join("")).toBe(text);
  },
);
