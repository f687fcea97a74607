/** What one hit can give back, and what each costs. */
export interface Packable<T> {
  /** Largest first; the first that fits is taken. */
  readonly choices: readonly { readonly tokens: number; readonly value: T }[];
}

/**
 * Fills a budget of tokens in order: each takes the largest of its choices that still fits, and is passed over if
 * none does, so that a long hit does not keep shorter ones out.
 */
export function pack<T>(hits: readonly Packable<T>[], budget: number | undefined, limit: number): T[] {
  const packed: T[] = [];
  let left = budget ?? Number.POSITIVE_INFINITY;
  for (const { choices } of hits) {
    if (packed.length === limit) break;
    const choice = choices.find(({ tokens }) => tokens <= left);
    if (choice === undefined) continue;
    left -= choice.tokens;
    packed.push(choice.value);
  }
  return packed;
}
