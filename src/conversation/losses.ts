import type { ConversationLoss, LossReason } from "../core/conversation.ts";

/** A hostile file may name its parts differently every time; beyond this many names one row takes the rest. */
const MOST_ROWS = 200;
const LONGEST_NAME = 80;
const REST = "other";

/** Adds up what was left out, a row for each reason and kind of thing, in the order first met. */
export class LossTally {
  readonly #rows = new Map<string, { -readonly [Key in keyof ConversationLoss]: ConversationLoss[Key] }>();

  add(reason: LossReason, what: string, place?: string, count = 1): void {
    const short = what.length > LONGEST_NAME ? `${what.slice(0, LONGEST_NAME)}…` : what;
    const name = this.#rows.size >= MOST_ROWS && !this.#rows.has(key(reason, short)) ? REST : short;
    const row = this.#rows.get(key(reason, name));
    if (row !== undefined) row.count += count;
    else
      this.#rows.set(key(reason, name), {
        reason,
        what: name,
        count,
        ...(place === undefined ? {} : { place }),
      });
  }

  addAll(losses: Iterable<ConversationLoss>): void {
    for (const { reason, what, place, count } of losses) this.add(reason, what, place, count);
  }

  get rows(): ConversationLoss[] {
    return Array.from(this.#rows.values(), (row) => ({ ...row }));
  }
}

function key(reason: LossReason, what: string): string {
  return `${reason}\n${what}`;
}
