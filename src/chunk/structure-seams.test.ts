import { describe, expect, it } from "vitest";
import type { DocumentInput } from "../core/document.ts";
import { resolveSizing, type SplitterOptions } from "./options.ts";
import { SeamList, type Structure } from "./structure.ts";
import { StructuredSplitter } from "./structured-splitter.ts";

/** Cuts a text whose structure the test gives. */
class Given extends StructuredSplitter {
  readonly #structure: Structure;

  constructor(options: SplitterOptions, structure: Structure) {
    super("given", resolveSizing(options, { overlap: 0 }), "given");
    this.#structure = structure;
  }

  override structure(_document: DocumentInput): Structure {
    return this.#structure;
  }
}

/** "aaaa|1|bbbb": units with the level of the seam between them. */
function parse(drawing: string): { text: string; seams: SeamList } {
  const parts = drawing.split("|");
  const seams = new SeamList("prose");
  let text = parts[0];
  for (let i = 1; i < parts.length; i += 2) {
    seams.add(text.length, Number(parts[i]), "paragraph", "prose");
    text += parts[i + 1];
  }
  return { text, seams };
}

async function cut(drawing: string, size: number, options: SplitterOptions = {}): Promise<string[]> {
  const { text, seams } = parse(drawing);
  return new Given({ size, whitespace: "keep", minimum: 0.5, ...options }, { seams }).splitText(text);
}

describe("along the structure", () => {
  it.each([
    ["neighbours that fit share a chunk", "aaa|1|bbb|1|ccc", 6, ["aaabbb", "ccc"]],
    ["a stronger seam is taken before a fuller chunk", "aaa|0|bb|1|cc|1|dd", 8, ["aaa", "bbccdd"]],
    ["a unit that fits alone is not cut to fill a chunk", "a|0|bb|1|bb|1|bb", 6, ["a", "bbbbbb"]],
    ["a unit that does not fit is entered", "a|0|bb|1|bb|1|bb|1|bb", 6, ["abbbb", "bbbb"]],
    ["and at its own levels again", "a|0|bb|1|ccc|2|ccc|2|ccc|1|dd", 6, ["abb", "cccccc", "cccdd"]],
    ["the last seam of equals", "a|1|b|1|c|1|d|1|e", 3, ["abc", "de"]],
  ])("%s", async (_name, drawing, size, expected) => {
    expect(await cut(drawing, size)).toEqual(expected);
  });

  it("between seams, text is cut as prose is", async () => {
    expect(await cut("One two. Three four.|0|x", 11)).toEqual(["One two. ", "Three four.", "x"]);
  });

  it("walls are never reached across", async () => {
    const { text, seams } = parse("aa|1|bb|1|cc");
    const walls = [{ position: 4, boundary: "section" as const }];
    const chunks = await new Given({ size: 100 }, { seams, walls }).split({ text });
    expect(chunks.map((chunk) => [chunk.text, chunk.boundary])).toEqual([
      ["aabb", "section"],
      ["cc", "end"],
    ]);
  });

  it("chunks stay inside given spans", async () => {
    const { text, seams } = parse("aa|1|bb|1|cc|1|dd");
    const chunks = await new Given({ size: 100 }, { seams }).splitWithin({ text }, [
      { start: 0, end: 3 },
      { start: 3, end: 8 },
    ]);
    expect(chunks.map((chunk) => chunk.text)).toEqual(["aab", "bccdd"]);
  });
});

it("balance shares what is left between the last two", async () => {
  const text = Array.from({ length: 11 }, (_, i) => `word${i % 10}`).join(" ");
  const seams = new SeamList("prose");
  const split = (balance: boolean) => new Given({ size: 60, balance, minimum: 0 }, { seams }).splitText(text);
  const runt = await split(false);
  const even = await split(true);
  expect(runt.map((one) => one.length)).toEqual([59, 5]);
  expect(even.length).toBe(2);
  expect(Math.abs(even[0].length - even[1].length)).toBeLessThan(14);
});

describe("overlap by similarity", () => {
  const kiln = "The kiln fires the clay until the glaze of the vessel melts. ";
  const tax = "Revenue officers audited quarterly accounts for several provinces. ";
  const overlaps = async (text: string) => {
    const options = { size: 130, overlap: 0.5, overlapBy: "similarity" } as const;
    const chunks = await new Given(options, { seams: new SeamList("prose") }).split({ text });
    return chunks.map((chunk) => chunk.overlap.after);
  };

  it("repeats where the subject goes on", async () => {
    expect((await overlaps(kiln.repeat(6)))[0]).toBeGreaterThan(40);
  });

  it("repeats nothing where it changes", async () => {
    expect((await overlaps(`${kiln.repeat(2).trimEnd()}\n\n${tax.repeat(2)}`))[0]).toBe(0);
  });
});

/** Levels that make every window look at many seams. */
const PATTERNS: Readonly<Record<string, (i: number) => number>> = {
  equal: () => 3,
  rising: (i) => i,
  falling: (i) => 1e6 - i,
  sawtooth: (i) => i % 97,
  nested: (i) => 32 - Math.clz32(i & -i),
};

describe("7 Linear work along seams at every character", () => {
  const reads = async (pattern: (i: number) => number, length: number, size: number): Promise<number> => {
    const seams = new SeamList("code");
    for (let i = 1; i < length; i++) seams.add(i, pattern(i), "syntax", "code");
    let count = 0;
    const counted = <T>(list: T[]): T[] =>
      new Proxy(list, {
        get: (target, key) => {
          count++;
          return Reflect.get(target, key);
        },
      });
    const structure = { seams: Object.assign(new SeamList("code"), seams) };
    Object.assign(structure.seams, { positions: counted(seams.positions), levels: counted(seams.levels) });
    await new Given({ size, minimum: 0.5, whitespace: "keep" }, structure).splitText("x".repeat(length));
    return count;
  };

  it.each(Object.entries(PATTERNS))("%s levels, small chunks", async (_name, pattern) => {
    const [small, large] = [await reads(pattern, 2_000, 20), await reads(pattern, 8_000, 20)];
    expect(large).toBeLessThan(6 * small + 1_000);
  });

  it.each(Object.entries(PATTERNS))("%s levels, chunks that grow with the text", async (_name, pattern) => {
    const [small, large] = [await reads(pattern, 2_000, 500), await reads(pattern, 8_000, 2_000)];
    expect(large).toBeLessThan(6 * small + 1_000);
  });
});
