/** What the program's exit codes mean; `sherd --help` and docs/CLI.md say the same. */
export const EXIT = { ok: 0, failure: 1, usage: 2, partial: 3 } as const;
