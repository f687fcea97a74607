import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { strToU8, type Zippable, zipSync } from "fflate";
import { expect } from "vitest";
import { SherdError } from "../../src/core/errors.ts";
import type { Format, Parsed } from "../../src/load/format.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/load/limits.ts";

const FIXTURES = new URL("../fixtures/", import.meta.url);

/** A fixture's bytes; `name` is relative to test/fixtures. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, FIXTURES)));
}

/** Where the text a fixture must give is kept, for `toMatchFileSnapshot`. */
export function expectedText(name: string): string {
  return fileURLToPath(new URL(`documents/expected/${name.replace(/^documents\//, "")}.txt`, FIXTURES));
}

export function parse(format: Format, bytes: Uint8Array, limits: Partial<Limits> = {}): Promise<Parsed> {
  return format.parse(bytes, {
    name: `test.${format.type}`,
    limits: { ...DEFAULT_LIMITS, ...limits },
  });
}

/** A fixture parsed, with the laws every outline must obey checked. */
export async function parseFixture(format: Format, name: string): Promise<Parsed> {
  const parsed = await parse(format, fixture(name));
  checkOutline(parsed);
  return parsed;
}

/** Sections lie inside the text, start at something and are in order; those of one kind nest or lie apart. */
export function checkOutline({ text, outline = [] }: Parsed): void {
  for (const { span, kind, title } of outline) {
    const content = text.slice(span.start, span.end);
    expect(span.start, `${kind} "${title}"`).toBeLessThanOrEqual(span.end);
    expect(span.end).toBeLessThanOrEqual(text.length);
    expect(content.slice(0, 1), `${kind} "${title}" starts with a blank`).not.toMatch(/\s/);
  }
  for (const kind of new Set(outline.map((section) => section.kind))) {
    const open: number[] = [];
    let last = 0;
    for (const { span } of outline.filter((section) => section.kind === kind)) {
      expect(span.start).toBeGreaterThanOrEqual(last);
      last = span.start;
      while (open.length > 0 && (open.at(-1) as number) <= span.start) open.pop();
      if (open.length > 0) expect(span.end).toBeLessThanOrEqual(open.at(-1) as number);
      open.push(span.end);
    }
  }
}

/** One line a section: kind, level, title, locator and the first line it covers. */
export function outlineLines({ text, outline = [] }: Parsed): string[] {
  return outline.map(({ kind, level, title, locator, span }) => {
    const first = text.slice(span.start, span.end).split("\n")[0];
    return [kind, level, JSON.stringify(title), locator, "→", first]
      .filter((one) => one !== undefined)
      .join(" ");
  });
}

/** The text, or the code of the typed error. Any other error fails the test. */
export async function outcome(
  format: Format,
  bytes: Uint8Array,
  limits: Partial<Limits> = {},
): Promise<string> {
  try {
    const parsed = await parse(format, bytes, limits);
    checkOutline(parsed);
    return parsed.text;
  } catch (error) {
    if (error instanceof SherdError) return error.code;
    throw error;
  }
}

/** Every way to cut a file short that the issue asks for: ten points spread over it. */
export function cutShort(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: 10 }, (_, i) => bytes.slice(0, Math.floor((bytes.length * i) / 10)));
}

/** A zip archive of texts. */
export function zip(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    files[name] = typeof content === "string" ? strToU8(content) : content;
  }
  return zipSync(files);
}
