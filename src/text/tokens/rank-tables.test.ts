import { afterEach, expect, it, vi } from "vitest";
import { ENCODING_NAMES } from "./encoding.ts";
import { readRankFile } from "./rank-file.ts";
import { loadTokens } from "./rank-tables.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each(ENCODING_NAMES)(
  "%s is the same read as a file and as a module, which is what browsers have",
  async (name) => {
    const file = await loadTokens(name);
    vi.stubGlobal("process", undefined);
    const module = await loadTokens(name);
    const end = module.ends.at(-1) ?? 0;
    expect(file.ends.length).toBeGreaterThan(100_000);
    expect(Buffer.from(file.ends.buffer, file.ends.byteOffset, file.ends.byteLength)).toEqual(
      Buffer.from(module.ends.buffer),
    );
    expect(Buffer.compare(file.bytes, module.bytes.subarray(0, end))).toBe(0);
  },
);

it.each([
  ["is missing", undefined],
  ["is cut short at a line's end", "IQ== 0\nIg== 1\n"],
  ["is something else", "<html>"],
])("takes the module where the file %s", async (_how, content) => {
  const { getBuiltinModule } = process;
  const readFile = async () => {
    if (content === undefined) throw new Error("ENOENT");
    return bytesOf(content);
  };
  vi.stubGlobal("process", {
    ...process,
    getBuiltinModule: (id: string) => (id === "node:fs/promises" ? { readFile } : getBuiltinModule(id)),
  });
  expect((await loadTokens("cl100k_base")).ends).toHaveLength(100_256);
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

it("reads tokens of every length, with and without an end of the last line", () => {
  for (const end of ["", "\n"]) {
    const { bytes, ends } = readRankFile(bytesOf(`IQ== 0\nYWI= 1\nYWJj 2\n/+8= 3${end}`));
    expect([...ends]).toEqual([1, 3, 6, 8]);
    expect([...bytes]).toEqual([...bytesOf("!ababc"), 0xff, 0xef]);
  }
});

it("refuses a file that is not whole or not such a table", () => {
  for (const text of ["IQ== 1", "IQ== 0\nIg== 2", "IQ==", "I!== 0", "<html> 0"])
    expect(() => readRankFile(bytesOf(text)), text).toThrow(RangeError);
});
