import type { Dirent, Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import ignore from "ignore";
import picomatch from "picomatch";
import { SherdError } from "../core/errors.ts";
import { IgnoreRules } from "./ignore-rules.ts";

/** What nobody means when naming the folder around it. */
const ALWAYS_SKIPPED = new Set(["node_modules", ".git"]);
/** Folders inside folders; deeper ones are a mistake or an attack. */
const DEEPEST = 100;

export interface WalkOptions {
  /** Which files, by their path from the root: `docs/**`, `*.{md,txt}`. Several: any of them. */
  readonly glob?: string | readonly string[] | undefined;
  /** More to leave out, in the syntax of `.gitignore`, from the root; no ignore file can bring it back. */
  readonly ignore?: readonly string[] | undefined;
  /** Whether `.gitignore` and `.sherdignore` count; they do unless this is false. */
  readonly ignoreFiles?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A file, or something that could not be walked and why. */
export interface WalkEntry {
  /** From the root, with forward slashes: the same on every machine. */
  readonly path: string;
  /** Where to open it. */
  readonly file: string;
  readonly error?: SherdError;
}

/**
 * The files below a folder, in the same order on every machine: by name, in code units, folders in their
 * place. Links are followed where they lead out of the root; what lies inside it is found under its own
 * name. No file comes twice and no loop is entered.
 */
export async function* walk(root: string, options: WalkOptions = {}): AsyncGenerator<WalkEntry> {
  const realRoot = await realpath(root).catch((error: unknown) => {
    throw unreachable(root, error);
  });
  if (!(await stat(realRoot)).isDirectory()) {
    throw new SherdError("INPUT_NOT_FOUND", `${root} is a file; a folder was expected.`, { path: root });
  }
  yield* new Walk(realRoot, options).folder({
    path: "",
    file: root,
    real: realRoot,
    depth: 0,
    outside: false,
  });
}

interface Folder {
  /** From the root, with a slash at its end; empty for the root. */
  readonly path: string;
  readonly file: string;
  readonly real: string;
  readonly depth: number;
  /** Whether a link out of the root led here. */
  readonly outside: boolean;
}

class Walk {
  readonly #realRoot: string;
  readonly #options: WalkOptions;
  readonly #globs: readonly Glob[];
  readonly #excluded: ReturnType<typeof ignore>;
  /** Real paths of what was found outside the root. */
  readonly #seen = new Set<string>();

  constructor(realRoot: string, options: WalkOptions) {
    this.#realRoot = realRoot;
    this.#options = options;
    const globs = typeof options.glob === "string" ? [options.glob] : (options.glob ?? []);
    this.#globs = globs.map(compileGlob);
    this.#excluded = ignore({ allowRelativePaths: true }).add([...(options.ignore ?? [])]);
  }

  async *folder(folder: Folder, around: IgnoreRules = IgnoreRules.none): AsyncGenerator<WalkEntry> {
    this.#options.signal?.throwIfAborted();
    if (folder.depth > DEEPEST) {
      yield { path: folder.path.slice(0, -1), file: folder.file, error: tooDeep(folder.path) };
      return;
    }
    let entries: Dirent[];
    try {
      entries = await readdir(folder.file, { withFileTypes: true });
    } catch (error) {
      yield {
        path: folder.path.slice(0, -1) || ".",
        file: folder.file,
        error: unreadable(folder.path || ".", error),
      };
      return;
    }
    const rules =
      this.#options.ignoreFiles === false ? around : await around.inside(folder.file, folder.path, entries);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (ALWAYS_SKIPPED.has(entry.name)) continue;
      yield* this.#entry(folder, entry, rules);
    }
  }

  async *#entry(folder: Folder, entry: Dirent, rules: IgnoreRules): AsyncGenerator<WalkEntry> {
    const path = folder.path + entry.name;
    const file = join(folder.file, entry.name);
    let real = join(folder.real, entry.name);
    let kind: Dirent | Stats = entry;
    let outside = folder.outside;
    if (entry.isSymbolicLink()) {
      if (this.#leavesOut(path, rules) || this.#leavesOut(`${path}/`, rules)) return;
      try {
        real = await realpath(file);
        kind = await stat(file);
      } catch (error) {
        if (this.#wants(path)) yield { path, file, error: unreadable(path, error) };
        return;
      }
      if (this.#isInsideRoot(real) || real.split(sep).some((part) => ALWAYS_SKIPPED.has(part))) return;
      outside = true;
    }
    const isFolder = kind.isDirectory();
    if (this.#leavesOut(isFolder ? `${path}/` : path, rules)) return;
    if (isFolder ? !this.#mayHoldWanted(path) : !this.#wants(path)) return;
    if (outside) {
      if (this.#isInsideRoot(real) || this.#seen.has(real)) return;
      this.#seen.add(real);
    }
    if (isFolder) {
      yield* this.folder({ path: `${path}/`, file, real, depth: folder.depth + 1, outside }, rules);
    } else if (kind.isFile()) yield { path, file };
    else yield { path, file, error: special(path, kind) };
  }

  #leavesOut(path: string, rules: IgnoreRules): boolean {
    return this.#excluded.ignores(path) || rules.ignores(path);
  }

  #wants(path: string): boolean {
    return this.#globs.length === 0 || this.#globs.some(({ matches }) => matches(path));
  }

  #mayHoldWanted(folder: string): boolean {
    return this.#globs.length === 0 || this.#globs.some((glob) => reaches(glob, folder));
  }

  #isInsideRoot(real: string): boolean {
    const way = relative(this.#realRoot, real);
    return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || /^[A-Za-z]:/.test(way));
  }
}

interface Glob {
  readonly matches: (path: string) => boolean;
  /** The folders the pattern begins with, as written. */
  readonly base: string;
  /** How many parts a matching path can have. */
  readonly parts: number;
}

function compileGlob(pattern: string): Glob {
  const { base, glob } = picomatch.scan(pattern.replace(/^\.\//, ""));
  const isOpen = glob.includes("**") || glob.includes("(");
  const parts = (base === "" ? 0 : base.split("/").length) + glob.split("/").length;
  return {
    matches: picomatch(pattern.replace(/^\.\//, "")),
    base,
    parts: isOpen ? Number.POSITIVE_INFINITY : parts,
  };
}

/** Whether a file that matches may lie in a folder. */
function reaches({ base, parts }: Glob, folder: string): boolean {
  if (folder.split("/").length >= parts) return false;
  return base === "" || base === folder || base.startsWith(`${folder}/`) || folder.startsWith(`${base}/`);
}

function unreachable(path: string, cause: unknown): SherdError {
  if (codeOf(cause) !== "ENOENT") return unreadable(path, cause);
  return new SherdError(
    "INPUT_NOT_FOUND",
    `${path} names no folder; check the spelling.`,
    { path },
    { cause },
  );
}

function unreadable(path: string, cause: unknown): SherdError {
  const reason = codeOf(cause);
  const what =
    reason === "ENOENT"
      ? "is a link to nothing"
      : reason === "ELOOP"
        ? "is a link to itself"
        : "cannot be read";
  return new SherdError(
    "INPUT_UNREADABLE",
    `${path} ${what} (${reason}); skipped.`,
    { path, reason },
    { cause },
  );
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}

function special(path: string, kind: Dirent | Stats): SherdError {
  const what = kind.isSocket() ? "a socket" : kind.isFIFO() ? "a pipe" : "a device";
  return new SherdError("INPUT_UNREADABLE", `${path} is ${what}, not a file; skipped.`, {
    path,
    reason: what,
  });
}

function tooDeep(path: string): SherdError {
  return new SherdError(
    "LIMIT_EXCEEDED",
    `${path} lies more than ${DEEPEST} folders deep; skipped. Name a folder further down.`,
    { path, limit: "depth", most: DEEPEST },
  );
}
