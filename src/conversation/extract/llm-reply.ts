import type {
  ChunkExtraction,
  ChunkMessage,
  ConversationChunk,
  Evidence,
  ExtractedMemory,
  ExtractedRelationship,
  MemoryType,
} from "../../core/extraction.ts";
import { parseTime } from "../times.ts";
import { EvidenceFinder } from "./evidence.ts";
import { memoryId } from "./memory-id.ts";
import { unsupportedNumber } from "./number-guard.ts";
import { statedSpans } from "./stated-spans.ts";

/** A reply that fits the schema: what is in it is the model's word. */
export interface ExtractionReply {
  readonly memories: readonly ReplyMemory[];
  readonly relationships: readonly {
    readonly from: number;
    readonly to: number;
    readonly type: string;
    readonly confidence: number;
  }[];
}

export interface ReplyMemory {
  readonly type: MemoryType;
  readonly text: string;
  readonly subject: string;
  readonly confidence: number;
  readonly quotes: readonly { readonly message: number; readonly quote: string }[];
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** Characters of one memory's text, of a subject, of a quote: more is no single memory. */
const LONGEST_TEXT = 1_000;
const LONGEST_SUBJECT = 200;
const LONGEST_QUOTE = 4_000;
const MOST_QUOTES = 16;
const LONGEST_RELATION = 40;
/** Characters of a rejected text that the report shows. */
const MOST_SHOWN = 200;

type Checked = { readonly memory: ExtractedMemory } | { readonly reason: string };

/** Keeps the memories whose every quote stands in the message it names, and says why the others go. */
export function checkReply(
  reply: ExtractionReply,
  chunk: ConversationChunk,
  shown: readonly ChunkMessage[],
  by: string,
): Pick<ChunkExtraction, "memories" | "relationships" | "rejected"> {
  const checker = new MemoryChecker(chunk, shown, by);
  const accepted = new Map<string, ExtractedMemory>();
  const rejected: { reason: string; text: string }[] = [];
  const ids = reply.memories.map((given) => {
    const checked = checker.check(given);
    if ("reason" in checked) {
      rejected.push({ reason: checked.reason, text: given.text.slice(0, MOST_SHOWN) });
      return undefined;
    }
    const { memory } = checked;
    if (!accepted.has(memory.id)) accepted.set(memory.id, memory);
    return memory.id;
  });
  return { memories: [...accepted.values()], relationships: relationshipsOf(reply, ids), rejected };
}

class MemoryChecker {
  readonly #finder: EvidenceFinder;
  readonly #shown: readonly ChunkMessage[];
  readonly #by: string;

  constructor(chunk: ConversationChunk, shown: readonly ChunkMessage[], by: string) {
    this.#finder = new EvidenceFinder(chunk);
    this.#shown = shown;
    this.#by = by;
  }

  check(given: ReplyMemory): Checked {
    const text = given.text.trim();
    if (text === "") return { reason: "it has no text" };
    if (text.length > LONGEST_TEXT) return { reason: `its text has more than ${LONGEST_TEXT} characters` };
    if (given.quotes.length === 0) return { reason: "it has no quote" };
    if (given.quotes.length > MOST_QUOTES) return { reason: `it has more than ${MOST_QUOTES} quotes` };
    const evidence: Evidence[] = [];
    const said: string[] = [];
    for (const { message: number, quote } of given.quotes) {
      const message = this.#shown[number - 1];
      if (message === undefined) return { reason: `it quotes message ${number}, which is not in the chunk` };
      if (quote.length > LONGEST_QUOTE)
        return { reason: `a quote has more than ${LONGEST_QUOTE} characters` };
      const found = this.#finder.find(message.id, quote);
      if (found === undefined) return { reason: `a quote is not in message ${number}` };
      if (!evidence.some((one) => isSame(one, found))) evidence.push(found);
      said.push(...statedSpans(message).map(({ start, end }) => message.content.slice(start, end)));
    }
    const valid = validTime(given);
    const times = [valid.validFrom, valid.validTo, ...evidence.map(({ time }) => time)].filter(
      (time) => time !== undefined,
    );
    const quotes = evidence.map(({ quote }) => quote);
    const wrong = unsupportedNumber(text, quotes, said, times);
    if (wrong !== undefined) return { reason: `its number ${wrong} is not in what it quotes` };
    return {
      memory: {
        id: memoryId({ type: given.type, text, evidence }),
        type: given.type,
        text,
        subject: given.subject.trim().slice(0, LONGEST_SUBJECT) || "user",
        confidence: share(given.confidence),
        evidence,
        ...valid,
        by: this.#by,
      },
    };
  }
}

function isSame(a: Evidence, b: Evidence): boolean {
  return a.messageId === b.messageId && a.span.start === b.span.start && a.span.end === b.span.end;
}

function share(confidence: number): number {
  return Math.min(1, Math.max(0, confidence));
}

/** Times that cannot be read, or end before they begin, say nothing. */
function validTime(given: ReplyMemory): { validFrom?: number; validTo?: number } {
  const validFrom = parseTime(given.validFrom ?? "")?.time;
  const validTo = parseTime(given.validTo ?? "")?.time;
  const isBackward = validFrom !== undefined && validTo !== undefined && validTo < validFrom;
  return {
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined || isBackward ? {} : { validTo }),
  };
}

/** Between accepted memories, each once, none to itself. */
function relationshipsOf(
  { relationships }: ExtractionReply,
  ids: readonly (string | undefined)[],
): ExtractedRelationship[] {
  const found = new Map<string, ExtractedRelationship>();
  for (const given of relationships) {
    const from = ids[given.from];
    const to = ids[given.to];
    if (from === undefined || to === undefined || from === to) continue;
    const type = given.type.trim().toLowerCase().slice(0, LONGEST_RELATION) || "related";
    const key = JSON.stringify([from, to, type]);
    if (!found.has(key)) found.set(key, { from, to, type, confidence: share(given.confidence) });
  }
  return [...found.values()];
}
