import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readSet } from "./read-set.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-set-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(corpus: readonly unknown[], queries: readonly unknown[]): void {
  const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  writeFileSync(join(folder, "corpus.jsonl"), lines(corpus));
  writeFileSync(join(folder, "queries.jsonl"), lines(queries));
}

it("reads documents with their units, and queries with what answers them", async () => {
  write(
    [
      {
        id: "d",
        text: "One. Two.",
        group: "g",
        chunks: [
          [0, 4],
          [5, 9],
        ],
        boundaries: [1],
      },
    ],
    [{ id: "q", query: "two?", group: "g", relevant: [{ doc: "d", start: 5, end: 9 }] }],
  );
  const { documents, queries } = await readSet(folder);
  expect(documents[0]).toEqual({
    id: "d",
    text: "One. Two.",
    group: "g",
    chunks: [
      { start: 0, end: 4 },
      { start: 5, end: 9 },
    ],
    boundaries: [1],
  });
  expect(queries[0].relevant).toEqual([{ document: "d", start: 5, end: 9 }]);
});

it.each([
  ["a document without text", [{ id: "d" }], [], /corpus\.jsonl, line 1: a document needs id and text/],
  [
    "a unit outside the text",
    [{ id: "d", text: "ab", chunks: [[0, 9]] }],
    [],
    /line 1: \[start, end\] inside the text/,
  ],
  [
    "an unknown document",
    [{ id: "d", text: "ab" }],
    [{ id: "q", query: "x", relevant: [{ doc: "e", start: 0, end: 1 }] }],
    /queries\.jsonl, line 1: document "e" is not in the corpus/,
  ],
  [
    "a span outside its document",
    [{ id: "d", text: "ab" }],
    [{ id: "q", query: "x", relevant: [{ doc: "d", start: 0, end: 3 }] }],
    /the span 0-3 is not inside document d/,
  ],
  [
    "a query that nothing answers",
    [{ id: "d", text: "ab" }],
    [
      { id: "p", query: "x", relevant: [{ doc: "d", start: 0, end: 1 }] },
      { id: "q", query: "x", relevant: [] },
    ],
    /queries\.jsonl, line 2: a query needs a list of relevant spans, at least one/,
  ],
  [
    "an empty span",
    [{ id: "d", text: "ab" }],
    [{ id: "q", query: "x", relevant: [{ doc: "d", start: 1, end: 1 }] }],
    /queries\.jsonl, line 1: the span 1-1 of document d is empty/,
  ],
  [
    "a group without documents",
    [{ id: "d", text: "ab", group: "g" }],
    [{ id: "q", query: "x", group: "h", relevant: [{ doc: "d", start: 0, end: 1 }] }],
    /queries\.jsonl, line 1: no document is of the group "h"/,
  ],
  [
    "an id that was used before",
    [
      { id: "d", text: "ab" },
      { id: "d", text: "cd" },
    ],
    [],
    /corpus\.jsonl, line 2: the id "d" was used before/,
  ],
  [
    "a boundary that is no unit",
    [{ id: "d", text: "ab", chunks: [[0, 2]], boundaries: [4] }],
    [],
    /line 1: a boundary is an index into the 1 chunks; got 4/,
  ],
])("names the line of %s", async (_name, corpus, queries, message) => {
  write(corpus, queries);
  await expect(readSet(folder)).rejects.toThrow(message);
});

it("takes a document without a group as a group of its own", async () => {
  const relevant = [{ doc: "d", start: 0, end: 1 }];
  write([{ id: "d", text: "ab" }], [{ id: "q", query: "x", group: "d", relevant }]);
  expect((await readSet(folder)).queries[0].group).toBe("d");
});

it("refuses a set without queries", async () => {
  write([{ id: "d", text: "ab" }], []);
  await expect(readSet(folder)).rejects.toThrow(/queries\.jsonl has no line/);
});

it("says what a set is when there is none", async () => {
  await expect(readSet(join(folder, "nowhere"))).rejects.toThrow(
    /a measuring set is a folder with corpus\.jsonl/,
  );
});
