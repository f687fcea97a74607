// What every process of this bench does alike: take its argument, answer once, leave nothing behind.

import { rmSync } from "node:fs";
import { runProcess } from "../structure/processes.mjs";

/** From dist/, as users have it. */
export const importSherd = (path = "index.js") => import(new URL(`../../dist/${path}`, import.meta.url));

/** Runs a worker and gives what it answers, or `{ failed }`. */
export async function ask(file, argument, limit) {
  let result;
  const { failed } = await runProcess(new URL(file, import.meta.url), argument, {
    limit,
    onMessage: (message) => {
      result = message.result;
    },
  });
  return { ...(failed !== undefined && { failed }), ...result };
}

/** In the worker: does the work with the argument it was given and sends what comes of it. */
export async function answer(work) {
  try {
    process.send({ result: await work(JSON.parse(process.argv[2])) });
  } catch (error) {
    process.send({ result: { failed: String(error?.message ?? error).slice(0, 300) } });
  }
  process.disconnect();
}

export function removeBase(base) {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(base + suffix, { force: true });
}
