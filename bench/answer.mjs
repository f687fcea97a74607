// What a process of a bench does at its end. Imports nothing: some measure what an import costs.

/** Does the work with the argument the process was given, sends what comes of it, and lets the process end. */
export async function answer(work) {
  process.send({ result: await outcomeOf(() => work(JSON.parse(process.argv[2]))) });
  process.disconnect();
}

/** What the work gives, or `{ failed }` with the reason. */
export async function outcomeOf(work) {
  try {
    return await work();
  } catch (error) {
    return { failed: String(error?.message ?? error).slice(0, 300) };
  }
}
