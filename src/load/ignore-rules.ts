import type { Dirent } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { readWholeFile } from "./read-file.ts";

/** Read in this order, so that what a `.sherdignore` says counts more. */
const IGNORE_FILES = [".gitignore", ".sherdignore"];
/** In bytes. A longer list of patterns is none; each pattern is tried on each file. */
const LONGEST_FILE = 100_000;

/** Patterns with more `**` than anyone writes take minutes to try on a deep path; they are passed over. */
const MOST_DOUBLE_STARS = 3;

/** What one folder's ignore files say about what lies below it. */
interface Level {
  /** The folder, relative to the walk's root, with a slash at its end; empty for the root. */
  readonly prefix: string;
  readonly rules: Ignore;
  /** A folder on the way here that these rules exclude and deeper ones brought back. */
  readonly overruled: boolean;
}

/**
 * The ignore rules that hold in a folder: those of its own files, then those of each folder above, up to the
 * walk's root. The deepest rule that matches decides, as in Git.
 */
export class IgnoreRules {
  readonly #levels: readonly Level[];

  private constructor(levels: readonly Level[]) {
    this.#levels = levels;
  }

  static readonly none = new IgnoreRules([]);

  /** The rules inside a folder: those of the folder around it and those its own files bring. */
  async inside(folder: string, prefix: string, entries: readonly Dirent[]): Promise<IgnoreRules> {
    const inherited = this.#levels.map((level) => ({
      ...level,
      overruled:
        level.overruled ||
        (prefix !== level.prefix && level.rules.ignores(prefix.slice(level.prefix.length))),
    }));
    const patterns: string[] = [];
    for (const name of IGNORE_FILES) {
      // Links do not count, as in Git; nor do files that cannot be read.
      if (!entries.some((entry) => entry.name === name && entry.isFile())) continue;
      const content = await readWholeFile(join(folder, name), LONGEST_FILE).catch(() => undefined);
      for (const line of new TextDecoder().decode(content?.bytes).split(/\r?\n/)) {
        if (line.split("**").length - 1 <= MOST_DOUBLE_STARS) patterns.push(line);
      }
    }
    if (patterns.every((pattern) => pattern.trim() === "")) return new IgnoreRules(inherited);
    const own: Level = {
      prefix,
      rules: ignore({ allowRelativePaths: true }).add(patterns),
      overruled: false,
    };
    return new IgnoreRules([own, ...inherited]);
  }

  /** Whether a file, or a folder (with a slash at its end), is to be left out. */
  ignores(path: string): boolean {
    for (const { prefix, rules, overruled } of this.#levels) {
      // Of overruled rules only those count that name the file itself, not the folder it is in.
      const tested = overruled ? lastPart(path) : path.slice(prefix.length);
      const { ignored, unignored } = rules.test(tested);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/", path.length - 2) + 1);
}
