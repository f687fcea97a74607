import { SherdError } from "../../src/core/errors.ts";
import type { Format, Parsed } from "../../src/load/format.ts";
import type { FormatEntry } from "../../src/load/registry.ts";

/** Parsers that misbehave in every way the sandbox has to survive. The file's bytes do not matter. */
const PARSERS: Readonly<Record<string, (bytes: Uint8Array) => Parsed | Promise<Parsed>>> = {
  good: (bytes) => ({ text: new TextDecoder().decode(bytes), format: "text" }),
  hang: () => {
    for (;;);
  },
  wait: () => new Promise(() => {}),
  backtrack: () => {
    /^(a+)+$/.test(`${"a".repeat(50)}b`);
    return { text: "never", format: "text" };
  },
  objects: () => {
    const all: unknown[] = [];
    for (;;) all.push({ some: [1, 2, 3] });
  },
  // Grows in large steps, which V8 answers by ending the whole process.
  map: () => {
    const all = new Map<number, number>();
    for (let i = 0; ; i++) all.set(i, i);
  },
  list: () => {
    const all: number[] = [];
    for (;;) all.push(1.5);
  },
  // Outside the heap, where its limit does not reach.
  buffers: () => {
    const all: Uint8Array[] = [];
    for (;;) all.push(new Uint8Array(1_000_000).fill(1));
  },
  exit: () => process.exit(3),
  late: () =>
    new Promise(() => {
      setTimeout(() => {
        throw new Error("too late to be caught");
      }, 10);
    }),
  recursion: () => {
    const deeper = (): number => 1 + deeper();
    return { text: String(deeper()), format: "text" };
  },
  typed: () => {
    throw new SherdError("INPUT_ENCRYPTED", "It is locked.", { path: "x", tries: 3 });
  },
  untyped: () => {
    throw new TypeError("undefined is not a page");
  },
  write: async () => {
    const { writeFile } = await import("node:fs/promises");
    await writeFile(new URL("./escaped", import.meta.url), "out");
    return { text: "escaped", format: "text" };
  },
  spawn: async () => {
    const { execFileSync } = await import("node:child_process");
    return { text: execFileSync(process.execPath, ["-v"], { encoding: "utf8" }), format: "text" };
  },
  environment: () => ({ text: Object.keys(process.env).join(), format: "text" }),
};

export const formats: readonly Format[] = Object.entries(PARSERS).map(([type, parse]) => ({
  type,
  parse: async (bytes) => parse(bytes),
}));

/** The same, as the loader's registry wants them. */
export const hostileEntries: readonly FormatEntry[] = formats.map((format) => ({
  type: format.type,
  extensions: [`.${format.type}`],
  sandboxed: true,
  module: import.meta.url,
  load: async () => format,
}));
