import type { Chunk } from "../../core/chunk.ts";

/** A chunk of code as it could stand by itself: the imports it needs, a blank line, its text. */
export function renderWithImports(chunk: Pick<Chunk, "text" | "code">): string {
  const text = chunk.text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  const imports = chunk.code?.imports ?? [];
  return imports.length === 0 ? text : `${imports.join("\n")}\n\n${text}`;
}
