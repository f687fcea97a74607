import { describe, expect, it } from "vitest";
import { ContentAwareChunker } from "../../src/chunk/index.ts";
import { SherdError } from "../../src/core/errors.ts";
import { DocumentLoader } from "../../src/load/index.ts";
import { HOSTILE_INPUTS } from "./inputs.ts";

const chunker = new ContentAwareChunker({ unit: "characters", size: 2_000 });
/** What may be in use beside what was in use before, once a file is done: no input leaves much behind. */
const GROWTH_MEGABYTES = 700;

/** Each ends in chunks or a typed error; a hang is a time-out, a crash ends the run. */
describe("hostile input", () => {
  it("has at least 60 cases", () => {
    expect(Object.keys(HOSTILE_INPUTS).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(HOSTILE_INPUTS))(
    "%s",
    async (_name, { name, bytes, refused }) => {
      const before = process.memoryUsage.rss();
      let outcome: unknown;
      try {
        const document = await DocumentLoader.fromBytes(name, bytes());
        let covered = 0;
        for await (const chunk of chunker.stream(document)) {
          expect(chunk.text).toBe(document.text.slice(chunk.span.start, chunk.span.end));
          expect(document.text.slice(covered, chunk.span.start).trim()).toBe("");
          covered = chunk.span.end;
        }
        expect(document.text.slice(covered).trim()).toBe("");
        outcome = "chunks";
      } catch (error) {
        if (!(error instanceof SherdError)) throw error;
        expect(error.message.length).toBeGreaterThan(20);
        outcome = error;
      }
      if (refused) expect(outcome).toBeInstanceOf(SherdError);
      const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
      expect(grown).toBeLessThan(GROWTH_MEGABYTES);
    },
    60_000,
  );
});
