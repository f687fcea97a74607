/** A message among its answers. */
export interface TreeNode {
  readonly id: string;
  readonly parent?: string | undefined;
}

export interface Linearised {
  /** From the first message to the leaf. */
  readonly main: readonly string[];
  /** The others in the tree's order, each with the first message of its branch. */
  readonly side: readonly { readonly id: string; readonly branch: string }[];
  /** Whether the parents lead round in a circle. */
  readonly isBroken: boolean;
}

/**
 * The line of messages that ends at `leaf`, and what branches off it. `nodes` come in the export's order, and
 * their ids differ. Work is linear in the nodes.
 */
export function linearise(nodes: readonly TreeNode[], leaf: string): Linearised {
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  const main: string[] = [];
  const onMain = new Set<string>();
  let isBroken = false;
  for (let id: string | undefined = leaf; id !== undefined && parents.has(id); id = parents.get(id)) {
    if (onMain.has(id)) {
      isBroken = true;
      break;
    }
    onMain.add(id);
    main.push(id);
  }
  const branches = new Map<string, string>();
  const side = nodes
    .filter((node) => !onMain.has(node.id))
    .map((node) => ({ id: node.id, branch: branchOf(node.id, parents, onMain, branches) }));
  return { main: main.reverse(), side: grouped(side), isBroken };
}

/** The outermost ancestor that is not on the main line; what was found is remembered for the whole way. */
function branchOf(
  id: string,
  parents: ReadonlyMap<string, string | undefined>,
  onMain: ReadonlySet<string>,
  known: Map<string, string>,
): string {
  const way: string[] = [];
  const seen = new Set<string>();
  let at = id;
  let branch: string | undefined;
  while (branch === undefined) {
    branch = known.get(at);
    if (branch !== undefined) break;
    way.push(at);
    seen.add(at);
    const parent = parents.get(at);
    if (parent === undefined || !parents.has(parent) || onMain.has(parent) || seen.has(parent)) branch = at;
    else at = parent;
  }
  for (const node of way) known.set(node, branch);
  return branch;
}

/** A branch's messages together, in the order in which branches are first met. */
function grouped(side: readonly { id: string; branch: string }[]): { id: string; branch: string }[] {
  return [...Map.groupBy(side, ({ branch }) => branch).values()].flat();
}
