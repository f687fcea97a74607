import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBaseSettings } from "./config.ts";

let folder = "";
let deep = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sherd-config-"));
  deep = join(folder, "a", "b");
  mkdirSync(deep, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const configure = (content: unknown): void =>
  writeFileSync(join(folder, "sherd.json"), typeof content === "string" ? content : JSON.stringify(content));

describe("the database", () => {
  it("is the flag's, else the environment's, else that of sherd.json, else the default", async () => {
    const env = { SHERD_DB: "from-env.db" };
    configure({ db: "index/kb.db" });
    expect(await readBaseSettings({ db: "flag.db" }, env, deep)).toMatchObject({
      location: "flag.db",
      locationFrom: "flag",
    });
    expect(await readBaseSettings({}, env, deep)).toMatchObject({ location: "from-env.db" });
    expect(await readBaseSettings({}, { SHERD_DB: "" }, deep)).toMatchObject({
      location: join(folder, "index", "kb.db"),
      locationFrom: "sherd.json",
    });
    rmSync(join(folder, "sherd.json"));
    expect(await readBaseSettings({}, {}, deep)).toMatchObject({
      location: join(deep, ".sherd", "sherd.db"),
      locationFrom: "default",
      project: deep,
    });
  });

  it("lies beside sherd.json where that names none", async () => {
    configure({});
    expect((await readBaseSettings({}, {}, deep)).location).toBe(join(folder, ".sherd", "sherd.db"));
  });

  it("may be an address", async () => {
    configure({ db: "postgres://somewhere/base" });
    expect((await readBaseSettings({}, {}, deep)).location).toBe("postgres://somewhere/base");
  });
});

it("takes workspace and embedder in the same order", async () => {
  configure({ workspace: "file", embedder: "none", ignore: ["*.log"], chunker: { size: 200 } });
  const env = { SHERD_WORKSPACE: "env" };
  expect(await readBaseSettings({ workspace: "flag" }, env, deep)).toMatchObject({ workspace: "flag" });
  expect(await readBaseSettings({}, env, deep)).toMatchObject({ workspace: "env", embedder: "none" });
  expect(await readBaseSettings({}, {}, deep)).toMatchObject({
    workspace: "file",
    ignore: ["*.log"],
    chunker: { size: 200 },
  });
});

it.each([
  ["{ not json", /sherd\.json is not JSON/],
  ["[]", /an object was expected/],
  [{ databse: "x" }, /unknown setting "databse"; known are db, workspace, embedder, chunker, ignore/],
  [{ db: 3 }, /has db 3; a text was expected/],
  [{ ignore: "*.log" }, /a list of patterns/],
  [{ chunker: { size: "200" } }, /chunker\.size "200"; a number/],
  [{ chunker: { sizes: 200 } }, /unknown setting "chunker\.sizes"/],
])("names what is wrong in %j", async (content, message) => {
  configure(content);
  await expect(readBaseSettings({}, {}, deep)).rejects.toThrow(message);
  await expect(readBaseSettings({}, {}, deep)).rejects.toMatchObject({ code: "INVALID_OPTION" });
});

it("refuses a flag without a value", async () => {
  await expect(readBaseSettings({ db: "" }, {}, deep)).rejects.toThrow(/--db must be a name/);
});
