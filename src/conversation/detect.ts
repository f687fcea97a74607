import { encodingOf } from "./byte-streams.ts";
import type { ConversationFormat } from "./format.ts";
import { together } from "./likelihood.ts";
import { JSON_FORMATS, TEXT_FORMATS } from "./registry.ts";
import { type Sample, takeSample } from "./sample.ts";

export interface FormatDetection {
  /** "unknown" when nothing fits. */
  readonly format: ConversationFormat | "unknown";
  /** 0 to 1. */
  readonly confidence: number;
}

/** What a file's records are in the format that was found. */
export interface Detected {
  readonly format: ConversationFormat;
  readonly confidence: number;
  readonly unit: "conversation" | "message" | "text";
}

/** Below this a file is not taken for a conversation unless its format is named. */
const LEAST_CONFIDENCE = 0.25;

/** Tells a format from the beginning of a file, by content alone. Some 64 KB are plenty. */
export function detectConversationFormat(beginning: Uint8Array | string): FormatDetection {
  const text =
    typeof beginning === "string" ? beginning : new TextDecoder(encodingOf(beginning)).decode(beginning);
  const found = detectSample(takeSample(text));
  return found === undefined
    ? { format: "unknown", confidence: 0 }
    : { format: found.format, confidence: found.confidence };
}

export function detectSample(sample: Sample): Detected | undefined {
  // A text may begin with a bracket and be no JSON for all that.
  return (sample.json && best(jsonCandidates(sample.json.records))) ?? best(textCandidates(sample.lines));
}

function best(candidates: readonly Detected[]): Detected | undefined {
  let found: Detected | undefined;
  for (const candidate of candidates) {
    if (candidate.confidence > (found?.confidence ?? LEAST_CONFIDENCE)) found = candidate;
  }
  return found;
}

function textCandidates(lines: readonly string[]): Detected[] {
  return TEXT_FORMATS.map((format) => ({
    format: format.name,
    confidence: round(format.likelihood(lines)),
    unit: "text" as const,
  }));
}

/**
 * Every format as whole conversations and as single messages. Records that fit none say nothing about which it is,
 * only that it is less sure.
 */
function jsonCandidates(records: readonly unknown[]): Detected[] {
  const fitting = records.filter((record) =>
    JSON_FORMATS.some(
      (format) => format.messageLikelihood(record) > 0 || format.conversationLikelihood(record) > 0,
    ),
  );
  const sureness = 0.5 + fitting.length / records.length / 2;
  return JSON_FORMATS.flatMap((format): Detected[] => {
    // One odd conversation says nothing about its neighbours; one odd message does.
    const whole = together(fitting, (record) => format.conversationLikelihood(record));
    const single = together(fitting, (record) => format.messageLikelihood(record), format.isStrict);
    return [
      { format: format.name, unit: "conversation", confidence: round(whole * sureness) },
      { format: format.name, unit: "message", confidence: round(single * sureness) },
    ];
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
