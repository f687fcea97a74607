import fc from "fast-check";
import { expect, it } from "vitest";
import { LARGEST, planMerge, planSettling, type SegmentSummary } from "./merge-plan.ts";

let nextId = 1_000_000;

/** Carries plans out until nothing is due. */
function settle(segments: SegmentSummary[], written: { chunks: number }): SegmentSummary[] {
  let all = segments;
  for (;;) {
    const id = nextId++;
    const plan = planMerge(all);
    if (plan === undefined) return all;
    const from = all.findIndex((segment) => segment.id === plan[0]);
    const inputs = all.slice(from, from + plan.length);
    expect(inputs.map((segment) => segment.id)).toEqual(plan);
    const live = inputs.reduce((sum, segment) => sum + segment.live, 0);
    if (plan.length > 1) expect(live).toBeLessThanOrEqual(LARGEST);
    expect(plan.length > 1 || live < inputs[0].size).toBe(true);
    written.chunks += live;
    all = [
      ...all.slice(0, from),
      ...(live === 0 ? [] : [{ id, size: live, live }]),
      ...all.slice(from + plan.length),
    ];
  }
}

it("neighbours only, never too large, and it comes to an end", () => {
  const segment = fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.nat(100));
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 80 }), (sizes) => {
      const segments = sizes.map(([size, percent], id) => ({
        id,
        size,
        live: Math.round((size * percent) / 100),
      }));
      const settled = settle(segments, { chunks: 0 });
      for (const { size, live } of settled) expect(live).toBeGreaterThanOrEqual(size / 2);
    }),
  );
});

it.each([1, 10, 100, 500, 5_000])(
  "batches of %i chunks: few segments, each chunk written a few times",
  (batch) => {
    let segments: SegmentSummary[] = [];
    const written = { chunks: 0 };
    const total = Math.min(200_000, batch * 3_000);
    for (let chunks = 0, id = 0; chunks < total; chunks += batch, id++) {
      segments = settle([...segments, { id, size: batch, live: batch }], written);
      expect(segments.length).toBeLessThanOrEqual(36 + (2 * chunks) / LARGEST);
    }
    expect(written.chunks / total).toBeLessThan(5);
  },
);

it("sizes that vary: the same", () => {
  const sizes = fc.array(fc.constantFrom(1, 3, 20, 20, 100, 700, 4_000), { minLength: 100, maxLength: 400 });
  fc.assert(
    fc.property(sizes, (batches) => {
      let segments: SegmentSummary[] = [];
      const written = { chunks: 0 };
      let chunks = 0;
      for (const size of batches) {
        segments = settle([...segments, { id: nextId++, size, live: size }], written);
        chunks += size;
        expect(segments.length).toBeLessThanOrEqual(48 + (2 * chunks) / LARGEST);
      }
      expect(written.chunks / chunks).toBeLessThan(6);
    }),
    { numRuns: 30 },
  );
});

it("sizes on both sides of a level's border are of about one size", () => {
  const sizes = [464, 380, 724, 842, 438, 797, 384, 577, 429, 468, 223, 474, 863, 328, 338, 426, 410, 311];
  const segments = sizes.map((size, id) => ({ id, size, live: size }));
  expect(settle(segments, { chunks: 0 }).length).toBeLessThanOrEqual(8);
});

it("a small write beside large segments does not write those again", () => {
  const large = Array.from({ length: 20 }, (_, id) => ({ id, size: 40_000, live: 40_000 }));
  expect(planMerge([...large, { id: 99, size: 1, live: 1 }])).toBeUndefined();
});

it("a segment of mostly dead chunks is written again", () => {
  expect(planMerge([{ id: 1, size: 40_000, live: 19_999 }])).toEqual([1]);
  expect(planMerge([{ id: 1, size: 40_000, live: 20_000 }])).toBeUndefined();
});

it("at the end of a run the newest become one, while that is not much more than was written", () => {
  const segments = [40_000, 300, 33_000, 5_000, 400, 200].map((size, id) => ({ id, size, live: size }));
  expect(planSettling(segments, 100_000)).toEqual([3, 4, 5]);
  expect(planSettling(segments, 1_400)).toEqual([3, 4, 5]);
  expect(planSettling(segments, 1_399)).toEqual([4, 5]);
  expect(planSettling(segments, 100)).toBeUndefined();
  expect(planSettling(segments.slice(0, 4), 100_000)).toBeUndefined();
  expect(planSettling([], 0)).toBeUndefined();
});

it.each([500, 5_000, 9_000, 12_000, 17_000, 30_000])(
  "runs of %i chunks that settle: about as many segments as without, each chunk written a few times",
  (size) => {
    const grow = (settles: boolean) => {
      let segments: SegmentSummary[] = [];
      const written = { chunks: 0 };
      for (let chunks = 0; chunks < 1_000_000; chunks += size) {
        segments = settle([...segments, { id: nextId++, size, live: size }], written);
        const plan = settles ? planSettling(segments, size) : undefined;
        if (plan === undefined) continue;
        const live = segments.slice(-plan.length).reduce((sum, one) => sum + one.live, 0);
        written.chunks += live;
        segments = [...segments.slice(0, -plan.length), { id: nextId++, size: live, live }];
      }
      return { count: segments.length, written: written.chunks / 1_000_000 };
    };
    const [plain, settled] = [grow(false), grow(true)];
    expect(settled.count).toBeLessThanOrEqual(1.25 * plain.count + 3);
    expect(settled.written).toBeLessThan(plain.written + 4);
  },
);
