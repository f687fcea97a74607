import { styleText } from "node:util";
import type { Chunk } from "../chunk/index.ts";
import { printable } from "./printable.ts";

type Style = Parameters<typeof styleText>[0];

/** Colours only where the terminal wants them (NO_COLOR, pipes and dumb terminals are respected). */
const style = (format: Style, text: string): string => styleText(format, text, { stream: process.stdout });

/** Rules between chunks are this wide. */
const WIDTH = 78;

export function renderDocumentHeader(path: string): string {
  return `${style(["bold"], printable(path))}\n`;
}

/** Paths and contexts are shown up to here. */
const LONGEST_ASIDE = 400;

/**
 * A chunk as a person reads it: where it is, what it stands under, what is known beside its text and what
 * it repeats (dim), its text, and the seam it ends at.
 */
export function renderChunk(chunk: Chunk): string {
  const { before, after } = chunk.overlap;
  const facts = [
    `#${chunk.index + 1}`,
    chunk.kind === "standard" ? undefined : chunk.kind,
    chunk.locator,
    `${chunk.span.end - chunk.span.start} characters`,
    `${chunk.tokensBy === "approximate" ? "~" : ""}${chunk.tokens} tokens`,
    chunk.oversize ? "larger than the maximum: one indivisible character" : undefined,
  ].filter((fact) => fact !== undefined);
  const repeated = printable(chunk.text.slice(0, before));
  const own = printable(chunk.text.slice(before));
  return [
    rule("┌", facts.join(" · ")),
    ...asides(chunk).map((line) => style(["dim"], `│ ${line}`)),
    `${style(["dim", "italic"], repeated)}${own}`,
    rule("└", `${chunk.boundary}${after > 0 ? ` · the next repeats ${after} characters` : ""}`),
    "",
  ].join("\n");
}

/** What is known of a chunk that is not in its text. */
function asides({ path, context, code }: Chunk): string[] {
  const lines = path.length > 0 ? [path.join(" › ")] : [];
  if (context !== undefined) lines.push(...context.text.split("\n").map((line) => `${context.by}: ${line}`));
  if (code !== undefined && code.imports.length > 0) lines.push(`imports: ${code.imports.join(" ")}`);
  if (code !== undefined && code.globalDeps.length > 0) lines.push(`needs: ${code.globalDeps.join(", ")}`);
  return lines.map((line) => printable(line.replaceAll(/\s+/g, " ").slice(0, LONGEST_ASIDE)));
}

function rule(corner: string, label: string): string {
  const line = `${corner}─ ${printable(label)} `;
  return style(["cyan"], line + "─".repeat(Math.max(0, WIDTH - line.length)));
}
