import { expect, it } from "vitest";
import { chunkOf as chunk } from "../../test/support/chunks.ts";
import type { Chunk } from "../core/chunk.ts";
import { embeddingText, fieldTerms, outlineFields } from "./outline-fields.ts";

const PROSE = "The kiln (built by potters) fires clay. Class struggle is another matter.";

it("puts what a chunk lost into fields of their own, and leaves its text alone", () => {
  const document = { id: "docs/kilns/firing-clay.md", text: PROSE, metadata: { title: "Kilns" } };
  const context = {
    text: "About firing.",
    by: "test",
    status: "ok" as const,
    questions: ["How hot?"],
    keywords: ["heat"],
  };
  expect(outlineFields(document, [chunk(PROSE, { path: ["Firing", "Clay"], context })])).toEqual([
    {
      text: PROSE,
      path: "Firing\nClay",
      title: "Kilns\ndocs/kilns/firing-clay.md",
      keywords: "heat",
      context: "About firing.",
      questions: "How hot?",
    },
  ]);
});

it("takes names from the parser where it ran, from the lines where it did not, and never from prose", () => {
  const source =
    "pub struct DiffExecutor<A, B> {\n    primary: A,\n}\n\nimpl DiffExecutor {\n    pub fn run_target(&self) {}\n}\n";
  const code = {
    language: "rust",
    imports: [],
    globalDeps: [],
    defines: ["Parsed"],
    startLine: 1,
    endLine: 2,
  };
  const document = { id: "d", text: source, metadata: { contentType: "code" } };
  const names = (one: Chunk) => outlineFields(document, [one])[0]?.names;
  expect(names(chunk(source, { code }))).toBe("Parsed");
  expect(names(chunk(source))).toBe("DiffExecutor\nrun_target");
  expect(outlineFields({ id: "d", text: PROSE, metadata: {} }, [chunk(PROSE)])[0]?.names).toBeUndefined();
});

it("shows no id that is not a path, and no failed context", () => {
  const context = { text: "half", by: "test", status: "failed" as const };
  expect(outlineFields({ id: "3f2a", text: "a", metadata: {} }, [chunk("a", { context })])).toEqual([
    { text: "a" },
  ]);
});

it("analyses every field, and leaves parents out", () => {
  const document = { id: "kiln.md", text: PROSE, metadata: {} };
  const terms = fieldTerms(document, [
    chunk("x", { kind: "parent" }),
    chunk("Kilns fire", { path: ["Firing"] }),
  ]);
  expect(terms[0]).toBeUndefined();
  expect(terms[1]?.text).toEqual(["kiln", "fire"]);
  expect(terms[1]?.path).toEqual(["fire"]);
  expect(terms[1]?.title).toContain("kiln");
});

it("embeds the text, after its generated context alone", () => {
  expect(embeddingText(chunk("Text.", { path: ["Heading"] }))).toBe("Text.");
  expect(embeddingText(chunk("Text.", { context: { text: "Why.", by: "t", status: "ok" } }))).toBe(
    "Why.\n\nText.",
  );
  expect(embeddingText(chunk("Text.", { context: { text: "Wh", by: "t", status: "failed" } }))).toBe("Text.");
});
