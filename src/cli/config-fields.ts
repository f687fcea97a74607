import { SherdError } from "../core/errors.ts";

/** Throws where a setting's value is not of its kind. */
export type Check = (file: string, name: string, value: unknown) => void;

/** A misspelt setting that is passed over silently costs an hour; one that is named costs a minute. */
export function checkFields(
  file: string,
  prefix: string,
  content: unknown,
  fields: Readonly<Record<string, Check>>,
): object {
  if (typeof content !== "object" || content === null || Array.isArray(content))
    fail(file, `holds ${JSON.stringify(content)?.slice(0, 80)}; an object was expected`);
  for (const [name, value] of Object.entries(content)) {
    if (!Object.hasOwn(fields, name))
      fail(
        file,
        `has the unknown setting ${JSON.stringify(prefix + name)}; known are ${Object.keys(fields).join(", ")}`,
      );
    fields[name](file, prefix + name, value);
  }
  return content;
}

export function text(file: string, name: string, value: unknown): void {
  if (typeof value !== "string" || value === "")
    fail(file, `has ${name} ${JSON.stringify(value)}; a text was expected`);
}

export function number(file: string, name: string, value: unknown): void {
  if (typeof value !== "number") fail(file, `has ${name} ${JSON.stringify(value)}; a number was expected`);
}

export function flag(file: string, name: string, value: unknown): void {
  if (typeof value !== "boolean")
    fail(file, `has ${name} ${JSON.stringify(value)}; true or false was expected`);
}

export function fail(file: string, what: string, cause?: unknown): never {
  const wayOut = "Correct it, or rename it if it is not meant as Sherd's settings.";
  throw new SherdError("INVALID_OPTION", `${file} ${what}. ${wayOut}`, { file }, { cause });
}
