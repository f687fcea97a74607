import type { XmlAttributes } from "./xml.ts";

interface Open {
  readonly name: string;
  readonly text: string[];
  /** Finished arguments by name: numerator, base, exponent. */
  readonly parts: Map<string, string[]>;
  character: string | undefined;
  before: string | undefined;
  after: string | undefined;
}

/** Elements that are arguments of the structure around them. */
const ARGUMENTS = new Set(["e", "num", "den", "sub", "sup", "deg", "fName", "lim", "mr"]);

/** Signs over a whole range of terms, and their names in TeX. */
const RANGES: Readonly<Record<string, string>> = {
  "∑": "\\sum",
  "∏": "\\prod",
  "∐": "\\coprod",
  "∫": "\\int",
  "∬": "\\iint",
  "∭": "\\iiint",
  "∮": "\\oint",
  "⋃": "\\bigcup",
  "⋂": "\\bigcap",
};

/** Writes an Office formula as TeX while its elements open and close. */
export class MathReader {
  readonly #stack: Open[] = [newOpen("oMath")];

  open(name: string, attributes: XmlAttributes): void {
    const local = name.slice(name.indexOf(":") + 1);
    const top = this.#stack[this.#stack.length - 1];
    const value = attributes["m:val"];
    if (local === "chr") top.character = value;
    else if (local === "begChr") top.before = value ?? "";
    else if (local === "endChr") top.after = value ?? "";
    else if (STRUCTURES.has(local) || ARGUMENTS.has(local)) this.#stack.push(newOpen(local));
  }

  text(data: string): void {
    this.#stack[this.#stack.length - 1].text.push(data);
  }

  close(name: string): void {
    const local = name.slice(name.indexOf(":") + 1);
    const top = this.#stack[this.#stack.length - 1];
    if (this.#stack.length < 2 || top.name !== local) return;
    this.#stack.pop();
    const outer = this.#stack[this.#stack.length - 1];
    if (ARGUMENTS.has(local)) {
      const written = local === "mr" ? (top.parts.get("e") ?? []).join(" & ") : top.text.join("");
      const known = outer.parts.get(local);
      if (known === undefined) outer.parts.set(local, [written]);
      else known.push(written);
    } else outer.text.push(STRUCTURES.get(local)?.(top) ?? top.text.join(""));
  }

  formula(): string {
    return this.#stack[0].text.join("").replace(/\s+/g, " ").trim();
  }
}

function newOpen(name: string): Open {
  return { name, text: [], parts: new Map(), character: undefined, before: undefined, after: undefined };
}

function first(open: Open, part: string): string {
  return open.parts.get(part)?.[0] ?? "";
}

/** A base that is more than one sign needs braces. */
function base(open: Open): string {
  const written = first(open, "e");
  return Array.from(written).length > 1 ? `{${written}}` : written;
}

function script(sign: "_" | "^", written: string): string {
  return written === "" ? "" : `${sign}{${written}}`;
}

const STRUCTURES: ReadonlyMap<string, (open: Open) => string> = new Map([
  ["f", (open: Open) => `\\frac{${first(open, "num")}}{${first(open, "den")}}`],
  ["sSup", (open: Open) => base(open) + script("^", first(open, "sup"))],
  ["sSub", (open: Open) => base(open) + script("_", first(open, "sub"))],
  ["sSubSup", (open: Open) => base(open) + script("_", first(open, "sub")) + script("^", first(open, "sup"))],
  [
    "sPre",
    (open: Open) => `{}${script("_", first(open, "sub"))}${script("^", first(open, "sup"))}${base(open)}`,
  ],
  [
    "rad",
    (open: Open) => {
      const degree = first(open, "deg");
      return `\\sqrt${degree === "" ? "" : `[${degree}]`}{${first(open, "e")}}`;
    },
  ],
  [
    "nary",
    (open: Open) => {
      const sign = open.character ?? "∫";
      const limits = script("_", first(open, "sub")) + script("^", first(open, "sup"));
      return `${RANGES[sign] ?? sign}${limits} ${first(open, "e")}`;
    },
  ],
  ["d", (open: Open) => `${open.before ?? "("}${(open.parts.get("e") ?? []).join(", ")}${open.after ?? ")"}`],
  ["func", (open: Open) => `${functionName(first(open, "fName"))} ${first(open, "e")}`],
  ["limLow", (open: Open) => functionName(first(open, "e")) + script("_", first(open, "lim"))],
  ["limUpp", (open: Open) => functionName(first(open, "e")) + script("^", first(open, "lim"))],
  ["m", (open: Open) => rows("matrix", open.parts.get("mr"))],
  ["eqArr", (open: Open) => rows("aligned", open.parts.get("e"))],
  ["acc", (open: Open) => first(open, "e") + (open.character ?? "\u0302")],
  ["bar", (open: Open) => `\\overline{${first(open, "e")}}`],
  ["box", (open: Open) => first(open, "e")],
  ["borderBox", (open: Open) => `\\boxed{${first(open, "e")}}`],
  ["groupChr", (open: Open) => first(open, "e")],
  ["phant", (open: Open) => first(open, "e")],
]);

function functionName(name: string): string {
  return /^(?:sin|cos|tan|log|ln|exp|lim|max|min|sup|inf|det|gcd)$/.test(name) ? `\\${name}` : name;
}

function rows(kind: string, written: readonly string[] = []): string {
  return `\\begin{${kind}} ${written.join(" \\\\ ")} \\end{${kind}}`;
}
