import { invalidOption } from "../core/errors.ts";

/** Refuses a name there is none of: an option that is misspelt must not be passed over. Throws `INVALID_OPTION`. */
export function checkNames<T extends object>(what: string, given: T, names: readonly string[]): T {
  if (typeof given !== "object" || given === null) invalidOption(what, given, "an object");
  for (const name of Object.keys(given))
    if (!names.includes(name)) invalidOption(what, name, `an object with some of: ${names.join(", ")}`);
  return given;
}
