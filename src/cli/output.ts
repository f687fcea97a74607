import { once } from "node:events";
import { printable } from "./printable.ts";

/** Writes to standard output and waits while the reader is slower, so that memory stays flat. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

export function warn(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}
