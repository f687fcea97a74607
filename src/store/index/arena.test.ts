import fc from "fast-check";
import { expect, it } from "vitest";
import { ALIGNMENT, Arena, type Piece } from "./arena.ts";

it("hands out pieces that are aligned, inside the memory and never overlap, and takes all of them back", () => {
  const steps = fc.array(fc.record({ bytes: fc.nat(300_000), free: fc.option(fc.nat()) }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (list) => {
      const arena = new Arena();
      const held: Piece[] = [];
      for (const { bytes, free } of list) {
        if (free !== null && held.length > 0) arena.free(held.splice(free % held.length, 1)[0]);
        const piece = arena.allocate(bytes) as Piece;
        expect(piece.length).toBeGreaterThanOrEqual(bytes);
        expect(piece.offset % ALIGNMENT).toBe(0);
        expect(piece.offset + piece.length).toBeLessThanOrEqual(arena.bytes);
        for (const other of held) {
          const apart =
            other.offset + other.length <= piece.offset || piece.offset + piece.length <= other.offset;
          expect(apart).toBe(true);
        }
        held.push(piece);
      }
      for (const piece of held) arena.free(piece);
      const { bytes } = arena;
      expect(arena.allocate(bytes)).toEqual({ offset: 0, length: bytes });
      expect(arena.bytes).toBe(bytes);
    }),
    { numRuns: 50 },
  );
});

it("says so where the memory is at its end", () => {
  const arena = new Arena();
  expect(arena.allocate(5 * 2 ** 30)).toBeUndefined();
  expect(arena.allocate(100)).toEqual({ offset: 0, length: 112 });
});
