import { SeamList } from "../structure.ts";
import type { Definition } from "./definitions.ts";

/** Indentation deeper than this many steps is no longer told apart. */
const DEEPEST = 20;
/** How much of a line is looked at for its key. */
const LONGEST_KEY = 200;

const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s#"'[\]{}&*!|>%@`,-][^#:]*)) *:(?:\s|$)/;
const DOCUMENT = /^(?:---|\.\.\.)(?:\s|$)/;

/** Of the lines at one depth: behind a blank line, behind another, behind the line they are below. */
const STEP = { group: 0, item: 1, edge: 2, size: 3 } as const;

interface Open {
  readonly indent: number;
  readonly definition: number;
}

/** What the lines of a text say about its structure. */
export interface Indentation {
  readonly seams: SeamList;
  /** Keys; those with more than a line are scopes. Their `node` is an index into `leads`. */
  readonly definitions: Definition[];
  readonly leads: Int32Array;
}

/**
 * YAML by its indentation, which is its structure: a line is as deep as there are lines above it that are
 * indented less. Block scalars and values over several lines are thereby deeper than their key. Comments
 * stay with the line that follows. (Its grammar's scanner writes past its buffer on deep nesting.)
 */
export function yamlIndentation(text: string): Indentation {
  const seams = new SeamList("code");
  const definitions: Mutable<Definition>[] = [];
  const leads: number[] = [];
  /** Lines that the next ones may be below, from the outside in. */
  const open: Open[] = [];
  let lead = -1;
  let isBlankAbove = false;
  let isBelow = false;

  const closeTo = (indent: number, end: number): void => {
    while (open.length > 0 && open[open.length - 1].indent >= indent) {
      const definition = open.pop()?.definition ?? -1;
      if (definition >= 0) definitions[definition].end = end;
      isBelow = false;
    }
  };

  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    let content = start;
    while (content < end && text.charCodeAt(content) === 32) content++;
    const line = text.slice(content, Math.min(end, content + LONGEST_KEY)).trimEnd();
    if (line === "") {
      isBlankAbove = true;
      continue;
    }
    if (line.startsWith("#")) {
      if (lead < 0) lead = start;
      continue;
    }
    const from = lead < 0 ? start : lead;
    lead = -1;
    const isDocument = content === start && DOCUMENT.test(line);
    // Items may stand right below their key, as far to the left as it does.
    const isItem = line.startsWith("- ") || line === "-";
    const indent = isDocument ? -1 : 2 * (content - start) + (isItem ? 1 : 0);
    closeTo(indent, from);
    const depth = isDocument ? 0 : Math.min(open.length, DEEPEST) + 1;
    const step = isBelow ? STEP.edge : isBlankAbove ? STEP.group : STEP.item;
    if (from > 0) seams.add(from, depth * STEP.size + step, "syntax", "code");
    isBlankAbove = false;
    if (isDocument) continue;
    const parent = open.findLast(({ definition }) => definition >= 0)?.definition ?? -1;
    if (isBelow && parent >= 0) definitions[parent].isScope = true;
    isBelow = true;
    // An item's first key is not what its others are below of.
    const key = isItem || open.length >= DEEPEST ? null : KEY.exec(line);
    open.push({ indent, definition: key === null ? -1 : definitions.length });
    if (key === null) continue;
    leads.push(from);
    definitions.push({
      title: (key[1] ?? key[2] ?? key[3]).trim(),
      nameAt: content,
      start: content,
      end,
      signatureEnd: end,
      isScope: false,
      namespace: false,
      module: false,
      parent,
      node: definitions.length,
    });
  }
  closeTo(-1, text.length);
  return { seams, definitions, leads: Int32Array.from(leads) };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
