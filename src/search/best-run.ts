export interface RunUnit {
  readonly tokens: number;
  /** What having it is worth, below 0 for what is only in the way. */
  readonly worth: number;
}

/**
 * The run of neighbours around one unit that is worth most within so many tokens: from `start` up to, not including,
 * `end`. The unit itself is always in it, however large it is. Equals: the shorter run, then the earlier one.
 */
export function bestRun(
  units: readonly RunUnit[],
  at: number,
  mostTokens: number,
): { readonly start: number; readonly end: number } {
  let best = { start: at, end: at + 1, worth: units[at].worth };
  let left = { tokens: units[at].tokens, worth: units[at].worth };
  for (let start = at; start >= 0; start--) {
    if (start < at)
      left = { tokens: left.tokens + units[start].tokens, worth: left.worth + units[start].worth };
    if (left.tokens > mostTokens) break;
    let { tokens, worth } = left;
    for (let end = at + 1; ; end++) {
      const shorter = end - start < best.end - best.start;
      if (worth > best.worth || (worth === best.worth && shorter)) best = { start, end, worth };
      if (end >= units.length || tokens + units[end].tokens > mostTokens) break;
      tokens += units[end].tokens;
      worth += units[end].worth;
    }
  }
  return { start: best.start, end: best.end };
}
