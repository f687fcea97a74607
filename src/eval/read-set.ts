import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SherdError } from "../core/errors.ts";
import type { Span } from "../core/span.ts";

/** A document of a measuring set. */
export interface SetDocument {
  readonly id: string;
  readonly text: string;
  readonly path?: string;
  readonly title?: string;
  /** A query is answered from the documents of its own group. */
  readonly group?: string;
  /** The units published figures were taken on. */
  readonly chunks?: readonly Span[];
  /** Indexes into `chunks` at which a person marked a new topic. */
  readonly boundaries?: readonly number[];
}

export interface RelevantSpan extends Span {
  readonly document: string;
}

export interface SetQuery {
  readonly id: string;
  readonly query: string;
  readonly group?: string;
  readonly relevant: readonly RelevantSpan[];
}

export interface MeasuringSet {
  readonly name: string;
  readonly documents: readonly SetDocument[];
  readonly queries: readonly SetQuery[];
}

/** Reads a folder with `corpus.jsonl` and `queries.jsonl`; what is malformed is named with its line. */
export async function readSet(folder: string): Promise<MeasuringSet> {
  const ids = new Set<string>();
  const documents = await readLines(join(folder, "corpus.jsonl"), (line) => onlyOne(readDocument(line), ids));
  const lengths = new Map(documents.map(({ id, text }) => [id, text.length]));
  const groups = new Set(documents.map(groupOf));
  const asked = new Set<string>();
  const queries = await readLines(join(folder, "queries.jsonl"), (line) => {
    const query = onlyOne(readQuery(line, lengths), asked);
    expect(
      query.group === undefined || groups.has(query.group),
      `no document is of the group ${JSON.stringify(query.group)}`,
    );
    return query;
  });
  for (const [file, rows] of Object.entries({ "corpus.jsonl": documents, "queries.jsonl": queries })) {
    if (rows.length > 0) continue;
    const path = join(folder, file);
    throw new SherdError("INPUT_MALFORMED", `${path} has no line; a set needs documents and queries.`, {
      path,
    });
  }
  const name = folder.split(/[\\/]/).findLast((part) => part !== "") ?? folder;
  return { name, documents, queries };
}

/** A document that names no group is a group of its own. */
export function groupOf({ id, group }: SetDocument): string {
  return group ?? id;
}

type Fields = Record<string, unknown>;

async function readLines<T>(path: string, read: (fields: Fields) => T): Promise<T[]> {
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (error) {
    throw new SherdError(
      "INPUT_NOT_FOUND",
      `${path} cannot be read; a measuring set is a folder with corpus.jsonl and queries.jsonl.`,
      { path },
      { cause: error },
    );
  }
  return content.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [read(JSON.parse(line) as Fields)];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const where = { path, line: index + 1 };
      throw new SherdError("INPUT_MALFORMED", `${path}, line ${index + 1}: ${reason}`, where, {
        cause: error,
      });
    }
  });
}

function readDocument(fields: Fields): SetDocument {
  const { id, text, path, title, group, chunks, boundaries } = fields;
  expect(typeof id === "string" && typeof text === "string", "a document needs id and text");
  const document = { id: id as string, text: text as string };
  return {
    ...document,
    ...strings({ path, title, group }),
    ...(Array.isArray(chunks) ? { chunks: chunks.map((pair) => readSpan(pair, document.text.length)) } : {}),
    ...(Array.isArray(boundaries) ? { boundaries: readBoundaries(boundaries, chunks) } : {}),
  };
}

function readBoundaries(boundaries: readonly unknown[], chunks: unknown): number[] {
  const units = Array.isArray(chunks) ? chunks.length : 0;
  return boundaries.map((at) => {
    expect(
      Number.isInteger(at) && 0 <= (at as number) && (at as number) <= units,
      `a boundary is an index into the ${units} chunks; got ${JSON.stringify(at)}`,
    );
    return at as number;
  });
}

function onlyOne<T extends { readonly id: string }>(row: T, seen: Set<string>): T {
  expect(!seen.has(row.id), `the id ${JSON.stringify(row.id)} was used before`);
  seen.add(row.id);
  return row;
}

function readSpan(pair: unknown, length: number): Span {
  const [start, end] = Array.isArray(pair) ? pair : [];
  expect(isSpan(start, end, length), `[start, end] inside the text is expected; got ${JSON.stringify(pair)}`);
  return { start, end };
}

function readQuery(fields: Fields, lengths: ReadonlyMap<string, number>): SetQuery {
  const { id, query, group, relevant } = fields;
  expect(typeof id === "string" && typeof query === "string", "a query needs id and query");
  expect(
    Array.isArray(relevant) && relevant.length > 0,
    "a query needs a list of relevant spans, at least one: what has no answer cannot be found or missed",
  );
  const spans = (relevant as Fields[]).map(({ doc, start, end }) => {
    const length = lengths.get(doc as string);
    expect(length !== undefined, `document ${JSON.stringify(doc)} is not in the corpus`);
    expect(isSpan(start, end, length as number), `the span ${start}-${end} is not inside document ${doc}`);
    expect(start !== end, `the span ${start}-${end} of document ${doc} is empty`);
    return { document: doc as string, start: start as number, end: end as number };
  });
  return { id: id as string, query: query as string, ...strings({ group }), relevant: spans };
}

function isSpan(start: unknown, end: unknown, length: number): boolean {
  return (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    0 <= (start as number) &&
    (start as number) <= (end as number) &&
    (end as number) <= length
  );
}

function strings(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function expect(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
