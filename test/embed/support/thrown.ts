import { inspect } from "node:util";
import { SherdError } from "../../../src/core/errors.ts";

/** The `SherdError` that a promise is rejected with. */
export async function thrown(promise: Promise<unknown>): Promise<SherdError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SherdError) return error;
  throw new Error(`expected a SherdError, got ${inspect(error)}`);
}

/** Everything an error could show someone: its fields, its stack, what caused it. */
export function everythingIn(error: unknown): string {
  return `${JSON.stringify(error)}\n${inspect(error, { depth: 20, showHidden: true })}`;
}
