import type { Piece } from "./pieces.ts";

/** A run of pieces that no chunk should part, `[start, end)`. */
export interface PieceGroup {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** Whether it stands inside a run of tool calls that is too large to be kept together. */
  readonly isSevered: boolean;
}

/** A tool's call, its result and what stands between them as one group, where that fits; every other piece alone. */
export function callGroups(pieces: readonly Piece[], capacity: number): PieceGroup[] {
  const sums = [0];
  for (const { tokens } of pieces) sums.push(sums[sums.length - 1] + tokens);
  const reach = lastOfCalls(pieces, sums, capacity);
  const groups: PieceGroup[] = [];
  for (let start = 0; start < pieces.length; ) {
    let end = start + 1;
    for (let i = start; i < end; i++) end = Math.max(end, reach[i] + 1);
    const tokens = sums[end] - sums[start];
    if (tokens <= capacity) groups.push({ start, end, tokens, isSevered: false });
    else {
      // Calls that interlock beyond the maximum: no cut is clean, so all are allowed and none is liked.
      for (let i = start; i < end; i++) {
        groups.push({ start: i, end: i + 1, tokens: pieces[i].tokens, isSevered: i > start });
      }
    }
    start = end;
  }
  return groups;
}

/** For each piece, the last piece that shares a call with it, unless the two are too far apart for one chunk. */
function lastOfCalls(pieces: readonly Piece[], sums: readonly number[], capacity: number): Int32Array {
  const first = new Map<string, number>();
  const reach = Int32Array.from(pieces, (_, i) => i);
  pieces.forEach(({ message }, i) => {
    for (const { callId } of message.parts) {
      if (callId === undefined) continue;
      const begin = first.get(callId);
      if (begin === undefined) first.set(callId, i);
      else if (sums[i + 1] - sums[begin] <= capacity) reach[begin] = i;
    }
  });
  return reach;
}
