import type { Chunk } from "../core/chunk.ts";
import type { ContextScope } from "./context-key.ts";
import type { DocumentPrompts } from "./context-prompt.ts";

export interface KeySettings {
  /** The generator's id. */
  readonly model: string;
  readonly scope: ContextScope;
  /** Which of the chunks; by default all that are searched. */
  readonly only?: ((chunk: Chunk) => boolean) | undefined;
}

/** What there is to ask about a document: chunks, by index, that are alike in all that the reply depends on. */
export function chunksByKey(
  prompts: DocumentPrompts,
  chunks: readonly Chunk[],
  { model, scope, only }: KeySettings,
): Map<string, number[]> {
  const byKey = new Map<string, number[]>();
  for (const [i, chunk] of chunks.entries()) {
    if (!isAskedAbout(chunk) || only?.(chunk) === false) continue;
    const key = prompts.key(i, model, scope);
    const alike = byKey.get(key);
    if (alike === undefined) byKey.set(key, [i]);
    else alike.push(i);
  }
  return byKey;
}

/** Parents are read, not searched; and a blank says nothing. */
function isAskedAbout({ kind, text }: Chunk): boolean {
  return kind !== "parent" && /\S/.test(text);
}
