import type { Document } from "../core/document.ts";
import { SherdError } from "../core/errors.ts";
import { hashText } from "../text/hash.ts";

/** Names text, metadata and outline: the same name and recipe need no work. */
export function documentHash({ id, text, metadata, outline }: Document, chunkIds = ""): string {
  return hashText(`${hashText(text)}\0${canonical(id, { metadata, outline })}\0${chunkIds}`);
}

/** JSON with sorted keys: the same for the same data. */
function canonical(id: string, value: unknown): string {
  try {
    return JSON.stringify(value, (_key, inner: unknown) => {
      if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
      return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SherdError(
      "INVALID_DOCUMENT",
      `The metadata of ${id} cannot be written as JSON: ${reason}.`,
      { document: id },
      { cause: error },
    );
  }
}
