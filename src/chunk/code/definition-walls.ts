import type { Boundary } from "../../core/chunk.ts";
import { ROLE } from "./roles.ts";
import { isLarge, type SyntaxSketch } from "./syntax-walk.ts";

interface Wall {
  readonly position: number;
  readonly boundary: Boundary;
}

/** What of the module's own is inside a node: nothing, its children, or what the list among them holds. */
type Inside = "nothing" | "items" | "list";

/** Nodes that are never items by themselves. */
const PARTS = ROLE.comment | ROLE.prefix | ROLE.identifier | ROLE.list;

/**
 * Walls that keep each of a module's own definitions by itself. Statements between two definitions stay
 * together; what opens the file (imports, a package clause, a docstring) stays with what follows it, and a
 * namespace's opening with its first member.
 */
export function definitionWalls(sketch: SyntaxSketch, leads: Int32Array, text: string): Wall[] {
  const { roles, parents, defines, starts, ends } = sketch;
  const isImport = importedAt(sketch);
  const walls: Wall[] = [];
  const inside: Inside[] = ["items"];
  let unit: "opening" | "statements" | "definition" = "opening";
  for (let node = 1; node < roles.length; node++) {
    const role = roles[node];
    const around = inside[parents[node]];
    inside[node] = around === "list" && role & ROLE.list ? "items" : "nothing";
    if (around !== "items" || !(role & ROLE.named) || role & PARTS || ends[node] === starts[node]) continue;
    // The condition of "#if" stands on its line.
    if (roles[parents[node]] & ROLE.group && !isLineStart(text, leads[node])) continue;

    const holds = isLarge(sketch, node) ? role & (ROLE.namespace | ROLE.group) : 0;
    if (holds) inside[node] = holds & ROLE.group ? "items" : "list";
    const opens = isImport(node) || role & ROLE.header || "\"'".includes(text[starts[node]]);
    if (unit === "opening" && opens && !holds && !defines[node]) continue;
    const next = holds ? "opening" : defines[node] ? "definition" : "statements";
    if (unit === "definition" || (unit === "statements" && next !== "statements")) {
      walls.push({ position: leads[node], boundary: "syntax" });
    }
    unit = next;
  }
  return walls;
}

function isLineStart(text: string, position: number): boolean {
  return position === 0 || text[position - 1] === "\n" || text[position - 1] === "\r";
}

/** Whether a node is an import statement. Must be asked in order. */
function importedAt({ imports, starts }: SyntaxSketch): (node: number) => boolean {
  let next = 0;
  return (node) => {
    while (next < imports.length && imports[next].start < starts[node]) next++;
    return next < imports.length && imports[next].start === starts[node];
  };
}
