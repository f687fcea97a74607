import { styleText } from "node:util";
import type { ChunkReport } from "../chunk/index.ts";
import { count } from "./chunk-stats.ts";
import { printable } from "./printable.ts";

/** Issues of one document that are listed; the counts tell of the rest. */
const LISTED = 10;

/** A document's report as a person reads it: its score, what was found, and where. */
export function renderReport(path: string, { chunks, score, counts, issues }: ChunkReport): string {
  const found = Object.entries(counts)
    .map(([kind, times]) => `${times} ${kind}`)
    .join(", ");
  const colour = score >= 0.95 ? "green" : score >= 0.8 ? "yellow" : "red";
  const mark = styleText(colour, score.toFixed(2), { stream: process.stdout });
  const lines = [`${mark}  ${printable(path)}  ${count(chunks, "chunk")}${found === "" ? "" : `: ${found}`}`];
  for (const { kind, chunk, message } of issues.slice(0, LISTED))
    lines.push(`      ${chunk === undefined ? "" : `#${chunk + 1} `}${kind}: ${printable(message)}`);
  if (issues.length > LISTED) lines.push(`      and ${issues.length - LISTED} more`);
  return `${lines.join("\n")}\n`;
}
