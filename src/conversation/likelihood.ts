/** How hard one that does not fit counts against a strict format: one in twenty takes a third away. */
const STRICTNESS = 8;

/** How likely values are of one format, from how likely each is. */
export function together(
  values: readonly unknown[],
  likelihood: (value: unknown) => number,
  isStrict = false,
): number {
  if (values.length === 0) return 0;
  const each = values.map(likelihood);
  const mean = each.reduce((sum, one) => sum + one, 0) / each.length;
  const fitting = each.filter((one) => one > 0).length / each.length;
  return isStrict ? mean * fitting ** STRICTNESS : mean;
}
