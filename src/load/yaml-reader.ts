import { parseAllDocuments, parseDocument } from "yaml";

/** Longer texts are not parsed: the library needs about a second for 64 KB of the worst kind. */
export const LONGEST_YAML = 65_536;

/** Aliases an honest file needs; a bomb needs billions. */
const MOST_ALIASES = 100;

/**
 * Keys must be plain: the library takes minutes to write out keys that are themselves mappings, nested.
 * Equal keys are let pass: looking for them is quadratic.
 */
const OPTIONS = {
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
  schema: "core",
} as const;

type Settings = Readonly<Record<string, unknown>>;

/** A value or, in a person's words, why there is none. */
export type Reading = { readonly value: Settings } | { readonly problem: string };

/** The mapping a YAML text holds. Never throws. */
export function readYamlMapping(text: string): Reading {
  try {
    const document = parseDocument(text, OPTIONS);
    const [error] = document.errors;
    if (error !== undefined) return { problem: error.message };
    // Through JSON: metadata is JSON, and no object of the parser's stays alive.
    const value: unknown = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MOST_ALIASES }) ?? {}));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { value: value as Settings };
    return { problem: "it is no mapping" };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Why a YAML text (of any number of documents) cannot be parsed, or nothing. Never throws. */
export function yamlProblem(text: string): string | undefined {
  try {
    const documents = parseAllDocuments(text, { ...OPTIONS, stringKeys: false });
    return "empty" in documents
      ? undefined
      : documents.find(({ errors }) => errors.length > 0)?.errors[0].message;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
