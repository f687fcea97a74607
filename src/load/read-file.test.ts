import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type ReadFile, readWholeFile, readWholeFileHere } from "./read-file.ts";

const folder = mkdtempSync(join(tmpdir(), "sherd-read-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file that says it is empty and is not, as one that grows while it is read. */
const GROWING = "/proc/self/status";

describe.each<[string, ReadFile]>([
  ["waiting", readWholeFile],
  ["here", readWholeFileHere],
])("a file that is read %s", (_name, read) => {
  const failure = async (path: string, most: number) => {
    try {
      await read(path, most);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it.each([0, 1, 70_000])("comes whole, with its time (%i bytes)", async (size) => {
    const path = join(folder, `${size}`);
    const bytes = Uint8Array.from({ length: size }, (_, i) => i % 251);
    writeFileSync(path, bytes);
    const content = await read(path, size);
    expect(Buffer.compare(content.bytes, bytes)).toBe(0);
    expect(content.modified).toEqual(statSync(path).mtime);
  });

  it("is refused when it is larger than allowed, missing or no file", async () => {
    const path = join(folder, "ten");
    writeFileSync(path, "0123456789");
    expect(await failure(path, 9)).toMatchObject({ code: "LIMIT_EXCEEDED", details: { most: 9, seen: 10 } });
    expect(await failure(join(folder, "none"), 9)).toMatchObject({ code: "INPUT_NOT_FOUND" });
    expect(await failure(folder, 9)).toMatchObject({ code: "INPUT_UNREADABLE" });
  });

  it.skipIf(!existsSync(GROWING))("may grow while it is read, up to what is allowed", async () => {
    expect(String((await read(GROWING, 1_000_000)).bytes)).not.toBe("");
    expect(await failure(GROWING, 100)).toMatchObject({ code: "LIMIT_EXCEEDED" });
  });
});
