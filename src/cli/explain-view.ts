import type { Hit, RerankFeature, ScoreParts } from "../search/types.ts";
import { oneLine, style } from "./terminal.ts";

const INDENT = "    ";
const LABEL_COLUMNS = 10;
/** Terms that are shown, the ones that gave most first. */
const LISTED_TERMS = 12;

const PART_NAMES: Readonly<Record<keyof ScoreParts, string>> = {
  words: "words",
  context: "context",
  document: "document",
  meaning: "meaning",
  rerank: "rerank",
  parent: "parent",
};

/** Why a hit stands where it stands: the sum, then what each part is made of. */
export function renderExplanation({ chunk, score, parts, explanation }: Hit): string {
  const sum = (Object.keys(PART_NAMES) as (keyof ScoreParts)[])
    .filter((part) => round(parts[part]) !== "0.000")
    .map((part) => `${PART_NAMES[part]} ${round(parts[part])}`);
  const lines = [row("score", `${round(score)} = ${sum.join(" + ").replaceAll("+ -", "- ") || "0"}`)];
  if (explanation !== undefined) {
    const { words, meaning, rerank, parent } = explanation;
    lines.push(...(words === undefined ? [row("words", "not in the list of words")] : wordRows(words)));
    lines.push(
      row(
        "meaning",
        meaning === undefined
          ? "not in the list of meaning"
          : `rank ${meaning.rank}, cosine ${round(meaning.cosine)}, the document's ${round(meaning.document)}`,
      ),
    );
    const features = Object.entries(rerank) as [RerankFeature, { value: number; score: number }][];
    lines.push(
      row(
        "rerank",
        features
          .map(([name, { value, score }]) => `${name} ${value.toFixed(2)} gave ${round(score)}`)
          .join(", "),
      ),
    );
    if (parent !== undefined && parent.children.length > 0)
      lines.push(row("parent", `${others(parent.children.length)} of it found, gave ${round(parent.added)}`));
  }
  lines.push(row("chunk", chunk.id));
  return `${lines.join("\n")}\n`;
}

type Words = NonNullable<NonNullable<Hit["explanation"]>["words"]>;

function wordRows({ rank, score, document, matches }: Words): string[] {
  const terms = new Map<string, { total: number; fields: string[] }>();
  for (const { term, field, score: given } of matches) {
    const known = terms.get(term) ?? { total: 0, fields: [] };
    known.total += given;
    known.fields.push(`${field} ${given.toFixed(2)}`);
    terms.set(term, known);
  }
  const sorted = [...terms].sort(([, a], [, b]) => b.total - a.total);
  const rows = sorted
    .slice(0, LISTED_TERMS)
    .map(([term, { fields }]) => row("", `${oneLine(term)}: ${fields.join(", ")}`));
  if (sorted.length > LISTED_TERMS) rows.push(row("", `and ${sorted.length - LISTED_TERMS} more terms`));
  return [
    row("words", `rank ${rank}, score ${score.toFixed(2)}, the document's ${document.toFixed(2)}`),
    ...rows,
  ];
}

function row(label: string, text: string): string {
  return `${INDENT}${style(["dim"], label.padEnd(LABEL_COLUMNS))}${text}`;
}

function others(children: number): string {
  return children === 1 ? "1 other child" : `${children} other children`;
}

/** Minus zero is zero. */
function round(value: number): string {
  const text = value.toFixed(3);
  return text === "-0.000" ? "0.000" : text;
}
