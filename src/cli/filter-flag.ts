import { invalidOption } from "../core/errors.ts";
import type { Filter, FilterCondition, FilterValue } from "../core/store.ts";

/** Longer operators first, so that `>=` is not read as `>`. */
const CONDITION = /^([\w.$-]+)(!=|>=|<=|\^=|=|>|<)([\s\S]*)$/;
const EXISTENCE = /^(!?)([\w.$-]+)$/;

type Bounds = Exclude<FilterCondition, FilterValue | readonly FilterValue[]>;

/**
 * Conditions as they are written on a command line: `type=markdown`, `year>=2020`, `kind=a,b` (one of),
 * `kind!=a`, `id^=docs/` (begins with), `author` (is there), `!author` (is not). Several on one key must all
 * hold.
 */
export function readFilter(conditions: readonly string[]): Filter | undefined {
  if (conditions.length === 0) return undefined;
  const filter: Record<string, FilterCondition> = Object.create(null) as Record<string, FilterCondition>;
  for (const written of conditions) {
    const [key, condition] = readCondition(written);
    filter[key] = key in filter ? both(written, filter[key], condition) : condition;
  }
  return { ...filter };
}

function readCondition(written: string): [string, FilterCondition] {
  const existence = EXISTENCE.exec(written);
  if (existence !== null) return [existence[2], { exists: existence[1] === "" }];
  const parts = CONDITION.exec(written);
  if (parts === null)
    return invalidOption(
      "--filter",
      written,
      "key=value, key=a,b, key!=value, key>=value, key>value, key<=value, key<value, key^=start, key or !key",
    );
  const [, key, operator, value] = parts;
  switch (operator) {
    case "=":
      return [key, oneOrSeveral(value)];
    case "!=":
      return [key, { not: oneOrSeveral(value) }];
    case "^=":
      return [key, { startsWith: value }];
    case ">=":
      return [key, { atLeast: bound(value) }];
    case "<=":
      return [key, { atMost: bound(value) }];
    case ">":
      return [key, { above: bound(value) }];
    default:
      return [key, { below: bound(value) }];
  }
}

function oneOrSeveral(value: string): FilterValue | FilterValue[] {
  if (isQuoted(value) || !value.includes(",")) return typed(value);
  return value.split(",").map(typed);
}

/** Numbers, true, false and null are what they look like; in quotes, or otherwise, it is a text. */
function typed(value: string): FilterValue {
  if (isQuoted(value)) return value.slice(1, -1);
  if (value === "true" || value === "false") return value === "true";
  if (value === "null") return null;
  return bound(value);
}

function bound(value: string): number | string {
  if (isQuoted(value)) return value.slice(1, -1);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
}

function isQuoted(value: string): boolean {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"');
}

function both(written: string, first: FilterCondition, second: FilterCondition): FilterCondition {
  if (!isBounds(first) || !isBounds(second) || Object.keys(second).some((name) => name in first))
    return invalidOption("--filter", written, "the only condition of its kind on its key");
  return { ...first, ...second };
}

function isBounds(condition: FilterCondition): condition is Bounds {
  return typeof condition === "object" && condition !== null && !Array.isArray(condition);
}
