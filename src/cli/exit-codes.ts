/** What the program's exit codes mean; `sherd --help` and the README say the same. */
export const EXIT = { ok: 0, failure: 1, usage: 2, partial: 3 } as const;
