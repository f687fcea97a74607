/** A process that writes: `node write-documents.ts PATH PREFIX COUNT`; says each id once it is stored. */
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { EMBEDDER, SPACE, sample } from "./sample-documents.ts";

const [path, prefix, count] = process.argv.slice(2);
const store = await openSqliteStore(path);
for (let i = 0; i < Number(count); i++) {
  const id = `${prefix}${i % 40}`;
  await store.replace(SPACE, [sample(id, `version ${i} of ${id}, with words that all of them share`)], {
    embedder: EMBEDDER,
  });
  process.stdout.write(`${id} ${i}\n`);
}
await store.close();
