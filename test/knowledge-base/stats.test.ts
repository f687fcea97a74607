import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { openBase, page, temporaryFolder } from "./support.ts";

const loaded = vi.hoisted(() => vi.fn());
vi.mock(import("../../src/text/tokens/rank-tables.ts"), async (original) => {
  const tables = await original();
  loaded.mockImplementation(tables.loadTokens);
  return { ...tables, loadTokens: loaded };
});

it("statistics load no tokenizer table, and know what is outdated all the same", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const base = await openBase({ chunker: { unit: "characters", size: 400 } }, location);
  await base.add({ id: "a", text: page("Apples", "apples", "pears") });
  expect(await base.stats()).toMatchObject({ documents: 1, outdated: 0 });
  const other = await openBase({}, location);
  expect(await other.stats()).toMatchObject({ documents: 1, outdated: 1 });
  expect(loaded).not.toHaveBeenCalled();
  await other.rebuild();
  expect(loaded).toHaveBeenCalled();
  expect((await other.stats()).outdated).toBe(0);
});
