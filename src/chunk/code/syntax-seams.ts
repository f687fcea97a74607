import { SeamList } from "../structure.ts";
import { LinePlaces } from "./line-places.ts";
import { ROLE } from "./roles.ts";
import { isLarge, type SyntaxSketch } from "./syntax-walk.ts";

/**
 * The seams among a node's children, strongest first. A node's own children go one such step deeper, so
 * that a definition is entered only when it does not fit.
 */
const STEP = {
  /** Beside a definition. */
  definition: 0,
  /** Across a blank line. */
  group: 1,
  item: 2,
  /** Behind what opens a body and before what closes it: a signature stays with its first statement. */
  edge: 3,
  /** Behind a comment, a decorator or an attribute: it stays with what it is about. */
  lead: 4,
  size: 5,
} as const;

/** Nesting beyond a dozen steps is no longer told apart. */
const DEEPEST = 12 * STEP.size;
/** Between cuts inside a long line there is at least this much, where it matters little which is taken. */
const SPARSE = 40;

export interface SyntaxSeams {
  readonly seams: SeamList;
  /** For each node of the sketch, where it starts with its comments and attributes, at its line's start. */
  readonly leads: Int32Array;
}

/** `lineComment` begins lines that belong to what follows although the tree has them before it. */
export function syntaxSeams(sketch: SyntaxSketch, text: string, lineComment?: string): SyntaxSeams {
  return new SeamMarker(sketch, text, lineComment).run();
}

class SeamMarker {
  readonly #sketch: SyntaxSketch;
  readonly #text: string;
  readonly #lineComment: string | undefined;
  readonly #places: LinePlaces;
  readonly #firstChild: Int32Array;
  readonly #nextSibling: Int32Array;
  /** The level a node's children start from. */
  readonly #bases: Uint8Array;
  /** The seam before a node: its level, or -1, and its position. */
  readonly #levels: Int8Array;
  readonly #positions: Int32Array;
  readonly #leads: Int32Array;

  constructor(sketch: SyntaxSketch, text: string, lineComment: string | undefined) {
    const count = sketch.starts.length;
    this.#sketch = sketch;
    this.#text = text;
    this.#lineComment = lineComment;
    this.#places = new LinePlaces(text);
    this.#firstChild = new Int32Array(count).fill(-1);
    this.#nextSibling = new Int32Array(count).fill(-1);
    this.#bases = new Uint8Array(count);
    this.#levels = new Int8Array(count).fill(-1);
    this.#positions = new Int32Array(count);
    this.#leads = Int32Array.from(sketch.starts);
    this.#linkChildren();
  }

  run(): SyntaxSeams {
    // Parents come before their children, so a node's base is known when its turn comes.
    for (let node = 0; node < this.#firstChild.length; node++) {
      if (this.#firstChild[node] >= 0) this.#markWithin(node);
    }
    return { seams: this.#collect(), leads: this.#leads };
  }

  #linkChildren(): void {
    const { parents, starts, ends } = this.#sketch;
    const lastChild = new Int32Array(parents.length).fill(-1);
    for (let node = 1; node < parents.length; node++) {
      // The parser invents tokens that are missing; they have no length.
      if (ends[node] === starts[node]) continue;
      const parent = parents[node];
      if (lastChild[parent] < 0) this.#firstChild[parent] = node;
      else this.#nextSibling[lastChild[parent]] = node;
      lastChild[parent] = node;
    }
  }

  #markWithin(node: number): void {
    const { roles } = this.#sketch;
    const base = this.#bases[node];
    const isList = this.#isList(node);
    const hasBody = !isList && this.#hasBody(node);
    const marks = { items: false, clauses: false };
    /** The first of the comments and attributes that lead the next item. */
    let run = -1;
    let item = -1;
    let previous = -1;
    for (let child = this.#firstChild[node]; child >= 0; previous = child, child = this.#nextSibling[child]) {
      const role = roles[child];
      const at = previous < 0 ? -1 : this.#ownLine(child);
      if (role & ROLE.prefix || (role & ROLE.comment && (previous < 0 || at >= 0))) {
        if (run >= 0 && this.#places.isBlankAbove(at)) {
          marks.items = this.#markItem(run, run, item, base) || marks.items;
          item = run;
          run = child;
        } else if (run >= 0) this.#mark(child, at, base + STEP.lead);
        else run = child;
        continue;
      }
      if (role & (ROLE.comment | ROLE.separator)) continue;
      if (role & ROLE.closer) {
        if (run >= 0) marks.items = this.#markItem(run, run, item, base) || marks.items;
        run = -1;
        this.#mark(child, at, base + STEP.edge);
        continue;
      }
      const isSign = !(role & ROLE.named);
      if (role & ROLE.opener || (isSign && at < 0)) {
        this.#mark(child, at, base + STEP.edge);
        continue;
      }
      const lead = run >= 0 ? run : child;
      run = -1;
      if (role & ROLE.clause && !isList) {
        marks.clauses = this.#markClause(lead, base) || marks.clauses;
        if (lead !== child) this.#mark(child, at, base + STEP.lead);
        continue;
      }
      if (isList || (!hasBody && (previous < 0 || roles[previous] & (ROLE.named | ROLE.separator)))) {
        marks.items = this.#markItem(lead, child, item, base) || marks.items;
      } else if (at >= 0) {
        this.#mark(lead, this.#ownLine(lead), base + STEP.edge);
        if (lead !== child) {
          this.#leads[child] = this.#sketch.starts[lead];
          this.#mark(child, at, base + STEP.lead);
        }
      } else if (!hasBody && this.#isOperand(child, previous)) {
        const place = this.#placeInLongLine(this.#sketch.starts[child]);
        marks.items = this.#mark(child, place, base + STEP.item) || marks.items;
      }
      item = child;
    }
    if (run >= 0) marks.items = this.#markItem(run, run, item, base) || marks.items;
    this.#setBases(node, base, hasBody, marks);
  }

  /**
   * Marks the seam before an item, where its leading comments start, and the weak one between them and it.
   * `item` is the item before, or -1. Says whether there is now a seam between items.
   */
  #markItem(lead: number, child: number, item: number, base: number): boolean {
    const { starts, roles, parents } = this.#sketch;
    const parent = parents[lead];
    const isFirst = lead === this.#firstChild[parent];
    // The left ends of a long chain of operands all stand at one place, which is looked at only once.
    const own = isFirst && !this.#isList(parent) ? -1 : this.#ownLine(lead);
    const at = own >= 0 || isFirst ? own : this.#placeInLine(lead);
    this.#leads[child] = at >= 0 ? at : starts[lead];
    // Comments above a body's first item may stand outside the body.
    if (isFirst && this.#isList(parent)) {
      this.#leads[child] = Math.min(this.#leads[child], this.#leads[parent]);
    }
    if (lead !== child) {
      const line = this.#ownLine(child);
      // A comment that a blank line parts from what follows is about more than that.
      const isAlone = (roles[lead] & ROLE.comment) !== 0 && this.#places.isBlankAbove(line);
      if (isAlone) this.#leads[child] = line;
      this.#mark(child, line, base + (isAlone ? STEP.group : STEP.lead));
    }
    if (item < 0) {
      if (!isFirst) this.#mark(lead, at, base + STEP.edge);
      // A single statement is as deep as its body, but a single definition is a unit of its own.
      return lead !== child || this.#isDefinition(child);
    }
    const from = this.#lineComment === undefined ? at : this.#places.startOfMarked(at, this.#lineComment);
    if (from >= 0) this.#leads[child] = from;
    return this.#mark(lead, from, base + this.#itemStep(child, item, from));
  }

  /** Inside a long line, or behind the brackets that end the item before, as in `}, {`. */
  #placeInLine(node: number): number {
    const start = this.#sketch.starts[node];
    const isItem = this.#isList(this.#sketch.parents[node]);
    return isItem && this.#places.lineStartBeforeClosers(start) >= 0 ? start : this.#placeInLongLine(start);
  }

  #placeInLongLine(position: number): number {
    return this.#places.isInLongLine(position) ? position : -1;
  }

  /** `} else {` starts where its line does. */
  #markClause(child: number, base: number): boolean {
    const start = this.#sketch.starts[child];
    const line = this.#places.lineStartBeforeClosers(start);
    return this.#mark(child, line >= 0 ? line : this.#placeInLongLine(start), base + STEP.item);
  }

  #ownLine(node: number): number {
    return this.#places.lineStart(this.#sketch.starts[node]);
  }

  #itemStep(child: number, item: number, at: number): number {
    if (this.#isDefinition(child) || this.#isDefinition(item)) return STEP.definition;
    return this.#places.isBlankAbove(at) ? STEP.group : STEP.item;
  }

  /** One-liners are packed like any statement. */
  #isDefinition(node: number): boolean {
    return this.#sketch.defines[node] && isLarge(this.#sketch, node);
  }

  /** `b` in `a && b`, but not `x` in `-x` or `return x`. */
  #isOperand(child: number, previous: number): boolean {
    const { roles, parents, starts } = this.#sketch;
    if (previous < 0 || previous === this.#firstChild[parents[child]] || roles[previous] & ROLE.opener)
      return false;
    return /[=,&|?:+*/<>-]/.test(this.#text[starts[previous]]);
  }

  #setBases(node: number, base: number, hasBody: boolean, marks: { items: boolean; clauses: boolean }): void {
    const { roles, starts } = this.#sketch;
    const inner = Math.min(base + STEP.size, DEEPEST);
    const marked = marks.items || marks.clauses;
    for (let child = this.#firstChild[node]; child >= 0; child = this.#nextSibling[child]) {
      if (this.#firstChild[child] < 0) continue;
      const besideBody = hasBody && !this.#isList(child);
      this.#bases[child] = marked || besideBody ? inner : base;
      // "else if" is one chain, however deep the tree nests it.
      if (
        roles[child] & ROLE.clause &&
        this.#continues(child, this.#text.slice(starts[node], starts[node] + 8))
      ) {
        this.#bases[child] = base;
      }
    }
  }

  /** Whether a clause holds nothing but another statement of the same kind. */
  #continues(clause: number, opening: string): boolean {
    const { starts } = this.#sketch;
    const keyword = /^\w+/.exec(opening)?.[0];
    if (keyword === undefined) return false;
    for (let child = this.#firstChild[clause]; child >= 0; child = this.#nextSibling[child]) {
      if (this.#firstChild[child] < 0) continue;
      return this.#text.startsWith(keyword, starts[child]) && !this.#isList(child);
    }
    return false;
  }

  #isList(node: number): boolean {
    const first = this.#firstChild[node];
    if (node === 0 || first < 0) return node === 0;
    const { roles } = this.#sketch;
    return (roles[node] & (ROLE.list | ROLE.group)) !== 0 || (roles[first] & ROLE.opener) !== 0;
  }

  #hasBody(node: number): boolean {
    for (let child = this.#firstChild[node]; child >= 0; child = this.#nextSibling[child]) {
      if (this.#isList(child)) return true;
    }
    return false;
  }

  #mark(node: number, at: number, level: number): boolean {
    if (at < 0) return false;
    this.#levels[node] = Math.min(level, DEEPEST);
    this.#positions[node] = at;
    return true;
  }

  #collect(): SeamList {
    const seams = new SeamList("code");
    const { starts } = this.#sketch;
    let last = 0;
    let lastLevel = 0;
    for (let node = 1; node < this.#levels.length; node++) {
      const level = this.#levels[node];
      const at = this.#positions[node];
      if (level < 0 || at <= 0 || at < last || at >= this.#text.length) continue;
      const insideLine = at === starts[node] && !this.#places.startsLine(at);
      if (insideLine && at - last < SPARSE && level >= lastLevel) continue;
      seams.add(at, level, "syntax", "code", level % STEP.size >= STEP.edge ? "unless whole" : "none");
      last = at;
      lastLevel = level;
    }
    return seams;
  }
}
