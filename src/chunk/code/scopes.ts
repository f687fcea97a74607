import type { Context } from "../../core/chunk.ts";
import type { Section } from "../../core/document.ts";
import type { Span } from "../../core/span.ts";
import type { Definition } from "./definitions.ts";
import { firstAtLeast } from "./name-index.ts";
import type { SyntaxSketch } from "./syntax-walk.ts";

/** A signature longer than this is cut: it is there to recognise the definition. */
const LONGEST_SIGNATURE = 160;
/** Of the scopes around a chunk, how many of the innermost are told. */
const MOST_SIGNATURES = 8;

interface Scope {
  readonly definition: Definition;
  /** Where it starts with its comments and attributes. */
  readonly lead: number;
  /** How many scopes are around it. */
  readonly depth: number;
  readonly parent: Scope | undefined;
}

/** The scopes of a file: which of them hold a chunk, and which it starts inside of. */
export class Scopes {
  readonly #scopes: Scope[] = [];
  readonly #leads: number[] = [];
  readonly #text: string;
  readonly #identifierEnds: readonly number[];

  /** `leads` are by node of the sketch. */
  constructor(
    { definitions, identifierEnds }: Pick<SyntaxSketch, "definitions" | "identifierEnds">,
    leads: Int32Array,
    text: string,
  ) {
    this.#text = text;
    this.#identifierEnds = identifierEnds;
    const byDefinition: (Scope | undefined)[] = [];
    for (const definition of definitions) {
      const parent = definition.parent < 0 ? undefined : byDefinition[definition.parent];
      const lead =
        definition.node < 0 ? definition.start : Math.min(leads[definition.node], definition.start);
      const depth = parent === undefined ? 0 : parent.depth + 1;
      const scope = definition.isScope ? { definition, lead, depth, parent } : undefined;
      byDefinition.push(scope);
      if (scope !== undefined) this.#scopes.push(scope);
    }
    // A function that is bound to a name starts with its statement, before what else is in that.
    this.#scopes.sort((a, b) => a.lead - b.lead || a.depth - b.depth);
    for (const { lead } of this.#scopes) this.#leads.push(lead);
  }

  /** Their sections, from the outside in. */
  outline(): Section[] {
    return this.#scopes.flatMap(({ definition, lead, depth }) => {
      const section = { kind: "scope", level: depth + 1, span: { start: lead, end: definition.end } };
      const own = { ...section, title: definition.title };
      return definition.owner === undefined ? [own] : [{ ...section, title: definition.owner }, own];
    });
  }

  /** The titles of the scopes that hold all of a span, from the outside in. */
  pathOf(span: Span): string[] {
    const path: string[] = [];
    const end = this.#meaningfulEnd(span);
    for (let scope = this.#at(span.start); scope !== undefined; scope = scope.parent) {
      const { title, owner, end: scopeEnd } = scope.definition;
      if (scopeEnd < end) continue;
      path.push(title);
      if (owner !== undefined) path.push(owner);
    }
    return path.reverse();
  }

  /** The titles of all scopes around a position. */
  around(position: number): Set<string> {
    const titles = new Set<string>();
    for (let scope = this.#at(position); scope !== undefined; scope = scope.parent) {
      if (scope.definition.start < position) titles.add(scope.definition.title);
    }
    return titles;
  }

  /** The signatures of the scopes that a span starts inside of, or undefined if it starts in none. */
  contextOf({ start }: Span): Context | undefined {
    const signatures: string[] = [];
    for (let scope = this.#at(start); scope !== undefined; scope = scope.parent) {
      if (scope.definition.start < start && signatures.length < MOST_SIGNATURES) {
        signatures.push(this.#signatureOf(scope.definition));
      }
    }
    return signatures.length === 0
      ? undefined
      : { text: signatures.reverse().join("\n"), by: "scope", status: "ok" };
  }

  /** Where a span ends but for brackets, signs and comments: what closes a scope does not lie beyond it. */
  #meaningfulEnd({ start, end }: Span): number {
    let bare = end;
    while (bare > start && " \t\r\n;,})]".includes(this.#text[bare - 1])) bare--;
    const identifier = this.#identifierEnds[firstAtLeast(this.#identifierEnds, end + 1) - 1] ?? -1;
    const definition = this.#scopes[firstAtLeast(this.#leads, end) - 1]?.definition.nameAt ?? -1;
    const last = Math.max(identifier, definition);
    return last > start ? Math.min(bare, last) : bare;
  }

  /** The innermost scope that holds a position. */
  #at(position: number): Scope | undefined {
    let scope: Scope | undefined = this.#scopes[firstAtLeast(this.#leads, position + 1) - 1];
    while (scope !== undefined && scope.definition.end <= position) scope = scope.parent;
    return scope;
  }

  #signatureOf({ start, signatureEnd }: Definition): string {
    const signature = this.#text
      .slice(start, Math.min(signatureEnd, start + 2 * LONGEST_SIGNATURE))
      .replace(/\s+/g, " ")
      .trim();
    return signature.length > LONGEST_SIGNATURE ? `${signature.slice(0, LONGEST_SIGNATURE - 1)}…` : signature;
  }
}
