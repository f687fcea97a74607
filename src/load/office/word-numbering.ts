import type { OfficePackage } from "./package.ts";

interface Level {
  format: string;
  /** "%1.%2" stands for the numbers of the first and the second level. */
  pattern: string;
  start: number;
}

interface List {
  readonly levels: Map<number, Level>;
  /** A list may borrow its levels from the one a style names. */
  borrowsFrom: string | undefined;
}

/** What stands before an item: a number as the document shows it, or "-" for any bullet. */
export interface ListLabel {
  readonly label: string;
  /** Changes when another list begins. */
  readonly list: string;
}

const BULLET = "-";
const MAX_LEVELS = 9;

/** Counts list items as Word does: one counter a level, started again when a level above moves on. */
export class WordNumbering {
  readonly #lists = new Map<string, List>();
  readonly #byStyle = new Map<string, List>();
  /** From a paragraph's list id to the list, and the starts it sets itself. */
  readonly #instances = new Map<string, { list: string; starts: Map<number, number> }>();
  readonly #counters = new Map<string, (number | undefined)[]>();
  /** Instances that have set their start, and how often that began a list anew. */
  readonly #begun = new Set<string>();
  readonly #restarts = new Map<string, number>();

  constructor(source: OfficePackage, part: string | undefined) {
    let list: List | undefined;
    let level: Level | undefined;
    let instance: { list: string; starts: Map<number, number> } | undefined;
    let overridden = 0;
    source.readIfThere(part, {
      open: (name, attributes) => {
        const value = attributes["w:val"] ?? "";
        switch (name) {
          case "w:abstractNum":
            list = { levels: new Map(), borrowsFrom: undefined };
            this.#lists.set(attributes["w:abstractNumId"], list);
            break;
          case "w:styleLink":
            if (list !== undefined) this.#byStyle.set(value, list);
            break;
          case "w:numStyleLink":
            if (list !== undefined) list.borrowsFrom = value;
            break;
          case "w:lvl":
            level = { format: "decimal", pattern: "", start: 1 };
            if (instance === undefined) list?.levels.set(Number(attributes["w:ilvl"]), level);
            break;
          case "w:numFmt":
            if (level !== undefined) level.format = value;
            break;
          case "w:lvlText":
            if (level !== undefined) level.pattern = value;
            break;
          case "w:start":
            if (level !== undefined) level.start = Number(value) || 0;
            break;
          case "w:num":
            instance = { list: "", starts: new Map() };
            this.#instances.set(attributes["w:numId"], instance);
            break;
          case "w:abstractNumId":
            if (instance !== undefined) instance.list = value;
            break;
          case "w:lvlOverride":
            overridden = Number(attributes["w:ilvl"]) || 0;
            break;
          case "w:startOverride":
            instance?.starts.set(overridden, Number(value) || 0);
            break;
        }
      },
      close: (name) => {
        if (name === "w:lvl") level = undefined;
        else if (name === "w:num") instance = undefined;
        else if (name === "w:abstractNum") list = undefined;
      },
    });
  }

  /** Counts one more item; undefined when the id names no list. */
  next(id: string, depth: number): ListLabel | undefined {
    const instance = this.#instances.get(id);
    if (instance === undefined || id === "0") return undefined;
    const levels = this.#levels(instance.list);
    const at = Math.max(0, Math.min(depth, MAX_LEVELS - 1));
    const level = levels.get(at);
    if (level?.format === "none") return undefined;
    const counters = this.#countersFor(id, instance.list, instance.starts);
    const list = `${instance.list} ${this.#restarts.get(instance.list) ?? 0}`;
    if (level === undefined || level.format === "bullet") return { label: BULLET, list };
    const start = (of: number): number => instance.starts.get(of) ?? levels.get(of)?.start ?? 1;
    for (let above = 0; above < at; above++) counters[above] ??= start(above);
    const before = counters[at];
    counters[at] = before === undefined ? start(at) : before + 1;
    counters.length = at + 1;
    const label = level.pattern.replace(/%([1-9])/g, (_, digit: string) => {
      const of = Number(digit) - 1;
      return formatNumber(counters[of] ?? start(of), levels.get(of)?.format ?? "decimal");
    });
    return { label: label.trim() || BULLET, list };
  }

  /** All instances of a list count on together; one that sets a start of its own begins anew with its first item. */
  #countersFor(id: string, list: string, starts: ReadonlyMap<number, number>): (number | undefined)[] {
    const known = this.#counters.get(list);
    if (known !== undefined && (starts.size === 0 || this.#begun.has(id))) return known;
    if (known !== undefined) this.#restarts.set(list, (this.#restarts.get(list) ?? 0) + 1);
    this.#begun.add(id);
    let first = MAX_LEVELS;
    for (const level of starts.keys()) first = Math.min(first, level);
    const counters = known?.slice(0, first) ?? [];
    this.#counters.set(list, counters);
    return counters;
  }

  #levels(id: string): ReadonlyMap<number, Level> {
    const list = this.#lists.get(id);
    const borrowed = list?.borrowsFrom === undefined ? undefined : this.#byStyle.get(list.borrowsFrom);
    return (borrowed ?? list)?.levels ?? new Map();
  }
}

const ROMAN: readonly [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function formatNumber(value: number, format: string): string {
  switch (format) {
    case "lowerRoman":
      return roman(value);
    case "upperRoman":
      return roman(value).toUpperCase();
    case "lowerLetter":
      return letters(value);
    case "upperLetter":
      return letters(value).toUpperCase();
    case "decimalZero":
      return String(value).padStart(2, "0");
    default:
      return String(value);
  }
}

function roman(value: number): string {
  if (value < 1 || value > 3_999) return String(value);
  let rest = value;
  let written = "";
  for (const [worth, sign] of ROMAN) {
    for (; rest >= worth; rest -= worth) written += sign;
  }
  return written;
}

/** After z comes aa, then bb. */
function letters(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value);
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}
