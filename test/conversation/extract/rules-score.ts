import { RuleExtractor } from "../../../src/conversation/extract/rules/rule-extractor.ts";
import type { ExtractedMemory } from "../../../src/core/extraction.ts";
import { chunkOf } from "./chunks.ts";
import { type RuleCase, SAID_AT } from "./rules-set.ts";

export interface RuleScore {
  readonly precision: number;
  readonly recall: number;
  /** Cases in which something is wrong, as `text: expected ≠ found`. */
  readonly wrong: readonly string[];
}

/** Each expected memory is found when type, subject and valid time are right; every other one found is false. */
export async function scoreRules(cases: readonly RuleCase[]): Promise<RuleScore> {
  const extractor = new RuleExtractor();
  let right = 0;
  let expectedCount = 0;
  let foundCount = 0;
  const wrong: string[] = [];
  for (const [content, expectation, speaker = {}] of cases) {
    const { memories } = await extractor.extract(chunkOf([{ content, time: SAID_AT, ...speaker }]));
    const found = memories.map((memory) => written(memory, speaker.name ?? "user"));
    const expected = expectation === null ? [] : [expectation].flat();
    const left = [...found];
    for (const one of expected) {
      const at = left.indexOf(one);
      if (at < 0) continue;
      right++;
      left.splice(at, 1);
    }
    expectedCount += expected.length;
    foundCount += found.length;
    if (left.length > 0 || found.length !== expected.length)
      wrong.push(`${content}: ${expected.join(" + ") || "nothing"} ≠ ${found.join(" + ") || "nothing"}`);
  }
  return { precision: right / foundCount, recall: right / expectedCount, wrong };
}

function written({ type, subject, validFrom, validTo }: ExtractedMemory, speaker: string): string {
  const about = subject === speaker ? "" : ` @${subject}`;
  const valid = validFrom === undefined && validTo === undefined ? "" : ` ${day(validFrom)}..${day(validTo)}`;
  return type + about + valid;
}

function day(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toISOString().slice(0, 10);
}
