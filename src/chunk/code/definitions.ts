import type { Node } from "web-tree-sitter";
import type { Span } from "../../core/span.ts";
import type { Grammar } from "./grammars.ts";
import { ROLE } from "./roles.ts";

/** Something a text defines by name. */
export interface Definition extends Span {
  readonly title: string;
  /** The scope it belongs to although it stands elsewhere: the type of a Go or C++ method. */
  readonly owner?: string | undefined;
  /** Where its name stands. */
  readonly nameAt: number;
  /** Where its signature ends and its body starts. */
  readonly signatureEnd: number;
  /** Whether it has an inside in which a chunk can lie; constants and variables have none. */
  readonly isScope: boolean;
  /** Whether its members are as good as the module's own. */
  readonly namespace: boolean;
  /** Whether it is the module's own. */
  module: boolean;
  /** The definition around it, by index, or -1. */
  parent: number;
  /** The node in its list, with all that wraps it; -1 if that was not kept. */
  node: number;
}

/** A title is for a path: what is longer is cut. */
const LONGEST_TITLE = 80;
/** How much of a signature without a body is looked at. */
const LONGEST_LINE = 400;
/** Names in one declaration, and how deep its patterns are searched for them. */
const MOST_NAMES = 64;
const PATTERN_DEPTH = 4;
const FIRST_CHILDREN = 4;

const PATTERN = /pattern|declarator|_list$|^variable_declaration$|^(?:array|object|tuple|list)$/;

const UNPLACED = { module: false, parent: -1, node: -1 };

/** Finds the names of definitions in one text. It is asked for definitions only, so nodes may be objects. */
export class DefinitionReader {
  readonly #grammar: Grammar;
  readonly #text: string;

  constructor(grammar: Grammar, text: string) {
    this.#grammar = grammar;
    this.#text = text;
  }

  /** A definition that names itself, or undefined if it has no name, as when it is only referred to. */
  scope(node: Node, role: number): Definition | undefined {
    const body = this.#bodyOf(node);
    // "struct point p" refers to a type that "struct point { … }" defines; "namespace a;" has no inside.
    if (body === null && (role & ROLE.namespace || node.type.endsWith("_specifier"))) return undefined;
    const { titleByOpening } = this.#grammar.rules;
    const name = titleByOpening ? null : nameOf(node);
    const signatureEnd = body?.startIndex ?? this.#endOfFirstLine(node);
    const title = titleByOpening
      ? this.#title(node.startIndex, signatureEnd)
      : name === null
        ? UNNAMED[node.type]
        : this.#title(name.startIndex, name.endIndex);
    if (title === undefined || title === "") return undefined;
    const qualifier = title.lastIndexOf("::");
    return {
      title: qualifier < 0 ? title : title.slice(qualifier + 2),
      owner: qualifier < 0 ? this.#receiverOf(node) : title.slice(0, qualifier),
      nameAt: name?.startIndex ?? node.startIndex,
      start: node.startIndex,
      end: node.endIndex,
      signatureEnd,
      isScope: true,
      namespace: (role & ROLE.namespace) !== 0,
      ...UNPLACED,
    };
  }

  /** A function or class that is called after what it is bound to, in a statement that starts at `start`. */
  bound(node: Node, name: Span, start: number): Definition | undefined {
    const title = this.#title(name.start, name.end);
    if (title === "") return undefined;
    return {
      title: title.slice(title.lastIndexOf(".") + 1),
      nameAt: name.start,
      start,
      end: node.endIndex,
      signatureEnd: this.#bodyOf(node)?.startIndex ?? this.#endOfFirstLine(node),
      isScope: true,
      namespace: false,
      ...UNPLACED,
    };
  }

  /** The names that a declaration of constants, variables or types binds. */
  values(node: Node): Definition[] {
    const { startIndex: start, endIndex: end } = node;
    return this.#boundNames(node).map((name) => ({
      title: this.#title(name.startIndex, name.endIndex),
      nameAt: name.startIndex,
      start,
      end,
      signatureEnd: start,
      isScope: false,
      namespace: false,
      ...UNPLACED,
    }));
  }

  #boundNames(node: Node): Node[] {
    const found: Node[] = [];
    for (const field of ["name", "left", "declarator", "pattern"]) {
      for (const child of node.childrenForFieldName(field)) this.#collectNames(child, found, 0);
      if (found.length > 0) return found;
    }
    // Modifiers may stand before the name, and then only its place tells it.
    for (const child of node.namedChildren.slice(0, FIRST_CHILDREN)) {
      this.#collectNames(child, found, 0);
      if (found.length > 0) break;
    }
    return found;
  }

  #collectNames(node: Node | null, found: Node[], depth: number): void {
    if (node === null || found.length >= MOST_NAMES) return;
    if (this.#grammar.roles[node.typeId] & (ROLE.identifier | ROLE.boundIdentifier)) {
      found.push(node);
      return;
    }
    if (depth >= PATTERN_DEPTH || !PATTERN.test(node.type)) return;
    // In C the declared name is the innermost declarator; parameters and sizes stand beside it.
    const inner = node.childForFieldName("declarator");
    for (const child of inner === null ? node.namedChildren : [inner])
      this.#collectNames(child, found, depth + 1);
  }

  #bodyOf(node: Node): Node | null {
    const body = node.childForFieldName("body") ?? node.childForFieldName("value");
    if (body !== null) return body;
    const last = node.lastNamedChild;
    if (last === null) return null;
    return this.#grammar.roles[last.typeId] & ROLE.list || last.type === "function_body" ? last : null;
  }

  #endOfFirstLine(node: Node): number {
    const [line] = this.#text
      .slice(node.startIndex, Math.min(node.endIndex, node.startIndex + LONGEST_LINE))
      .split("\n", 1);
    return node.startIndex + line.length;
  }

  /** The type a Go method belongs to: "func (s *Server) Start()" belongs to Server. */
  #receiverOf(node: Node): string | undefined {
    const receiver = node.childForFieldName("receiver");
    if (receiver === null || receiver.type !== "parameter_list") return undefined;
    const parameter = this.#text.slice(
      receiver.startIndex,
      Math.min(receiver.endIndex, receiver.startIndex + 200),
    );
    return /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]{0,80}\])?\s*\)$/u.exec(parameter)?.[1];
  }

  /** One line, without quotes and type arguments. */
  #title(start: number, end: number): string {
    const line = this.#text
      .slice(start, Math.min(end, start + 4 * LONGEST_TITLE))
      .replace(/\s+/g, " ")
      .trim();
    const quoted = line.length > 1 && /^["'`]/.test(line) && line.endsWith(line[0]);
    const bare = quoted ? line.slice(1, -1) : line.replace(/^(?!operator)([^<]+)<.*$/, "$1");
    return bare.length > LONGEST_TITLE ? `${bare.slice(0, LONGEST_TITLE - 1)}…` : bare;
  }
}

/** What definitions are called that may go without a name. */
const UNNAMED: Readonly<Record<string, string>> = {
  companion_object: "companion",
  secondary_constructor: "constructor",
  function_declaration: "default",
  class_declaration: "default",
  operator_declaration: "operator",
  conversion_operator_declaration: "operator",
  indexer_declaration: "this",
};

function nameOf(node: Node): Node | null {
  const name = node.childForFieldName("name");
  if (name !== null) return name;
  const declared = innermostDeclarator(node);
  if (declared !== null) return declared;
  const other = node.childForFieldName(node.type === "impl_item" ? "type" : "key");
  if (other !== null) return other;
  const first = node.firstNamedChild;
  return first !== null && /(?:^|_)(?:key|identifier)$/.test(first.type) ? first : null;
}

function innermostDeclarator(node: Node): Node | null {
  let declarator: Node | null = null;
  let next = node.childForFieldName("declarator");
  while (next !== null) {
    declarator = next;
    next = declarator.childForFieldName("declarator");
    // "int &f()" and "int (f)()" wrap their declarator without naming the field.
    if (next === null && /^(?:reference|parenthesized|attributed)_declarator$/.test(declarator.type)) {
      next = declarator.firstNamedChild;
    }
  }
  return declarator;
}
