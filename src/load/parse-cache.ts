import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Parsed } from "./format.ts";

/** Raised whenever a parser would give another text for the same bytes. */
const PARSER_VERSION = 1;

/**
 * Parsed files on disk, by the hash of their bytes, for formats that are slow to parse. Anything in the
 * folder may be deleted at any time; what is damaged there is parsed again.
 */
export class ParseCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(type: string, contentHash: string): Promise<Parsed | undefined> {
    try {
      const parsed = JSON.parse(await readFile(this.#file(type, contentHash), "utf8")) as Partial<Parsed>;
      return typeof parsed.text === "string" && typeof parsed.format === "string"
        ? (parsed as Parsed)
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whole or not at all: readers see only finished files. A folder that cannot be written to costs only time. */
  async write(type: string, contentHash: string, parsed: Parsed): Promise<void> {
    const file = this.#file(type, contentHash);
    const unfinished = `${file}.${process.pid}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(unfinished, JSON.stringify(parsed));
      await rename(unfinished, file);
    } catch {
      return;
    }
  }

  #file(type: string, contentHash: string): string {
    return join(this.#folder, `${type}-${PARSER_VERSION}-${contentHash}.json`);
  }
}
