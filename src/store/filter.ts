import type { Metadata } from "../core/document.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { Filter, FilterCondition, FilterValue } from "../core/store.ts";

/** What a filter sees of a document. */
export interface FilterSubject {
  readonly id: string;
  readonly title: string | undefined;
  /** Of its file. */
  readonly path: string | undefined;
  readonly metadata: Metadata;
}

/** Answered for every document; the rest are keys of metadata. */
const BUILT_IN: Readonly<Record<string, (subject: FilterSubject) => unknown>> = {
  id: ({ id }) => id,
  title: ({ title, metadata }) => title ?? metadata.title,
  path: ({ path, metadata }) => metadata.path ?? path,
  kind: ({ metadata }) => metadata.kind,
};
const KEYS_SHOWN = 30;

type Test = (value: unknown) => boolean;

/**
 * A filter as a test. A list in the metadata passes where one of its elements does; a missing value is null.
 * Numbers are compared with numbers and strings with strings, by code unit; nothing is converted.
 */
export function filterTest(filter: Filter, known: readonly string[]): (subject: FilterSubject) => boolean {
  const tests = Object.entries(filter).map(([key, condition]) => {
    const read = readerOf(key, known);
    const test = testOf(`filter.${key}`, condition);
    return (subject: FilterSubject) => test(read(subject));
  });
  return (subject) => tests.every((test) => test(subject));
}

function readerOf(key: string, known: readonly string[]): (subject: FilterSubject) => unknown {
  if (Object.hasOwn(BUILT_IN, key)) return BUILT_IN[key];
  if (known.includes(key))
    return ({ metadata }) => (Object.hasOwn(metadata, key) ? metadata[key] : undefined);
  const keys = [...new Set([...Object.keys(BUILT_IN), ...known.toSorted()])];
  const shown = keys.slice(0, KEYS_SHOWN).join(", ") + (keys.length > KEYS_SHOWN ? ", …" : "");
  throw new SherdError(
    "INVALID_OPTION",
    `filter names ${JSON.stringify(key)}, which no document's metadata has. Known keys: ${shown}.`,
    { option: "filter", value: key, known: keys },
  );
}

function testOf(option: string, condition: FilterCondition): Test {
  if (condition === null || typeof condition !== "object") return anyOf([checkedValue(option, condition)]);
  if (Array.isArray(condition)) return anyOf(condition.map((value) => checkedValue(option, value)));
  const tests = Object.entries(condition).flatMap(([name, bound]): Test[] => {
    if (bound === undefined) return [];
    const make = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (make !== undefined) return [make(`${option}.${name}`, bound)];
    return invalidOption(
      option,
      name,
      `a value, a list of values, or an object with ${Object.keys(OPERATORS).join(", ")}`,
    );
  });
  return (value) => tests.every((test) => test(value));
}

const OPERATORS: Readonly<Record<string, (option: string, bound: unknown) => Test>> = {
  not: (option, bound) => {
    const values = Array.isArray(bound) ? bound : [bound];
    const test = anyOf(values.map((value) => checkedValue(option, value)));
    return (value) => !test(value);
  },
  above: (option, bound) => compare(option, bound, (order) => order > 0),
  below: (option, bound) => compare(option, bound, (order) => order < 0),
  atLeast: (option, bound) => compare(option, bound, (order) => order >= 0),
  atMost: (option, bound) => compare(option, bound, (order) => order <= 0),
  startsWith: (option, bound) => {
    if (typeof bound !== "string") return invalidOption(option, bound, "a string");
    return some((value) => typeof value === "string" && value.startsWith(bound));
  },
  exists: (option, bound) => {
    if (typeof bound !== "boolean") return invalidOption(option, bound, "true or false");
    return (value) => (value !== undefined && value !== null) === bound;
  },
};

function compare(option: string, bound: unknown, holds: (order: number) => boolean): Test {
  if (typeof bound !== "string" && !(typeof bound === "number" && !Number.isNaN(bound))) {
    return invalidOption(option, bound, "a number or a string");
  }
  return some((value) => {
    if (typeof value !== typeof bound) return false;
    const seen = value as typeof bound;
    return holds(seen < bound ? -1 : seen > bound ? 1 : 0);
  });
}

function checkedValue(option: string, value: unknown): FilterValue {
  const type = typeof value;
  if (value === null || type === "string" || type === "number" || type === "boolean")
    return value as FilterValue;
  return invalidOption(option, value, "a string, a number, true, false or null");
}

function anyOf(values: readonly FilterValue[]): Test {
  const wanted = new Set<unknown>(values);
  return some((value) => wanted.has(value ?? null));
}

function some(test: Test): Test {
  return (value) => (Array.isArray(value) ? value.some(test) : test(value));
}
