import { describe, expect, it } from "vitest";
import { pairedBootstrap, pairedCut } from "./bootstrap.ts";
import { figuresAt, ndcg, reciprocalRank } from "./metrics.ts";
import { segmentationFigures } from "./segmentation.ts";

const piece = (start: number, end: number, document = "d") => ({ document, start, end });

describe("figures at a depth", () => {
  const relevant = [piece(0, 100), piece(200, 300)];

  it("count characters once, however often they are retrieved", () => {
    const figures = figuresAt([piece(0, 100), piece(50, 150)], relevant, 5);
    expect(figures).toEqual({ pass: 0.5, recall: 0.5, precision: 100 / 150, iou: 100 / 250 });
  });

  it("find a span at nine tenths of it, over several pieces", () => {
    expect(figuresAt([piece(0, 60), piece(60, 90)], relevant, 5).pass).toBe(0.5);
    expect(figuresAt([piece(0, 60), piece(60, 89)], relevant, 5).pass).toBe(0);
  });

  it("look no deeper than asked, and at the right document", () => {
    expect(figuresAt([piece(0, 100, "other"), piece(0, 300)], relevant, 1).recall).toBe(0);
    expect(figuresAt([piece(0, 100, "other"), piece(0, 300)], relevant, 2).recall).toBe(1);
  });

  it("are defined when nothing was retrieved", () => {
    expect(figuresAt([], relevant, 5)).toEqual({ pass: 0, recall: 0, precision: 0, iou: 0 });
  });
});

describe("rank", () => {
  const pieces = [piece(0, 100), piece(100, 200), piece(200, 300), piece(300, 400)];
  const relevant = [piece(100, 200), piece(300, 400)];

  it("of the first relevant piece", () => {
    expect(reciprocalRank(pieces, relevant)).toBe(1 / 2);
    expect(reciprocalRank([pieces[0]], relevant)).toBe(0);
  });

  it("nDCG is 1 for the best order and falls with worse ones", () => {
    const best = [pieces[1], pieces[3], pieces[0], pieces[2]];
    expect(ndcg(best, relevant, pieces)).toBe(1);
    expect(ndcg(pieces, relevant, pieces)).toBeCloseTo(
      (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)),
      10,
    );
    expect(ndcg([], relevant, pieces)).toBe(0);
  });
});

describe("segmentation", () => {
  it("is without fault against itself, and faulty without boundaries", () => {
    expect(segmentationFigures(20, [5, 10, 15], [5, 10, 15])).toEqual({ pk: 0, windowDiff: 0 });
    expect(segmentationFigures(20, [5, 10, 15], []).pk).toBeGreaterThan(0.3);
  });

  it("a near miss costs less than a far one", () => {
    const near = segmentationFigures(40, [20], [21]);
    const far = segmentationFigures(40, [20], [35]);
    expect(near.windowDiff).toBeGreaterThan(0);
    expect(near.windowDiff).toBeLessThan(far.windowDiff);
  });
});

it("takes a boundary at the first unit for none: the window is the same with it", () => {
  expect(segmentationFigures(40, [0, 20], [10])).toEqual(segmentationFigures(40, [20], [10]));
});

describe("the paired bootstrap", () => {
  const a = Array.from({ length: 100 }, (_, i) => (i % 10) / 10);

  it("tells a real difference from none", () => {
    const better = pairedBootstrap(
      a,
      a.map((value) => value + 0.1),
    );
    expect(better.low).toBeGreaterThan(0);
    expect(better.mean).toBeCloseTo(0.1, 10);
    const noise = pairedBootstrap(
      a,
      a.map((value, i) => value + (i % 2 === 0 ? 0.2 : -0.2)),
    );
    expect(noise.low).toBeLessThan(0);
    expect(noise.high).toBeGreaterThan(0);
  });

  it("is the same on every run", () => {
    const b = a.toReversed();
    expect(pairedBootstrap(a, b)).toEqual(pairedBootstrap(a, b));
  });

  it("gives the cut as a share of what there was", () => {
    const failed = [1, 1, 0, 0, 1, 1, 0, 0];
    const fewer = [1, 0, 0, 0, 1, 0, 0, 0];
    const cut = pairedCut(failed, fewer);
    expect(cut.mean).toBe(0.5);
    expect(cut.low).toBeGreaterThanOrEqual(0);
    expect(cut.high).toBeLessThanOrEqual(1);
    expect(pairedCut([0, 0], [0, 0]).mean).toBe(0);
  });
});
