import type { Metadata } from "../core/document.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { Filter } from "../core/store.ts";

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
  const tests = conditionsOf(filter).map(({ key, test }) => {
    const read = readerOf(key, known);
    return (subject: FilterSubject) => test(read(subject));
  });
  return (subject) => tests.every((test) => test(subject));
}

/**
 * Refuses what is no filter. A condition that says nothing is refused too, never passed over: a filter may be all
 * that keeps one tenant's documents from another, or from a removal.
 */
export function checkFilter(filter: unknown): asserts filter is Filter {
  conditionsOf(filter);
}

function conditionsOf(filter: unknown): { readonly key: string; readonly test: Test }[] {
  if (!isPlain(filter)) invalidOption("filter", filter, "an object of conditions by key");
  return Object.entries(filter).map(([key, condition]) => ({
    key,
    test: testOf(`filter.${key}`, condition),
  }));
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

function testOf(option: string, condition: unknown): Test {
  if (condition === null || typeof condition !== "object") return anyOf(option, [condition]);
  if (Array.isArray(condition)) return anyOf(option, condition);
  const bounds = isPlain(condition) ? Object.entries(condition) : [];
  const names = Object.keys(OPERATORS).join(", ");
  if (bounds.length === 0)
    invalidOption(option, condition, `a value, a list of values, or an object with ${names}`);
  const tests = bounds.map(([name, bound]) => {
    if (!Object.hasOwn(OPERATORS, name)) invalidOption(option, name, `an object with some of ${names}`);
    return OPERATORS[name](`${option}.${name}`, bound);
  });
  return (value) => tests.every((test) => test(value));
}

const OPERATORS: Readonly<Record<string, (option: string, bound: unknown) => Test>> = {
  not: (option, bound) => {
    const test = anyOf(option, Array.isArray(bound) ? bound : [bound]);
    return (value) => !test(value);
  },
  above: (option, bound) => compare(option, bound, (order) => order > 0),
  below: (option, bound) => compare(option, bound, (order) => order < 0),
  atLeast: (option, bound) => compare(option, bound, (order) => order >= 0),
  atMost: (option, bound) => compare(option, bound, (order) => order <= 0),
  startsWith: (option, bound) => {
    if (typeof bound !== "string") invalidOption(option, bound, "a string");
    return some((value) => typeof value === "string" && value.startsWith(bound));
  },
  exists: (option, bound) => {
    if (typeof bound !== "boolean") invalidOption(option, bound, "true or false");
    return (value) => (value !== undefined && value !== null) === bound;
  },
};

function compare(option: string, bound: unknown, holds: (order: number) => boolean): Test {
  if (typeof bound !== "string" && !isNumber(bound)) invalidOption(option, bound, "a number or a string");
  return some((value) => {
    if (typeof value !== typeof bound) return false;
    const seen = value as typeof bound;
    return holds(seen < bound ? -1 : seen > bound ? 1 : 0);
  });
}

function anyOf(option: string, values: readonly unknown[]): Test {
  if (values.length === 0) invalidOption(option, values, "a value, or a list of at least one");
  // Not `every`, which passes over the holes of a list.
  for (const value of values) {
    if (value !== null && typeof value !== "string" && typeof value !== "boolean" && !isNumber(value))
      invalidOption(option, value, "a string, a number, true, false or null");
  }
  const wanted = new Set(values);
  return some((value) => wanted.has(value ?? null));
}

/** As JSON knows them, for metadata holds no others. */
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function some(test: Test): Test {
  return (value) => (Array.isArray(value) ? value.some(test) : test(value));
}
