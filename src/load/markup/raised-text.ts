const RAISED = new Map(Array.from("0123456789+-−=()ni", (from, i) => [from, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"[i]]));
const LOWERED = new Map(Array.from("0123456789+-−=()", (from, i) => [from, "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"[i]]));

/** "6" raised is "⁶", so that 10⁶ does not read as 106; what has no raised form stays as it is. */
export function shifted(text: string, up: boolean): string {
  const table = up ? RAISED : LOWERED;
  const characters = Array.from(text.trim(), (character) => table.get(character));
  return characters.includes(undefined) ? text : characters.join("");
}
