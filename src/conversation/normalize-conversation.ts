import type { NormalizedConversation } from "../core/conversation.ts";
import { SherdError } from "../core/errors.ts";
import { type Detected, detectSample } from "./detect.ts";
import type { ConversationFormat } from "./format.ts";
import { type ReadConversationsOptions, resolveOptions } from "./read-options.ts";
import { jsonFormat } from "./registry.ts";
import { kindOf } from "./values.ts";

export type NormalizeOptions = Pick<
  ReadConversationsOptions,
  "format" | "name" | "branches" | "maxConversationLength" | "onSkip"
>;

/** Elements of a list looked at to tell what it is. */
const LOOKED_AT = 20;

/**
 * One conversation that is already in memory: a list of any SDK's messages, an object that holds one, or a
 * conversation of an export. Throws `SherdError` when it is none, or holds several or none that may be kept.
 */
export function normalizeConversation(
  value: unknown,
  options: NormalizeOptions = {},
): NormalizedConversation {
  const scope = { ...resolveOptions(options), name: options.name ?? "conversation" };
  const detected = detectValue(value, options.format);
  const format = detected === undefined ? undefined : jsonFormat(detected.format);
  if (detected === undefined || format === undefined) {
    throw new SherdError(
      "INPUT_UNSUPPORTED",
      `${scope.name} is ${kindOf(value)} that is no known conversation; give messages with "role" and "content", or name a JSON format.`,
      { path: scope.name },
    );
  }
  if (detected.unit === "message") {
    const stream = format.openStream(scope);
    const records = Array.isArray(value) ? value : [value];
    for (const [index, record] of records.entries()) stream.add(record, `$[${index}]`);
    const finished = stream.finish();
    if (finished !== undefined) return finished;
  } else {
    const [first, ...others] = format.readConversation(value, "$", scope);
    if (first instanceof SherdError) throw first;
    if (first !== undefined && others.length === 0) return first;
    if (others.length > 0) {
      throw new SherdError(
        "INPUT_UNSUPPORTED",
        `${scope.name} holds ${others.length + 1} conversations; normalise them one by one, or read them with readConversations.`,
        { path: scope.name, seen: others.length + 1 },
      );
    }
  }
  throw new SherdError("INPUT_UNSUPPORTED", `${scope.name} holds no message that may be kept.`, {
    path: scope.name,
  });
}

function detectValue(value: unknown, forced: ConversationFormat | undefined): Detected | undefined {
  const asMessages = Array.isArray(value)
    ? detectSample({ lines: [], json: { layout: "array", records: value.slice(0, LOOKED_AT) } })
    : undefined;
  const asWhole = detectSample({ lines: [], json: { layout: "values", records: [value] } });
  const isStream = asMessages?.unit === "message" && asMessages.confidence >= (asWhole?.confidence ?? 0);
  const found = isStream ? asMessages : asWhole;
  if (forced === undefined) return found;
  return { format: forced, confidence: 1, unit: found?.unit ?? "conversation" };
}
