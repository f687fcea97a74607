import { invalidOption } from "../core/errors.ts";

/** What a call was given, where a program without types may give anything. */
export function checkId(name: string, value: unknown): string {
  if (typeof value !== "string") invalidOption(name, value, "a string");
  return value;
}

export function checkOptions<T extends object>(value: T): T {
  if (typeof value !== "object" || value === null) invalidOption("options", value, "an object");
  return value;
}

/** A file's or a folder's. */
export function checkPath(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "" || value.includes("\0"))
    invalidOption(name, value, "a path: a string with something in it and without the character 0");
  return value;
}
