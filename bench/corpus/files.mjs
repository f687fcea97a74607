// Files that the package manager installed, each with the package it belongs to.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const benchFolder = fileURLToPath(new URL("..", import.meta.url));
export const ROOTS = [join(benchFolder, "..", "node_modules"), join(benchFolder, "node_modules")];

// Packages that npm picks by platform would make the texts differ from machine to machine.
const PLATFORM_PACKAGE = /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|sunos|win|win32)-/;

/** Every plain file under the given node_modules, in one fixed order: `{ package, path, absolute }`. */
export function* installedFiles(roots = ROOTS) {
  for (const root of roots) {
    for (const file of walk(root, root)) if (!PLATFORM_PACKAGE.test(file.package)) yield file;
  }
}

function* walk(root, folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // the root's node_modules may be absent
  }
  // readdir's order is the file system's; the same corpus on every machine needs our own.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const absolute = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(root, absolute);
    else if (entry.isFile()) yield { ...owner(root, absolute), absolute };
  }
}

/** The innermost package a file lies in, and the file's path inside it. */
function owner(root, absolute) {
  const parts = relative(root, absolute).split(sep);
  const start = parts.lastIndexOf("node_modules") + 1;
  const depth = parts[start].startsWith("@") ? 2 : 1;
  return {
    package: parts.slice(start, start + depth).join("/"),
    path: parts.slice(start + depth).join("/"),
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows1252 = new TextDecoder("windows-1252");

/** The file's text. Old books on npm are sometimes Windows-1252: what is not UTF-8 is read as that. */
export function readText(absolute) {
  const bytes = readFileSync(absolute);
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
