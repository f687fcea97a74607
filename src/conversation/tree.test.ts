import fc from "fast-check";
import { expect, it } from "vitest";
import { linearise } from "./tree.ts";

it("follows the leaf's parents and names a branch by its first message", () => {
  const nodes = [
    { id: "a" },
    { id: "b", parent: "a" },
    { id: "c", parent: "b" },
    { id: "x", parent: "a" },
    { id: "y", parent: "x" },
    { id: "z", parent: "x" },
    { id: "lost", parent: "nowhere" },
  ];
  expect(linearise(nodes, "c")).toEqual({
    main: ["a", "b", "c"],
    side: [
      { id: "x", branch: "x" },
      { id: "y", branch: "x" },
      { id: "z", branch: "x" },
      { id: "lost", branch: "lost" },
    ],
    isBroken: false,
  });
});

it("names every node once, whatever the parents are", () => {
  const graphs = fc.integer({ min: 1, max: 30 }).chain((size) =>
    fc.tuple(
      fc.array(fc.option(fc.integer({ min: 0, max: size }), { nil: undefined }), {
        minLength: size,
        maxLength: size,
      }),
      fc.nat(size - 1),
    ),
  );
  fc.assert(
    fc.property(graphs, ([parents, leaf]) => {
      const nodes = parents.map((parent, index) => ({ id: `${index}`, parent: parent?.toString() }));
      const { main, side } = linearise(nodes, `${leaf}`);
      expect([...main, ...side.map(({ id }) => id)].sort()).toEqual(nodes.map(({ id }) => id).sort());
      expect(main.at(-1)).toBe(`${leaf}`);
      for (const { branch } of side) expect(main).not.toContain(branch);
    }),
  );
});

it("is linear in a long line and a deep side branch", () => {
  const count = 100_000;
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    parent: index > 0 ? `${index - 1}` : undefined,
  }));
  expect(linearise(nodes, `${count - 1}`).main).toHaveLength(count);
  expect(linearise(nodes, "0").side).toHaveLength(count - 1);
});
