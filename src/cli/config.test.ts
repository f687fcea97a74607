import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
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

describe("sherd.json", () => {
  it("is not looked for above a repository", async () => {
    configure({ workspace: "above" });
    mkdirSync(join(deep, "..", ".git"));
    expect((await readBaseSettings({}, {}, deep)).configFile).toBeUndefined();
    writeFileSync(join(deep, "..", "sherd.json"), '{"workspace":"own"}');
    expect((await readBaseSettings({}, {}, deep)).workspace).toBe("own");
  });

  it("is not looked for above the home folder", async () => {
    configure({ workspace: "above" });
    vi.stubEnv("HOME", join(deep, ".."));
    vi.stubEnv("USERPROFILE", join(deep, ".."));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect((await readBaseSettings({}, {}, deep)).configFile).toBeUndefined();
  });

  it.skipIf(process.getuid === undefined)(
    "of another user is passed over where everyone may write",
    async () => {
      configure({ workspace: "planted" });
      const own = process.getuid?.() as number;
      const user = vi.spyOn(process as { getuid(): number }, "getuid").mockReturnValue(own + 1);
      onTestFinished(() => user.mockRestore());
      expect((await readBaseSettings({}, {}, deep)).workspace).toBe("planted");
      chmodSync(folder, 0o1777);
      expect((await readBaseSettings({}, {}, deep)).configFile).toBeUndefined();
      user.mockReturnValue(own);
      expect((await readBaseSettings({}, {}, deep)).workspace).toBe("planted");
    },
  );

  it("that is something else is named with a way out", async () => {
    configure({ set: "code-context" });
    await expect(readBaseSettings({}, {}, deep)).rejects.toThrow(/or rename it if it is not meant as/);
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
  [
    { databse: "x" },
    /unknown setting "databse"; known are db, workspace, embedder, vectors, chunker, context, ignore/,
  ],
  [{ db: 3 }, /has db 3; a text was expected/],
  [{ vectors: "float16" }, /vectors in sherd\.json must be int8 or float32; got "float16"/],
  [{ ignore: "*.log" }, /a list of patterns/],
  [{ chunker: { size: "200" } }, /chunker\.size "200"; a number/],
  [{ chunker: { sizes: 200 } }, /unknown setting "chunker\.sizes"/],
])("names what is wrong in %j", async (content, message) => {
  configure(content);
  await expect(readBaseSettings({}, {}, deep)).rejects.toThrow(message);
  await expect(readBaseSettings({}, {}, deep)).rejects.toMatchObject({ code: "INVALID_OPTION" });
});

it("takes how vectors are kept from the flag, else from sherd.json", async () => {
  expect((await readBaseSettings({}, {}, deep)).vectors).toBeUndefined();
  configure({ vectors: "float32" });
  expect((await readBaseSettings({}, {}, deep)).vectors).toBe("float32");
  expect((await readBaseSettings({ vectors: "int8" }, {}, deep)).vectors).toBe("int8");
  await expect(readBaseSettings({ vectors: "" }, {}, deep)).rejects.toThrow(/--vectors must be int8/);
});

it("refuses a flag without a value", async () => {
  await expect(readBaseSettings({ db: "" }, {}, deep)).rejects.toThrow(/--db must be a name/);
});
