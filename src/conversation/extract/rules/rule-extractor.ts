import type { Call } from "../../../core/chunker.ts";
import type {
  ChunkExtraction,
  ChunkMessage,
  ConversationChunk,
  ConversationExtractor,
  ExtractedMemory,
} from "../../../core/extraction.ts";
import type { Span } from "../../../core/span.ts";
import { evidenceAt } from "../evidence.ts";
import { memoryId } from "../memory-id.ts";
import { SPOKEN, statedSpans } from "../stated-spans.ts";
import { classify, type Statement } from "./classify.ts";
import { clausesOf, type Token, tokensOf } from "./clauses.ts";
import { CONFIRMS } from "./english.ts";
import { expand, normalForm } from "./normal-form.ts";
import { endOfOwnWords, ownSentences, quotedSpans } from "./prose.ts";
import { statementText } from "./statement-text.ts";

/** Raised whenever the rules could find other memories. */
const RULES_ID = "rules@1";
/** What an assistant repeats is worth less than what the user said. */
const REPEATED = 0.5;

/**
 * Finds what is plainly said, by patterns: stated facts, preferences, decisions, tasks and events. Needs no
 * model and no key, and gives the same memories on every run. English best; the commonest statements in
 * Spanish, French, German, Portuguese and Chinese.
 */
export class RuleExtractor implements ConversationExtractor {
  readonly id = RULES_ID;

  async extract(
    chunk: ConversationChunk,
    options: { readonly digest?: string | undefined } & Call = {},
  ): Promise<ChunkExtraction> {
    const memories: ExtractedMemory[] = [];
    const seen = new Set<string>();
    let user = "user";
    for (const message of chunk.messages) {
      options.signal?.throwIfAborted();
      if (message.role === "user") user = speakerOf(message);
      for (const { span, statement } of statementsOf(message)) {
        const memory = remember(chunk.conversationId, message, span, statement, user);
        if (!seen.has(memory.id)) memories.push(memory);
        seen.add(memory.id);
      }
    }
    return { memories, relationships: [], rejected: [] };
  }
}

function speakerOf(message: ChunkMessage): string {
  return message.name?.trim() || "user";
}

interface Found {
  readonly span: Span;
  readonly statement: Statement;
}

function* statementsOf(message: ChunkMessage): Generator<Found> {
  const { content } = message;
  const end = endOfOwnWords(content);
  if (end === 0) return;
  const quotes = quotedSpans(content);
  let quote = 0;
  let isConfirming = false;
  for (const stretch of statedSpans(message, SPOKEN)) {
    for (const sentence of ownSentences(content, { start: stretch.start, end: Math.min(stretch.end, end) })) {
      while (quote < quotes.length && quotes[quote].end <= sentence.start) quote++;
      const source = content.slice(sentence.start, sentence.end);
      const tokens = tokensOf(source);
      if (message.role === "assistant") {
        const confirmed = confirmedTokens(tokens, isConfirming);
        isConfirming = confirmed !== undefined;
        if (confirmed !== undefined) yield* readSentence(message, sentence, source, confirmed, quotes, quote);
      } else yield* readSentence(message, sentence, source, tokens, quotes, quote);
    }
  }
}

const ACTION = /^[^\p{L}\p{N}*]{0,4}\*[^\s*]/u;
const OPEN_ITEM = /^\s{0,8}[-*+•]?\s{0,4}\[ \]/;

function* readSentence(
  message: ChunkMessage,
  sentence: Span,
  source: string,
  tokens: readonly Token[],
  quotes: readonly Span[],
  quote: number,
): Generator<Found> {
  if (ACTION.test(source)) return;
  const isQuestion = /[?？]["”»)\s]{0,4}$/.test(source) || source.startsWith("¿");
  const clauses = clausesOf(tokens);
  for (const [index, range] of clauses.entries()) {
    const own = tokens.slice(range.start, range.end);
    const start = sentence.start + own[0].start;
    const end = sentence.start + own[own.length - 1].end;
    if (isQuoted(start, end, quotes, quote)) continue;
    const isOpenItem = index === 0 && OPEN_ITEM.test(source);
    const readable = isOpenItem ? [OPEN_BOX, ...own.filter(({ word }) => /[\p{L}\p{N}]/u.test(word))] : own;
    const statement = classify({ tokens: readable, source, time: message.time, isQuestion });
    // What is only supposed at a sentence's start is not stated at its end.
    if (statement === undefined && index === 0 && SUPPOSED.test(source)) return;
    if (statement !== undefined) yield { span: { start, end }, statement };
  }
}

const OPEN_BOX: Token = { word: "[ ]", start: 0, end: 0 };
const SUPPOSED =
  /^[^\p{L}]{0,8}(?:if|suppose|supposing|imagine|pretend|what if|assume|assuming|let'?s say|hypothetically|unless|si|wenn|falls|se|如果|假如)(?![\p{L}])/iu;

/** Begun inside quotation marks: somebody else's words, unless they only name something at the start. */
function isQuoted(start: number, end: number, quotes: readonly Span[], first: number): boolean {
  for (let at = first; at < quotes.length && quotes[at].start <= start; at++)
    if (quotes[at].end > start && quotes[at].end - start > (end - start) / 2) return true;
  return false;
}

/**
 * An assistant's sentence that confirms what the user said, as the user would say it: "Noted: you prefer
 * tea" is "I prefer tea". Undefined for every other.
 */
function confirmedTokens(tokens: readonly Token[], isConfirming: boolean): readonly Token[] | undefined {
  const { words, sources } = expand(tokens.map(({ word }) => word));
  const text = words.join(" ");
  const opening = CONFIRMS.exec(normalForm(words).text) ?? CONFIRMS.exec(text);
  if (opening === null && !isConfirming) return undefined;
  const about = words.findIndex((word) => word === "you" || word === "your");
  if (about < 0) return opening === null ? undefined : [];
  return words.slice(about).map((word, place) => {
    const { start, end } = tokens[sources[about + place]];
    return { word: YOURS.get(word) ?? (place === 1 && word === "are" ? "am" : word), start, end };
  });
}

const YOURS: ReadonlyMap<string, string> = new Map([
  ["you", "i"],
  ["your", "my"],
  ["yours", "mine"],
]);

function remember(
  conversationId: string,
  message: ChunkMessage,
  span: Span,
  statement: Statement,
  user: string,
): ExtractedMemory {
  const isRepeated = message.role === "assistant";
  const speaker = isRepeated ? user : speakerOf(message);
  const { type, validFrom, validTo } = statement;
  const evidence = [evidenceAt(conversationId, message, span)];
  const text = statementText(message.content.slice(span.start, span.end), statement, speaker, isRepeated);
  return {
    id: memoryId({ type, text, evidence }),
    type,
    text,
    subject: statement.subject ?? speaker,
    confidence: isRepeated ? Math.round(statement.confidence * REPEATED * 100) / 100 : statement.confidence,
    evidence,
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
    by: RULES_ID,
  };
}
