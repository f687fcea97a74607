import { SherdError } from "../core/errors.ts";

/** Objects of foreign JSON: nothing about them is known until it is asked. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member: a file may name its members `constructor` or `__proto__`. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textMember(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

/** A text with something in it. */
export function filledMember(value: unknown, name: string): string | undefined {
  const found = textMember(value, name);
  return found === undefined || found.trim() === "" ? undefined : found;
}

export function listMember(value: unknown, name: string): readonly unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/** The first of the members that is there and not null. */
export function firstMember(value: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const found = member(value, name);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** An id may be a number in some exports. */
export function idMember(value: unknown, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = member(value, name);
    if (typeof found === "string" && found !== "") return found;
    if (typeof found === "number" && Number.isFinite(found)) return String(found);
  }
  return undefined;
}

/** A value as text: strings as they are, anything else as JSON. */
export function written(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  try {
    return JSON.stringify(value) ?? "";
  } catch (cause) {
    // Cycles and nesting beyond the stack: only values made in memory have them.
    throw new SherdError(
      "INPUT_MALFORMED",
      `A value of a conversation cannot be written as JSON: ${cause instanceof Error ? cause.message : String(cause)}.`,
      {},
      { cause },
    );
  }
}

/** What a value is, for a message. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
