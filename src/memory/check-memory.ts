import type { Problem } from "../core/store.ts";
import type { TurnStore } from "../core/turn-store.ts";
import type { MemorySpaces } from "./scope.ts";

/** What the store itself cannot know: that every turn has its use, and every whole turn is that of a turn. */
export async function checkMemory(store: TurnStore, { turns, parents }: MemorySpaces): Promise<Problem[]> {
  const used = new Set((await store.uses(turns)).map(({ id }) => id));
  const problems: Problem[] = [];
  const add = (document: string, message: string) => {
    problems.push({ kind: "orphan", message, workspace: turns.workspace, document, repaired: false });
  };
  const known = new Set<string>();
  for await (const { id } of store.documents(turns)) {
    known.add(id);
    if (!used.has(id))
      add(id, `Turn ${id} has no time and no use: it cannot be recalled. Forget or import it again.`);
  }
  for await (const { id } of store.documents(parents))
    if (!known.has(id))
      add(id, `The index of whole turns holds ${id}, which is no turn. Forget it by its id.`);
  return problems;
}
