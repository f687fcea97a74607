import { ConversationBuilder } from "../conversation-builder.ts";
import { malformed, type ReadScope, type TextFormat } from "../format.ts";
import { isTiming, readCues } from "./cues.ts";

/** A pause after which even the same speaker begins a new message. */
const PAUSE_MS = 3_000;
/** Captions are joined until a sentence ends behind this many characters… */
const ENOUGH = 200;
/** …and never beyond this many. */
const MOST = 2_000;
const SENTENCE_END = /[.!?…。！？]["'”’)\]]*$/u;

const VOICE = /^<v(?:\.[^ >]*)?[ \t]+([^>]{1,80})>/;
const NAMED = /^(?:[-–]\s*)?([\p{Lu}\p{Lo}][\p{L}\p{M}\p{N} .'’_-]{0,39}):(?:\s+|$)/u;
const CHANGE = /^(?:>>|»)\s*/;
const TAG = /<\/?[a-z0-9.:][^<>]{0,200}>|<\/?[a-z]>|\{\\[^{}]{1,40}\}/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": "\u00a0",
  "&lrm;": "\u200e",
  "&rlm;": "\u200f",
  "&quot;": '"',
  "&#39;": "'",
};

export const webvtt: TextFormat = {
  name: "webvtt",
  likelihood: (lines) => (/^\ufeff?WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "") ? 0.99 : 0),
  read: (text, scope) => readTranscript("webvtt", text, scope),
};

export const srt: TextFormat = {
  name: "srt",
  likelihood(lines) {
    const first = lines.findIndex((line) => line.trim() !== "");
    if (first < 0) return 0;
    const isNumbered = /^\ufeff?\d+\s*$/.test(lines[first]) && isTiming(lines[first + 1] ?? "");
    return isNumbered ? 0.97 : isTiming(lines[first]) ? 0.8 : 0;
  },
  read: (text, scope) => readTranscript("srt", text, scope),
};

interface Speech {
  readonly speaker: string | undefined;
  /** The caption itself says that somebody else speaks now. */
  readonly isNew: boolean;
  readonly text: string;
}

/** What is being said. */
interface Open {
  readonly speaker: string | undefined;
  readonly texts: string[];
  length: number;
  readonly offset: number;
  end: number;
  readonly line: number;
}

/**
 * A recording's captions as messages: what one speaker says is joined, because a caption is what fits on a screen
 * and not what was said in one breath. Line breaks of captions become spaces; times count from the beginning.
 */
function readTranscript(format: "webvtt" | "srt", text: string, scope: ReadScope) {
  const builder = new ConversationBuilder(format, scope, "$");
  let open: Open | undefined;
  let lastLine = "";
  let cues = 0;
  const close = (): void => {
    if (open === undefined) return;
    const said = open.texts.join(" ");
    builder.add(
      { role: "user", name: open.speaker, offset: open.offset, parts: [{ kind: "text", text: said }] },
      `line ${open.line}`,
    );
    open = undefined;
  };
  const lose = (line: number) =>
    builder.lose("malformed", "caption whose times cannot be read", `line ${line}`);
  for (const cue of readCues(text, lose)) {
    cues++;
    const lines = [...cue.lines];
    // Rolling captions show the last line again above the new one.
    if (lines.length > 0 && plain(lines[0]) === lastLine && lastLine !== "") {
      lines.shift();
      builder.lose("duplicate", "repeated caption line", `line ${cue.line}`);
    }
    lastLine = plain(cue.lines.at(-1) ?? "");
    for (const speech of speeches(lines)) {
      const isSame = open !== undefined && !speech.isNew && goesOn(speech.speaker, open);
      const isFull =
        open !== undefined && (open.length > MOST || (open.length > ENOUGH && endsSentence(open)));
      if (!isSame || isFull || cue.start - (open?.end ?? 0) > PAUSE_MS) {
        close();
        open = {
          speaker: speech.speaker,
          texts: [],
          length: 0,
          offset: cue.start,
          end: cue.end,
          line: cue.line,
        };
      }
      if (open === undefined) continue;
      open.texts.push(speech.text);
      open.length += speech.text.length;
      open.end = cue.end;
    }
  }
  close();
  if (cues === 0)
    throw malformed(scope, "line 1", 'no line of times, such as "00:00:01.000 --> 00:00:04.000"');
  return builder.build();
}

/** A caption without a name goes on with the last one only inside a sentence: behind it anybody may speak. */
function goesOn(speaker: string | undefined, open: Open): boolean {
  return speaker === open.speaker || (speaker === undefined && !endsSentence(open));
}

function endsSentence({ texts }: Open): boolean {
  return SENTENCE_END.test(texts.at(-1) ?? "");
}

/** The words of a caption's lines; a line that names a speaker starts a new speech. */
function speeches(lines: readonly string[]): Speech[] {
  const found: { speaker: string | undefined; isNew: boolean; texts: string[] }[] = [];
  for (const line of lines) {
    const voice = VOICE.exec(line)?.[1].trim();
    let words = plain(line);
    const change = CHANGE.exec(words);
    if (change !== null) words = words.slice(change[0].length);
    const named = voice === undefined ? NAMED.exec(words) : null;
    if (named !== null) words = words.slice(named[0].length);
    const speaker = voice ?? named?.[1];
    if (found.length === 0 || speaker !== undefined || change !== null) {
      found.push({ speaker, isNew: change !== null, texts: [] });
    }
    if (words !== "") found[found.length - 1].texts.push(words);
  }
  return found
    .filter(({ texts }) => texts.length > 0)
    .map(({ speaker, isNew, texts }) => ({ speaker, isNew, text: texts.join(" ") }));
}

function plain(line: string): string {
  return line
    .replace(TAG, "")
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#39);/g, (entity) => ENTITIES[entity])
    .trim();
}
