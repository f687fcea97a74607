import type { Tree, TreeCursor } from "web-tree-sitter";
import { type Definition, DefinitionReader } from "./definitions.ts";
import type { Grammar } from "./grammars.ts";
import { ROLE } from "./roles.ts";

/** Nodes up to this long are never cut along their syntax, so what is inside them need not be known. */
const LARGE = 120;

/** Scopes nested deeper than this are not told apart: a path that long says nothing. */
const DEEPEST_SCOPE = 24;

/** Import statements and what is like them, in the order of the text. */
export interface ImportStatement {
  readonly start: number;
  readonly end: number;
  /** The namespace in which it holds, by its definition's index, or -1 for all of the file. */
  readonly within: number;
}

/**
 * What one walk over a syntax tree keeps of it. Nodes are those whose parent is large, in the order the
 * tree is walked, so that their starts never fall; the first is the root.
 */
export interface SyntaxSketch {
  /** {@link ROLE} bits. */
  readonly roles: number[];
  readonly starts: number[];
  readonly ends: number[];
  /** The index of the parent, -1 for the root. */
  readonly parents: number[];
  /** Whether the node is, or only wraps, a definition. */
  readonly defines: boolean[];
  readonly definitions: Definition[];
  readonly imports: ImportStatement[];
  /** Where identifiers stand, in order. */
  readonly identifierStarts: number[];
  readonly identifierEnds: number[];
}

export function isLarge({ starts, ends }: SyntaxSketch, node: number): boolean {
  return ends[node] - starts[node] > LARGE;
}

/** Walks the tree once, by a cursor: an object for each node would cost more than the parsing. */
export function sketchOf(tree: Tree, grammar: Grammar, text: string): SyntaxSketch {
  const cursor = tree.walk();
  try {
    return new SyntaxWalk(cursor, grammar, text).run();
  } finally {
    cursor.delete();
  }
}

/** Bits whose nodes need a closer look. */
const NOTABLE =
  ROLE.scope | ROLE.namespace | ROLE.anonymous | ROLE.value | ROLE.import | ROLE.importLike | ROLE.identifier;

class SyntaxWalk {
  readonly #cursor: TreeCursor;
  readonly #grammar: Grammar;
  readonly #text: string;
  readonly #reader: DefinitionReader;
  /** Whether the text names nothing that is used elsewhere in it. */
  readonly #isData: boolean;
  readonly #sketch: SyntaxSketch = {
    roles: [],
    starts: [],
    ends: [],
    parents: [],
    defines: [],
    definitions: [],
    imports: [],
    identifierStarts: [],
    identifierEnds: [],
  };

  // For each open node, by depth:
  readonly #roleAt: number[] = [];
  /** Its index among those kept, else -1. */
  readonly #nodeAt: number[] = [];
  readonly #isLargeAt: boolean[] = [];
  /** How many definitions were open when it was entered, and how many of what is not the module's own. */
  readonly #scopesAt: number[] = [];
  readonly #innerAt: number[] = [];
  /** Of a binder, where the bound name stands. */
  readonly #nameStartAt: number[] = [];
  readonly #nameEndAt: number[] = [];
  #depth = 0;

  /** Open definitions, by index. */
  readonly #scopes: number[] = [];
  /** How many functions and classes are open, named or not: what is inside is not the module's own. */
  #inner = 0;

  constructor(cursor: TreeCursor, grammar: Grammar, text: string) {
    this.#cursor = cursor;
    this.#grammar = grammar;
    this.#text = text;
    this.#reader = new DefinitionReader(grammar, text);
    this.#isData = grammar.rules.identifiers.length === 0;
  }

  run(): SyntaxSketch {
    const cursor = this.#cursor;
    const roles = this.#grammar.roles;
    let first = true;
    for (;;) {
      // An error node has an id beyond the table. Anything may be in it, side by side.
      const role = roles[cursor.nodeTypeId] ?? ROLE.named | ROLE.list;
      const entered = this.#visit(role, first);
      if (entered) {
        first = true;
        continue;
      }
      first = false;
      while (!cursor.gotoNextSibling()) {
        if (this.#depth === 0) return this.#sketch;
        cursor.gotoParent();
        this.#leave();
      }
    }
  }

  /** Keeps what is wanted of the node at the cursor, and goes into it if there may be more. */
  #visit(role: number, first: boolean): boolean {
    const cursor = this.#cursor;
    const above = this.#depth - 1;
    const kept = above < 0 || this.#isLargeAt[above];
    let start = -1;
    let end = -1;
    let node = -1;
    if (kept) {
      start = cursor.startIndex;
      end = cursor.endIndex;
      node = this.#keep(role, start, end, above < 0 ? -1 : this.#nodeAt[above]);
    }
    if (role & ROLE.named && above >= 0 && this.#roleAt[above] & ROLE.binder) this.#noteName(above, role);
    const scopes = this.#scopes.length;
    const inner = this.#inner;
    if (role & NOTABLE && !this.#note(role, node, first)) return false;
    if (role & ROLE.leaf || !cursor.gotoFirstChild()) {
      this.#close(scopes, inner);
      return false;
    }
    const depth = this.#depth++;
    this.#roleAt[depth] = role;
    this.#nodeAt[depth] = node;
    this.#isLargeAt[depth] = end - start > LARGE || depth === 0;
    this.#scopesAt[depth] = scopes;
    this.#innerAt[depth] = inner;
    this.#nameStartAt[depth] = -1;
    return true;
  }

  #leave(): void {
    const depth = --this.#depth;
    this.#close(this.#scopesAt[depth], this.#innerAt[depth]);
  }

  #close(scopes: number, inner: number): void {
    this.#scopes.length = scopes;
    this.#inner = inner;
  }

  #keep(role: number, start: number, end: number, parent: number): number {
    const { roles, starts, ends, parents, defines } = this.#sketch;
    roles.push(role);
    starts.push(start);
    ends.push(end);
    parents.push(parent);
    defines.push(false);
    return roles.length - 1;
  }

  /** The first child of a binder that is no modifier is the name. */
  #noteName(above: number, role: number): void {
    if (this.#nameStartAt[above] >= 0 || role & (ROLE.prefix | ROLE.comment)) return;
    this.#nameStartAt[above] = this.#cursor.startIndex;
    this.#nameEndAt[above] = this.#cursor.endIndex;
  }

  /** Whether the node is to be entered. */
  #note(role: number, node: number, first: boolean): boolean {
    if (role & ROLE.identifier) {
      const keyed = first && this.#depth > 0 && this.#roleAt[this.#depth - 1] & ROLE.keyed;
      if (!keyed) {
        this.#sketch.identifierStarts.push(this.#cursor.startIndex);
        this.#sketch.identifierEnds.push(this.#cursor.endIndex);
      }
      return !(role & ROLE.leaf);
    }
    if (role & (ROLE.import | ROLE.importLike) && this.#inner === 0 && this.#noteImport(role)) return false;
    if (role & (ROLE.scope | ROLE.namespace)) this.#noteScope(role, node);
    else if (role & ROLE.anonymous) this.#noteAnonymous(node);
    if (role & ROLE.value && this.#inner === 0) this.#noteValues(node);
    if (role & (ROLE.scope | ROLE.anonymous)) this.#inner++;
    return true;
  }

  #noteImport(role: number): boolean {
    const start = this.#cursor.startIndex;
    const end = this.#cursor.endIndex;
    if (!(role & ROLE.import)) {
      const { importLike } = this.#grammar.rules;
      if (!importLike?.pattern.test(this.#text.slice(start, Math.min(end, start + 400)))) return false;
    }
    this.#sketch.imports.push({ start, end, within: this.#scopes.at(-1) ?? -1 });
    return true;
  }

  #noteScope(role: number, node: number): void {
    // Data has scopes by the thousand, and no chunk lies inside a small one.
    if (this.#isData && (node < 0 || !isLarge(this.#sketch, node))) return;
    const definition = this.#reader.scope(this.#cursor.currentNode, role);
    if (definition !== undefined || role & ROLE.scope) this.#markDefinition(node);
    this.#open(definition, node, !(role & ROLE.member));
  }

  #noteAnonymous(node: number): void {
    const above = this.#depth - 1;
    if (above < 0 || !(this.#roleAt[above] & ROLE.binder) || this.#nameStartAt[above] < 0) return;
    this.#markDefinition(node);
    const name = { start: this.#nameStartAt[above], end: this.#nameEndAt[above] };
    const item = this.#itemOf(node);
    const start = item < 0 ? name.start : this.#sketch.starts[item];
    const definition = this.#reader.bound(this.#cursor.currentNode, name, start);
    // A property of something is not the module's own.
    this.#open(definition, node, (this.#roleAt[above] & ROLE.value) !== 0);
  }

  #open(definition: Definition | undefined, node: number, mayBeModules: boolean): void {
    if (definition === undefined || this.#scopes.length >= DEEPEST_SCOPE) return;
    const { definitions } = this.#sketch;
    definition.parent = this.#scopes.at(-1) ?? -1;
    definition.module = mayBeModules && this.#inner === 0;
    definition.node = this.#itemOf(node);
    this.#scopes.push(definitions.length);
    definitions.push(definition);
  }

  #noteValues(node: number): void {
    const parent = this.#scopes.at(-1) ?? -1;
    for (const value of this.#reader.values(this.#cursor.currentNode)) {
      this.#sketch.definitions.push({ ...value, parent, module: true, node: this.#itemOf(node) });
    }
  }

  /** The node and all that only wraps it. */
  #markDefinition(node: number): void {
    if (node >= 0) this.#sketch.defines[node] = true;
    for (let depth = this.#depth - 1; depth >= 0 && this.#roleAt[depth] & ROLE.wrapper; depth--) {
      if (this.#nodeAt[depth] >= 0) this.#sketch.defines[this.#nodeAt[depth]] = true;
    }
  }

  /** The outermost wrapper of a node, which is what stands in its list. */
  #itemOf(node: number): number {
    let item = node;
    for (let depth = this.#depth - 1; depth >= 0 && this.#roleAt[depth] & ROLE.wrapper; depth--) {
      item = this.#nodeAt[depth];
    }
    return item;
  }
}
