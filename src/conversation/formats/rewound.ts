export interface SessionLine {
  readonly uuid: string | undefined;
  readonly parent: string | undefined;
  /** Written by the user, not a tool's result. */
  readonly isPrompt: boolean;
}

/**
 * Messages that the user took back by going to an earlier place and asking anew, each with the first prompt of
 * the abandoned line. Only a second prompt at the same place counts: tools that run side by side fork the
 * records too, and are no branches.
 */
export function rewound(
  lines: readonly SessionLine[],
  parents: ReadonlyMap<string, string | undefined>,
): Map<string, string> {
  const latest = new Map<string, string>();
  const abandoned = new Set<string>();
  for (const { uuid, parent, isPrompt } of lines) {
    if (!isPrompt || uuid === undefined || parent === undefined) continue;
    const earlier = latest.get(parent);
    if (earlier !== undefined) abandoned.add(earlier);
    latest.set(parent, uuid);
  }
  const branches = new Map<string, string>();
  if (abandoned.size === 0) return branches;
  const known = new Map<string, string | undefined>();
  for (const { uuid } of lines) {
    if (uuid === undefined) continue;
    const branch = branchOf(uuid, parents, abandoned, known);
    if (branch !== undefined) branches.set(uuid, branch);
  }
  return branches;
}

/** The nearest abandoned prompt at or above a line; what was found is remembered for the whole way. */
function branchOf(
  uuid: string,
  parents: ReadonlyMap<string, string | undefined>,
  abandoned: ReadonlySet<string>,
  known: Map<string, string | undefined>,
): string | undefined {
  const way = new Set<string>();
  let at: string | undefined = uuid;
  let branch: string | undefined;
  while (at !== undefined && !way.has(at)) {
    if (known.has(at)) {
      branch = known.get(at);
      break;
    }
    way.add(at);
    if (abandoned.has(at)) {
      branch = at;
      break;
    }
    at = parents.get(at);
  }
  for (const line of way) known.set(line, branch);
  return branch;
}
