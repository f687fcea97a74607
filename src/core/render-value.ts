/** Of a text that is shown in a message, in UTF-16 units. */
const MOST_CHARACTERS = 120;
/** Of a list's items, or an object's keys. */
const MOST_PARTS = 5;

/** Any value in a few words for a message: never long, and never throws, whatever a caller gave. */
export function renderValue(value: unknown): string {
  try {
    return render(value);
  } catch {
    // A proxy or a getter of the caller's.
    return "a value that cannot be shown";
  }
}

function render(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "bigint":
      // To write out a large one takes longer than linear time.
      return BigInt.asIntN(64, value) === value ? `${value}n` : "a bigint of more than 64 bits";
    case "symbol":
      return `a symbol ${quoted(value.description ?? "")}`;
    case "function":
      return `a function ${quoted(String(value.name))}`;
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? renderList(value) : renderObject(value);
    default:
      return String(value);
  }
}

function quoted(text: string): string {
  if (text.length <= MOST_CHARACTERS) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, MOST_CHARACTERS))}… (${text.length} characters)`;
}

function renderList(list: readonly unknown[]): string {
  const shown = list
    .slice(0, MOST_PARTS)
    .map((item) => (typeof item === "object" && item !== null ? "{…}" : render(item)));
  return `[${shown.join(", ")}${list.length > MOST_PARTS ? `, … (${list.length} items)` : ""}]`;
}

/** The keys alone: values may be long, secret or computed. A date, a map and their like have none. */
function renderObject(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) {
    const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
    return tag === "Object" ? "{}" : `an object of type ${quoted(tag)}`;
  }
  const shown = keys.slice(0, MOST_PARTS).map((key) => (key.length <= MOST_CHARACTERS ? key : quoted(key)));
  const rest = keys.length > MOST_PARTS ? `, … (${keys.length} keys)` : "";
  return `an object { ${shown.join(", ")}${rest} }`;
}
