import { SherdError } from "../core/errors.ts";
import type { Generation, Generator } from "../core/generator.ts";

/** An id is needed too: it stands with every context, and in the key by which replies are kept. */
export function isGenerator(value: unknown): value is Generator {
  const { id, generate } = (value ?? {}) as Partial<Generator>;
  return typeof generate === "function" && typeof id === "string" && id !== "";
}

/** Throws where a generator of the caller's own gives something else than a reply; what cannot be counted has no limit. */
export function checkGeneration(model: string, reply: Generation): void {
  const { text, usage } = (reply ?? {}) as Partial<Generation>;
  const { input, cachedInput, output } = usage ?? {};
  const isCounted = [input, cachedInput, output].every(
    (count) => typeof count === "number" && Number.isFinite(count) && count >= 0,
  );
  if (typeof text === "string" && isCounted) return;
  const seen =
    typeof text === "string"
      ? `usage ${JSON.stringify(usage)?.slice(0, 100)}`
      : `text of type ${typeof text}`;
  throw new SherdError(
    "REPLY_INVALID",
    `${model} must reply with { text, finish, usage: { input, cachedInput, output } }, usage in numbers of tokens; got ${seen}.`,
  );
}
