import { join } from "node:path";
import type { Span } from "../../../src/core/span.ts";
import { readSet, type SetDocument, type SetQuery } from "../../../src/eval/read-set.ts";
import { sharedLength } from "../../../src/text/spans.ts";
import { type Chance, half } from "./chance.ts";
import { AS_OF, DAY, type SetQuestion, type SetTurn, SPAN_DAYS } from "./types.ts";

/** Utterances are put together to turns of about this many characters: people in meetings say little at a time. */
const TURN_LENGTH = 500;
/** People speak about fifteen characters a second. */
const MILLISECONDS_A_CHARACTER = 66;
/** Questions about half a meeting have no turn that answers them. */
const MOST_GOLD = 20;

export interface MeetingPart {
  readonly turns: readonly SetTurn[];
  readonly questions: readonly SetQuestion[];
}

/**
 * Half of the meetings of `$SETS/meetings`, each at a day drawn by chance, as turns: who speaks first asks, the
 * next ones answer. Read when the set is made; nothing of it is kept here.
 */
export async function meetingPart(folder: string, chance: Chance, which: 0 | 1): Promise<MeetingPart> {
  const { documents, queries } = await readSet(join(folder, "meetings"));
  const turns: SetTurn[] = [];
  const questions: SetQuestion[] = [];
  for (const document of half(documents, which)) {
    const start = AS_OF - (1 + chance.next() * (SPAN_DAYS - 1)) * DAY;
    const spans = turnSpans(document);
    spans.forEach((span, index) => {
      turns.push(turnAt(document, span, index, start));
    });
    for (const query of queries) {
      const gold = goldTurns(document, query, spans);
      if (gold.length === 0 || gold.length > MOST_GOLD) continue;
      questions.push({ id: query.id, question: query.query, gold, kind: "meeting" });
    }
  }
  return { turns, questions };
}

interface TurnSpan extends Span {
  /** Where the first speaker's words end. */
  readonly asked: number;
}

function turnSpans({ text, chunks = [] }: SetDocument): TurnSpan[] {
  const spans: TurnSpan[] = [];
  let open: { start: number; asked: number; end: number } | undefined;
  for (const { start, end } of chunks.length > 0 ? chunks : [{ start: 0, end: text.length }]) {
    open ??= { start, asked: end, end };
    open.end = end;
    if (end - open.start < TURN_LENGTH || open.asked === end) continue;
    spans.push(open);
    open = undefined;
  }
  if (open !== undefined) spans.push(open);
  return spans;
}

function turnAt(
  { id, text }: SetDocument,
  { start, asked, end }: TurnSpan,
  index: number,
  day: number,
): SetTurn {
  return {
    id: `${id}:${index}`,
    user: text.slice(start, asked).trim(),
    assistant: text.slice(asked, end).trim(),
    at: Math.round(day + start * MILLISECONDS_A_CHARACTER),
    session: id,
  };
}

/** Turns of which at least half stands in what people marked as the answer. */
function goldTurns({ id }: SetDocument, { relevant }: SetQuery, spans: readonly TurnSpan[]): string[] {
  const own = relevant.filter(({ document }) => document === id);
  const gold: string[] = [];
  spans.forEach((span, index) => {
    const shared = own.reduce((sum, one) => sum + sharedLength(one, span), 0);
    if (shared * 2 >= span.end - span.start) gold.push(`${id}:${index}`);
  });
  return gold;
}
