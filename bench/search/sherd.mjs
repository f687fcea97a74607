// Sherd as this bench's processes use it.

import { rmSync } from "node:fs";

/** From dist/, as users have it. */
export const importSherd = (path = "index.js") => import(new URL(`../../dist/${path}`, import.meta.url));

export function removeBase(base) {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(base + suffix, { force: true });
}
