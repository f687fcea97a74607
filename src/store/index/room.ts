/** Some to spare: where a chunk is added between searches, each would else need arrays of a new length, and leave the old as garbage. */
export function roomFor(length: number): number {
  return Math.ceil(length * 1.25);
}
