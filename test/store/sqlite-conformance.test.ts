import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { itIsAStore } from "./store-conformance.ts";

const folder = mkdtempSync(join(tmpdir(), "sherd-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("SQLite in memory", () => itIsAStore({ open: () => openSqliteStore(":memory:") }));

describe.each(["int8", "float32"] as const)("SQLite in a file, vectors %s", (vectors) => {
  let made = 0;
  itIsAStore({ open: () => openSqliteStore(join(folder, `new/${vectors}-${made++}.db`), { vectors }) });
});
