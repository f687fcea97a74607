import type { Document, Section } from "../core/document.ts";
import { SherdError } from "../core/errors.ts";
import { hashText } from "../text/hash.ts";

/** Names text, metadata and outline: the same name and recipe need no work. */
export function documentHash({ id, text, metadata, outline }: Document, chunkIds = ""): string {
  const described =
    Array.isArray(outline) && outline.every(isPlain)
      ? `{"metadata":${canonical(id, metadata)},"outline":${JSON.stringify(outline.map(inOrder))}}`
      : canonical(id, { metadata, outline });
  return hashText(`${hashText(text)}\0${described}\0${chunkIds}`);
}

/** Whether a section has nothing but what sections have. There are many: in order they are written ten times as fast. */
function isPlain(section: Section): boolean {
  const { kind, level, locator, span, title } = (section ?? {}) as Section;
  return (
    typeof kind === "string" &&
    Object.keys(section).length === (locator === undefined ? 4 : 5) &&
    typeof level === "number" &&
    (locator === undefined || typeof locator === "string") &&
    typeof title === "string" &&
    Object.keys(span ?? {}).length === 2 &&
    typeof span.end === "number" &&
    typeof span.start === "number"
  );
}

/** A plain section with sorted keys. */
function inOrder({ kind, level, locator, span: { end, start }, title }: Section): unknown {
  return { kind, level, locator, span: { end, start }, title };
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
