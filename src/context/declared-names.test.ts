import { expect, it } from "vitest";
import { declaredNames } from "./declared-names.ts";

it.each([
  ["pub(crate) struct DiffExecutor<A, B> {", ["DiffExecutor"]],
  ["    pub async fn run_target(&mut self) -> Kind {", ["run_target"]],
  ["export default class Registry extends Base {", ["Registry"]],
  ["def get_target(self):", ["get_target"]],
  ["  public static Map<String, Integer> countWords(String text) {", ["countWords"]],
  ["bool ColumnTuple::LoadPrefix(InputStream* input, size_t rows) override;", ["ColumnTuple::LoadPrefix"]],
  ["const LIMIT = 10;", ["LIMIT"]],
  ["    return makeThing(1);", []],
  ["    doThing(1);", []],
  ["    throw new Error(text);", []],
])("%j defines %j", (line, names) => {
  expect(declaredNames(line)).toEqual(names);
});

it("names each once, and does not hang on lines without an end", () => {
  expect(declaredNames("class A {\nclass A {")).toEqual(["A"]);
  expect(declaredNames("a ".repeat(500_000))).toEqual([]);
  expect(declaredNames(`${"static ".repeat(200_000)}(`)).toEqual([]);
  expect(declaredNames(Array.from({ length: 5_000 }, (_, i) => `class C${i} {`).join("\n"))).toHaveLength(
    200,
  );
});
