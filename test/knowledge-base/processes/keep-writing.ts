import { KnowledgeBase } from "../../../src/knowledge-base.ts";

/** Adds, changes and removes documents of its own until the time is up; says how many times. */
const [location, name, seconds] = process.argv.slice(2);
const base = await KnowledgeBase.open(location);
const end = Date.now() + 1000 * Number(seconds);
let rounds = 0;
for (; Date.now() < end; rounds++) {
  const documents = Array.from({ length: 20 }, (_, i) => ({
    id: `${name}-${(rounds * 7 + i) % 60}`,
    text: `# ${name}\n\nRound ${rounds} tells of apples, and of subject${i}.\n`,
    metadata: { writer: name },
  }));
  const { failed } = await base.add(documents);
  if (failed.length > 0) throw failed[0].error;
  await base.remove(`${name}-${(rounds * 11) % 60}`);
}
await base.close();
console.log(JSON.stringify({ rounds }));
