import { writeSync } from "node:fs";
import { KnowledgeBase } from "../../../src/knowledge-base.ts";

/** Brings a base up to date with a folder, and says every document that was told as stored or removed. */
const [location, folder] = process.argv.slice(2);
const base = await KnowledgeBase.open(location);
for await (const { phase, item } of base.sync(folder, { force: true, threads: 0 }))
  if (phase === "store" || phase === "remove") writeSync(1, `${phase} ${item}\n`);
await base.close();
writeSync(1, "end\n");
