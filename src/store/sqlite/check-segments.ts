import { WORD_FIELDS } from "../../core/store.ts";
import { float32sOf, uint32sOf } from "./bytes.ts";
import type { Connection, Row } from "./connection.ts";
import type { Check, Finding } from "./findings.ts";
import { readSlots, type Slots } from "./loaded-segment.ts";
import { BlockReader, compareKeys } from "./posting-blocks.ts";
import { decodePostings } from "./postings-codec.ts";
import { checksum } from "./write-segment.ts";

/** Proves that rows = words = vectors: every searched chunk is in one segment, whole, and nothing else is. */
export function* checkSegments(connection: Connection): Check {
  const segments = connection.all(
    `SELECT segments.*, spaces.dimensions FROM segments JOIN spaces ON spaces.id = segments.space
     ORDER BY space, first`,
  );
  const covered = new Set<number>();
  for (const segment of segments) {
    for (const step of faultsOf(connection, segment, covered)) {
      yield step === undefined ? undefined : finding(connection, segment, step);
      if (step !== undefined) break; // one is enough: it is made again as a whole
    }
    yield;
  }
  yield* checkCovered(connection, covered, segments);
}

function finding(connection: Connection, segment: Row, fault: string): Finding {
  const rows = connection.all(
    "SELECT number FROM documents WHERE space = ? AND number BETWEEN ? AND ? AND searched > 0",
    segment.space,
    segment.first,
    segment.last,
  );
  return {
    kind: "index",
    message: `The index of ${rows.length} documents is damaged (segment ${segment.id}: ${fault}).`,
    space: Number(segment.space),
    remedy: {
      type: "derive",
      segment: Number(segment.id),
      numbers: rows.map(({ number }) => Number(number)),
    },
  };
}

/** Documents that should be searched and lie in no segment at all. */
function* checkCovered(
  connection: Connection,
  covered: ReadonlySet<number>,
  segments: readonly Row[],
): Check {
  for (const row of connection.each("SELECT number, space, id FROM documents WHERE searched > 0")) {
    const number = Number(row.number);
    if (covered.has(number)) continue;
    // Inside a segment's range it is that segment's fault, which was named.
    const inRange = segments.some(
      ({ space, first, last }) => space === row.space && Number(first) <= number && number <= Number(last),
    );
    if (inRange) continue;
    yield {
      kind: "index",
      message: `Document ${JSON.stringify(row.id)} is in no segment: its words and vectors are lost.`,
      space: Number(row.space),
      document: row.id as string,
      remedy: { type: "derive", numbers: [number] },
    };
  }
}

type Faults = Generator<string | undefined, void>;

function* faultsOf(connection: Connection, segment: Row, covered: Set<number>): Faults {
  const id = Number(segment.id);
  const stored = connection.get(
    "SELECT documents, counts, numbers, lengths, norms, checksum FROM slots WHERE segment = ?",
    id,
  );
  if (stored === undefined) {
    yield "its slots are missing";
    return;
  }
  const { documents, counts, numbers, lengths, norms } = stored;
  const blobs = [documents, counts, numbers, lengths, norms].filter((blob) => blob !== null) as Uint8Array[];
  if (checksum(blobs) !== stored.checksum) {
    yield "its slots are not those that were stored";
    return;
  }
  const slots = readSlots(connection, id);
  if (slots.numbers.length !== segment.size)
    yield `${slots.numbers.length} of ${segment.size} slots are there`;
  yield* documentFaults(connection, segment, slots, covered);
  yield* postingFaults(connection, id, slots);
  yield* vectorFaults(connection, segment);
}

/** Each document of the segment is either live, with the very chunks its rows name, or marked as gone. */
function* documentFaults(connection: Connection, segment: Row, slots: Slots, covered: Set<number>): Faults {
  const rows = connection.all("SELECT document FROM gone WHERE segment = ?", segment.id);
  const gone = new Set(rows.map(({ document }) => Number(document)));
  let slot = 0;
  let live = 0;
  for (let i = 0; i < slots.documents.length; i++) {
    const number = slots.documents[i];
    const from = slot;
    slot += slots.counts[i];
    if (i > 0 && number <= slots.documents[i - 1]) yield "its documents are out of order";
    const document = connection.get(
      "SELECT first, chunks, searched FROM documents WHERE number = ? AND space = ?",
      number,
      segment.space,
    );
    if (gone.delete(number)) {
      if (document !== undefined) yield `document ${number} is stored and marked as gone`;
      continue;
    }
    if (document === undefined) yield `document ${number} is neither stored nor marked as gone`;
    else if (!hasSlots(connection, document, slots.numbers.subarray(from, slot))) {
      yield `document ${number} has other chunks than its rows say`;
    }
    covered.add(number);
    live += slots.counts[i];
  }
  if (gone.size > 0) yield "documents are marked as gone that it never had";
  if (live !== segment.live) yield `${live} live chunks where ${segment.live} are counted`;
  const { documents } = slots;
  if (documents[0] < Number(segment.first) || documents[documents.length - 1] > Number(segment.last)) {
    yield "documents lie outside of its range";
  }
  yield;
}

function hasSlots(connection: Connection, document: Row, numbers: Uint32Array): boolean {
  const first = Number(document.first);
  const rows = connection.all(
    "SELECT number FROM chunks WHERE number BETWEEN ? AND ? AND searched = 1 ORDER BY number",
    first,
    first + Number(document.chunks) - 1,
  );
  return rows.length === numbers.length && rows.every(({ number }, i) => number === numbers[i]);
}

const MOST_REPEATS = 0xff;
const LONGEST_FIELD = 0xffff;

/** Terms in order, and in each field as many as the chunk's length says: so none is missing and none too many. */
function* postingFaults(connection: Connection, id: number, { numbers, lengths }: Slots): Faults {
  const size = numbers.length;
  const sums = WORD_FIELDS.map(() => new Uint32Array(size));
  const capped = WORD_FIELDS.map(() => new Uint8Array(size));
  let last: Uint8Array | undefined;
  const blocks = connection.all("SELECT term FROM postings WHERE segment = ? ORDER BY term", id);
  for (const [i, { term }] of blocks.entries()) {
    const row = connection.get(
      "SELECT data FROM postings WHERE segment = ? AND term = ?",
      id,
      term as Uint8Array,
    );
    const reader = new BlockReader(row?.data as Uint8Array);
    for (let isFirst = true; reader.next(); isFirst = false) {
      const { key } = reader;
      if (isFirst && compareKeys(key, term as Uint8Array) !== 0) yield "a block does not begin with its term";
      if (last !== undefined && compareKeys(last, key) >= 0) yield "its terms are out of order";
      last = key;
      const lists = decodePostings(reader.bytes.subarray(reader.from, reader.end), size);
      if (lists === undefined) {
        yield "postings cannot be read";
        return;
      }
      for (const { field, places: slots, counts } of lists) {
        for (let j = 0; j < slots.length; j++) {
          sums[field][slots[j]] += counts[j];
          if (counts[j] === MOST_REPEATS) capped[field][slots[j]] = 1;
        }
      }
    }
    if (reader.isDamaged) yield "a block of postings cannot be read";
    if (i % 256 === 255) yield;
  }
  for (let field = 0; field < sums.length; field++) {
    for (let slot = 0; slot < size; slot++) {
      const length = lengths[field][slot] ?? 0;
      if (sums[field][slot] === length || length === LONGEST_FIELD || capped[field][slot] === 1) continue;
      yield `chunk ${numbers[slot]} has ${sums[field][slot]} of ${length} words in ${WORD_FIELDS[field]}`;
    }
  }
  yield;
}

function* vectorFaults(connection: Connection, segment: Row): Faults {
  const dimensions = Number(segment.dimensions);
  let count = 0;
  let last = 0;
  const parts = connection.all("SELECT part FROM vectors WHERE segment = ? ORDER BY part", segment.id);
  for (const { part } of parts) {
    const row = connection.get(
      "SELECT slots, scales, data, checksum FROM vectors WHERE segment = ? AND part = ?",
      segment.id,
      part,
    ) as Row;
    const blobs = [row.slots, row.scales, row.data] as Uint8Array[];
    if (checksum(blobs) !== row.checksum) yield `part ${part} of its vectors is not what was stored`;
    const slots = uint32sOf(row.slots);
    const isWhole =
      float32sOf(row.scales).length === slots.length && blobs[2].length === slots.length * dimensions;
    if (!isWhole) yield `part ${part} of its vectors has a wrong length`;
    for (const slot of slots) {
      if (slot < last || slot >= Number(segment.size)) yield `part ${part} of its vectors is out of order`;
      last = slot;
    }
    count += slots.length;
    yield;
  }
  if (count !== segment.vectors) yield `${count} of ${segment.vectors} vectors are there`;
}
