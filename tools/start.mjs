// `npm start`: indexes this project's own docs and sources, answers three questions from them, and says what to
// try next. Everything is done by the program itself, as a person would do it.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const QUESTIONS = [
  "how is an overlap aligned to a sentence?",
  "what happens to a PDF that is locked with a password?",
  "which laws does every chunk obey?",
];

/** Runs `sherd …` and shows the command above what it prints. */
function sherd(...args) {
  const shown = args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : JSON.stringify(arg)));
  console.log(`\n$ npx sherd ${shown.join(" ")}\n`);
  const { status, error } = spawnSync(process.execPath, ["bin/sherd.js", ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (error !== undefined) throw error;
  // 3: some files could not be read, which the program has said; the rest is there.
  if (status !== 0 && status !== 3) process.exit(status ?? 1);
}

sherd("index", "README.md", "docs", "src");
for (const question of QUESTIONS) sherd("search", question, "--limit", "3");

console.log(`
What to try next:

  npx sherd search "how is an overlap aligned?" --explain     why each hit stands where it stands
  npx sherd search "how is an overlap aligned?" --context     the passages, ready for a prompt
  npx sherd show docs/INVARIANTS.md                           a document, a chunk, or lines of one
  npx sherd index ~/notes --db notes.db                       your own files; then search with the same --db
  npx sherd chunk README.md                                   how a file is cut
  npx sherd status                                            what the knowledge base holds
  npx sherd --help                                            everything else: docs/CLI.md
`);
