import { renderValue } from "../core/render-value.ts";

/** The part of JSON Schema that providers' strict modes take, and the limits on sizes that some ignore. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What of a value is not as the schema says, as a sentence that names the place; undefined where all is. */
export function checkSchema(schema: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  return check(schema, value, "the object");
}

function check(schema: Schema, value: unknown, at: string): string | undefined {
  if (schema.anyOf?.every((one) => check(one, value, at) !== undefined)) {
    return `${at} is none of the allowed kinds; it is ${renderValue(value)}.`;
  }
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  if (types !== undefined && !types.some((type) => isOfType(type, value))) {
    return `${at} must be of type ${types.join(" or ")}; it is ${renderValue(value)}.`;
  }
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  if (allowed !== undefined && !allowed.includes(value)) {
    return `${at} must be one of ${JSON.stringify(allowed)}; it is ${renderValue(value)}.`;
  }
  return checkSize(schema, value, at) ?? checkParts(schema, value, at);
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function checkSize(schema: Schema, value: unknown, at: string): string | undefined {
  if (typeof value === "string") {
    return outside(value.length, schema.minLength, schema.maxLength, `${at} must have`, "characters");
  }
  if (Array.isArray(value)) {
    return outside(value.length, schema.minItems, schema.maxItems, `${at} must have`, "items");
  }
  if (typeof value === "number") {
    return outside(value, schema.minimum, schema.maximum, `${at} must be`, "");
  }
  return undefined;
}

function outside(
  size: number,
  least: number | undefined,
  most: number | undefined,
  must: string,
  unit: string,
) {
  const [limit, bound] =
    least !== undefined && size < least
      ? ["at least", least]
      : most !== undefined && size > most
        ? ["at most", most]
        : [];
  return limit === undefined ? undefined : `${[must, limit, bound, unit].join(" ").trim()}; it is ${size}.`;
}

function checkParts(schema: Schema, value: unknown, at: string): string | undefined {
  if (Array.isArray(value)) {
    if (schema.items === undefined) return undefined;
    for (const [index, item] of value.entries()) {
      const wrong = check(schema.items, item, `item ${index + 1} of ${at}`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { properties = {}, required = [] } = schema;
  for (const name of required) {
    if (!Object.hasOwn(value, name)) return `${at} lacks "${name}".`;
  }
  for (const [name, part] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known === undefined) {
      if (schema.additionalProperties === false) return `${at} must not have ${renderValue(name)}.`;
      continue;
    }
    const wrong = check(known, part, `"${name}" of ${at}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
