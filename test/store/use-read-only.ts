/** A process without the right to write: `node use-read-only.ts PATH`; says what it could do, as JSON. */
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { SPACE, wordQuery } from "./sample-documents.ts";

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );

const [path] = process.argv.slice(2);
const store = await openSqliteStore(path, { readOnly: true });
const found = (await store.words(SPACE, wordQuery("glaze"))).length;
const problems = (await store.verify()).length;
const write = await codeOf(store.remove(SPACE, ["d0"]));
await store.close();
console.log(JSON.stringify({ found, problems, write, openToWrite: await codeOf(openSqliteStore(path)) }));
