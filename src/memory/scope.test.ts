import { expect, it } from "vitest";
import { spacesOf } from "./scope.ts";

it("gives every scope rows of its own", () => {
  const names = [undefined, "a", "b", "user=a"];
  const seen = new Set<string>();
  for (const workspace of names)
    for (const user of names)
      for (const agent of names)
        for (const session of names) seen.add(spacesOf({ workspace, user, agent, session }).turns.workspace);
  expect(seen.size).toBe(names.length ** 4);
});

it("keeps whole turns in an index of their own", () => {
  const { turns, parents } = spacesOf({});
  expect(turns).toEqual({ workspace: "default", collection: "turns" });
  expect(parents).toEqual({ workspace: "default", collection: "turn-parents" });
});

it.each(["", "a\u001fuser=b", "\u0001", "\ud800", "x".repeat(201), 7])("refuses the name %j", (user) => {
  expect(() => spacesOf({ user: user as string })).toThrow(/user must be a name/);
});
