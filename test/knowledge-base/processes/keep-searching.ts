import { KnowledgeBase } from "../../../src/knowledge-base.ts";

/** Searches until the time is up; says how many times, and how often something was found. */
const [location, seconds] = process.argv.slice(2);
const base = await KnowledgeBase.open(location, { readOnly: true });
const end = Date.now() + 1000 * Number(seconds);
const modes = ["hybrid", "words", "meaning"] as const;
let searches = 0;
let found = 0;
for (; Date.now() < end; searches++) {
  const { hits, warnings } = await base.search(`apples and subject${searches % 20}`, {
    mode: modes[searches % 3],
    explain: true,
  });
  if (warnings.length > 0) throw new Error(warnings[0]);
  if (hits.length > 0) found++;
  for (const { chunk, parent } of hits) {
    if (parent !== undefined && !parent.text.includes(chunk.text))
      throw new Error(`${chunk.id} is not inside its parent: ${chunk.text} / ${parent.text}`);
  }
}
await base.close();
console.log(JSON.stringify({ searches, found }));
