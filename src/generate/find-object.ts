export type Found =
  | { readonly value: Readonly<Record<string, unknown>> }
  /** Why there is none: a sentence that a model can act on. */
  | { readonly complaint: string };

/** The one JSON object of a reply, also where the model wrote something around it. */
export function findObject(text: string): Found {
  const whole = parseObject(text);
  if (whole !== undefined) return { value: whole };
  let found: Readonly<Record<string, unknown>> | undefined;
  for (const candidate of bracedRuns(text)) {
    const value = parseObject(candidate);
    if (value === undefined) continue;
    if (found !== undefined) return { complaint: "The reply holds more than one JSON object." };
    found = value;
  }
  return found === undefined ? { complaint: "The reply holds no complete JSON object." } : { value: found };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What stands between an opening brace and the one that closes it, outermost only: each character is looked at once. */
function* bracedRuns(text: string): Generator<string> {
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === "\\") i++;
      else if (character === '"') inString = false;
    } else if (character === "{") {
      if (depth++ === 0) start = i;
    } else if (depth > 0 && character === '"') {
      inString = true;
    } else if (depth > 0 && character === "}" && --depth === 0) {
      yield text.slice(start, i + 1);
    }
  }
}
