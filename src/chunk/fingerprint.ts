import { hashText } from "../text/hash.ts";
import type { Sizing } from "./options.ts";

/** Raised whenever the cutting engine would cut the same text elsewhere; part of every fingerprint. */
const ENGINE_VERSION = 2;

/** Names a chunker with everything that decides where it cuts. */
export function fingerprintOf(name: string, sizing: Sizing, settings: unknown): string {
  const { size, measure, overlap, overlapBy, minimum, balance, trim } = sizing;
  const all = [ENGINE_VERSION, size, measure, overlap, overlapBy, minimum, balance, trim, settings];
  return `${name}@${hashText(JSON.stringify(all)).slice(0, 16)}`;
}
