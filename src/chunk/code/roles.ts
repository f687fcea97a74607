import type { Language } from "web-tree-sitter";
import type { SyntaxRules } from "./rules.ts";

/** What a node type means here, as bits: the walk over a tree asks for each of its nodes. */
export const ROLE = {
  /** Named in the grammar; the others are brackets, keywords and signs. */
  named: 1 << 0,
  scope: 1 << 1,
  namespace: 1 << 2,
  anonymous: 1 << 3,
  binder: 1 << 4,
  wrapper: 1 << 5,
  value: 1 << 6,
  import: 1 << 7,
  importLike: 1 << 8,
  comment: 1 << 9,
  prefix: 1 << 10,
  identifier: 1 << 11,
  boundIdentifier: 1 << 12,
  keyed: 1 << 13,
  /** Its children are items of one kind: statements, members, arguments, elements. */
  list: 1 << 14,
  /** Goes on with what stands before it: else, catch, finally. */
  clause: 1 << 15,
  opener: 1 << 16,
  closer: 1 << 17,
  separator: 1 << 18,
  /** Has nothing inside that is looked for. */
  leaf: 1 << 19,
  group: 1 << 20,
  /** A scope that always belongs to something else. */
  member: 1 << 21,
  header: 1 << 22,
} as const;

const COMMENT = /(?:^|_)comment$/;
const LIST =
  /(?:^|_)(?:list|body|block|body_statement|document|stylesheet|element|object|array|dictionary|hash|arguments|parameters|do_group|then)$/;
const CLAUSE =
  /^(?:else|elif|elsif|else_?if|catch|except|finally|rescue|ensure|when|in)(?:$|_clause|_block)|^preproc_el|^seh_(?:except|finally)/;
/** Literals. Strings are not among them where they may hold code, which is entered. */
const LITERAL = /(?:^|_)(?:integer|float|number|regex|content|fragment|escape_sequence|jsx_text|raw_text)$/;
const OPENING = /^(?:jsx_opening_element|start_tag)$/;
const CLOSING = /^(?:jsx_closing_element|end_tag)$/;
const OPENERS = new Set(["{", "(", "[", "do", "then", "${", "#{", "begin"]);
const CLOSERS = new Set(["}", ")", "]", "end", "done", "fi", "esac", "#endif", "?>"]);
const SEPARATORS = new Set([",", ";", ";;"]);

/** The roles of all node types of a grammar, by their ids. */
export function rolesOf(language: Language, rules: SyntaxRules): Int32Array {
  const byType = new Map<string, number>();
  const give = (role: number, types: readonly string[] = []): void => {
    for (const type of types) byType.set(type, (byType.get(type) ?? 0) | role);
  };
  give(ROLE.scope, rules.scopes);
  give(ROLE.namespace, rules.namespaces);
  give(ROLE.group, rules.groups);
  give(ROLE.member, rules.members);
  give(ROLE.header, rules.headers);
  give(ROLE.anonymous, rules.anonymous);
  give(ROLE.binder | ROLE.wrapper, rules.binders);
  give(ROLE.wrapper, rules.wrappers);
  give(ROLE.value, rules.values);
  give(ROLE.import, rules.imports);
  give(ROLE.importLike, rules.importLike?.types);
  give(ROLE.prefix, rules.prefixes);
  give(ROLE.identifier | ROLE.leaf, rules.identifiers);
  give(ROLE.boundIdentifier | ROLE.leaf, rules.boundIdentifiers);
  give(ROLE.keyed, rules.keyed);

  const roles = new Int32Array(language.types.length);
  for (const [id, type] of language.types.entries()) {
    if (type === undefined) continue;
    roles[id] = language.nodeTypeIsNamed(id)
      ? ROLE.named | (byType.get(type) ?? 0) | shapeOf(type)
      : ROLE.leaf | signOf(type);
  }
  return roles;
}

function shapeOf(type: string): number {
  if (COMMENT.test(type)) return ROLE.comment | ROLE.leaf;
  if (LITERAL.test(type)) return ROLE.leaf;
  if (CLAUSE.test(type)) return ROLE.clause;
  if (OPENING.test(type)) return ROLE.opener;
  if (CLOSING.test(type)) return ROLE.closer;
  return LIST.test(type) ? ROLE.list : 0;
}

function signOf(type: string): number {
  if (OPENERS.has(type)) return ROLE.opener;
  if (CLOSERS.has(type)) return ROLE.closer;
  return SEPARATORS.has(type) ? ROLE.separator : 0;
}
