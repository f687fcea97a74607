import type { EmbedRole } from "../core/embedder.ts";
import type { ProviderOptions } from "../provider/provider-options.ts";

/** How a text is sent in one role: with words put before it, or with a setting of the provider. */
export interface RoleSettings {
  readonly prefix?: string | undefined;
  readonly providerOptions?: ProviderOptions | undefined;
}

export type Roles = Readonly<Record<EmbedRole, RoleSettings>>;

const NO_ROLES: Roles = { query: {}, document: {} };

const SEARCH_INSTRUCTION = "Represent this sentence for searching relevant passages: ";
const SEARCH_TASK = prefixes("task: search result | query: ", "title: none | text: ");

/** Models that were trained with words before the text, by what their names contain. The first match counts. */
const PREFIXES: readonly (readonly [RegExp, Roles])[] = [
  [/multilingual-e5-.*instruct/, prefixes("Instruct: Retrieve passages that answer the query\nQuery: ", "")],
  [/(?:^|[/-])e5-/, prefixes("query: ", "passage: ")],
  [/nomic-embed-text/, prefixes("search_query: ", "search_document: ")],
  [/snowflake-arctic-embed.*(?:v2|2)(?:\.0)?(?:[:-]|$)/, prefixes("query: ", "")],
  [/snowflake-arctic-embed|mxbai-embed-large|bge-(?:small|base|large)-en/, prefixes(SEARCH_INSTRUCTION, "")],
  [/embedding-?gemma|gemini-embedding-2/, SEARCH_TASK],
];

/** Providers that take the role as a setting. */
const SETTINGS: Readonly<Record<string, Roles>> = {
  cohere: options("cohere", "inputType", "search_query", "search_document"),
  google: options("google", "taskType", "RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"),
  voyage: options("voyage", "inputType", "query", "document"),
};

/** How a model tells questions from passages; most make no difference. */
export function rolesOf(provider: string, model: string): Roles {
  const name = model.toLowerCase();
  const [, byName] = PREFIXES.find(([pattern]) => pattern.test(name)) ?? [];
  return byName ?? SETTINGS[provider] ?? NO_ROLES;
}

function prefixes(query: string, document: string): Roles {
  return { query: { prefix: query }, document: { prefix: document } };
}

function options(provider: string, setting: string, query: string, document: string): Roles {
  return {
    query: { providerOptions: { [provider]: { [setting]: query } } },
    document: { providerOptions: { [provider]: { [setting]: document } } },
  };
}
