import { SherdError } from "../core/errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of the process, or an empty one where there is none. */
export function processEnvironment(): Environment {
  return typeof process === "undefined" ? {} : process.env;
}

/** The key given, else the first of the variables that is set. */
export function findApiKey(
  given: string | undefined,
  variables: readonly string[],
  environment: Environment,
): string | undefined {
  if (given) return given;
  for (const variable of variables) {
    const value = environment[variable]?.trim();
    if (value) return value;
  }
  return undefined;
}

export function requireApiKey(
  neededFor: string,
  given: string | undefined,
  variables: readonly string[],
  environment: Environment,
): string {
  const key = findApiKey(given, variables, environment);
  if (key !== undefined) return key;
  const [variable, ...others] = variables;
  const also = others.length === 0 ? "" : ` (${others.join(" and ")} are read too)`;
  throw new SherdError(
    "KEY_MISSING",
    `${neededFor} needs a key: set the environment variable ${variable}${also}, or pass apiKey.`,
    { variable, variables },
  );
}
