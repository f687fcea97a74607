import { SherdError } from "../core/errors.ts";
import { type Environment, findApiKey, processEnvironment, requireApiKey } from "./api-key.ts";
import { checkBaseUrl } from "./base-url.ts";
import type { Connection, ProviderPackage } from "./connections.ts";
import { importPackage } from "./import-package.ts";

export interface ConnectOptions {
  /** Default: the environment variable that the provider documents. */
  readonly apiKey?: string | undefined;
  /** Another address for the provider's API: a proxy, or a server of your own. */
  readonly baseURL?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where keys are looked up. Default: the environment of the process. */
  readonly env?: Environment | undefined;
}

/** Finds a model among what a provider offers; undefined where the provider has none of that kind. */
export type PickModel<T> = (provider: object) => T | undefined;

/** The model of a name, and what must never be repeated of how it is reached. */
export async function connect<T>(
  connection: Connection,
  name: string,
  pick: PickModel<T>,
  { apiKey: givenKey, baseURL: givenURL, headers, env = processEnvironment() }: ConnectOptions,
): Promise<{ readonly model: T; readonly secrets: readonly string[] }> {
  const { keyVariables, package: packageName } = connection;
  const apiKey = connection.keyRequired
    ? requireApiKey(name, givenKey, keyVariables, env)
    : findApiKey(givenKey, keyVariables, env);
  const baseURL = givenURL === undefined ? undefined : checkBaseUrl("baseURL", givenURL);
  const exports = await importPackage<ProviderPackage>(packageName, name, ["ai", packageName]);
  return {
    model: createModel(connection, exports, pick, { apiKey, baseURL, headers }),
    secrets: [apiKey, ...Object.values(headers ?? {})].filter((secret) => secret !== undefined),
  };
}

/** Throws where the installed package is of a version that has no such model. */
export function createModel<T>(
  connection: Connection,
  exports: ProviderPackage,
  pick: PickModel<T>,
  settings: Pick<ConnectOptions, "apiKey" | "baseURL" | "headers">,
): T {
  try {
    const made = pick(connection.create(exports, settings));
    if (made !== undefined) return made;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const command = `npm i ai@latest ${connection.package}@latest`;
  throw new SherdError(
    "PACKAGE_MISSING",
    `The installed version of ${connection.package} has no models of this kind that can be used. Run: ${command}`,
    { package: connection.package, command },
  );
}

export interface CompatibleName {
  /** With the address normalised: anyone can serve anything under a model's name, so it belongs to the identity. */
  readonly name: string;
  readonly url: string;
  readonly model: string;
}

/** Reads what follows `openai-compatible:` as `URL#model`. */
export function readCompatibleName(option: string, address: string): CompatibleName {
  const hash = address.indexOf("#");
  const model = address.slice(hash + 1);
  if (hash < 1 || model === "") {
    throw new SherdError("INVALID_OPTION", `${option} must be written openai-compatible:URL#model.`, {
      option,
    });
  }
  const url = checkBaseUrl("the address of openai-compatible:URL#model", address.slice(0, hash));
  return { name: `openai-compatible:${url}#${model}`, url, model };
}

/** `provider:model` at its first colon; undefined where it has not this form. */
export function splitName(name: unknown): { readonly provider: string; readonly model: string } | undefined {
  const colon = typeof name === "string" ? name.indexOf(":") : -1;
  if (typeof name !== "string" || colon < 0) return undefined;
  return { provider: name.slice(0, colon), model: name.slice(colon + 1) };
}
