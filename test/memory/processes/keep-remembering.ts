import { writeSync } from "node:fs";
import { EpisodicMemory } from "../../../src/memory/index.ts";

/** Remembers, recalls and maintains for as long as it lives; says every turn that was told as stored. */
const [location, name, turns] = process.argv.slice(2);
const memory = await EpisodicMemory.open(location, { environment: {} });
const long = "It goes on about the same for a while, so that it is cut into several chunks. ".repeat(12);
for (let turn = 0; turn < Number(turns); turn++) {
  const said = `word${name}x${turn} was said.${turn % 4 === 0 ? long : ""}`;
  const { id } = await memory.remember(said, "Noted.", { session: name });
  writeSync(1, `${id} ${said.split(" ", 1)[0]}\n`);
  if (turn % 3 === 0) await memory.recall(`word${name}x${Math.floor(turn / 2)}`);
  if (turn % 10 === 9) await memory.maintain();
}
await memory.close();
writeSync(1, "end\n");
