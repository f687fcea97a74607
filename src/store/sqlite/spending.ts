import type { Spending } from "../../core/store.ts";
import type { Connection } from "./connection.ts";

/** Adds to a run's row, or begins one. The row's id. */
export function addSpending(
  connection: Connection,
  { workspace, purpose, model, calls, usage, dollars }: Spending,
  run: number | undefined,
  now: number,
): number {
  if (run === undefined) {
    const row = connection.get(
      `INSERT INTO spending (workspace, purpose, model, calls, input, cached_input, output, dollars, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      workspace,
      purpose,
      model,
      calls,
      usage.input,
      usage.cachedInput,
      usage.output,
      dollars ?? null,
      now,
    );
    return Number(row?.id);
  }
  connection.run(
    `UPDATE spending SET calls = calls + ?, input = input + ?, cached_input = cached_input + ?,
       output = output + ?, dollars = dollars + ?, at = ? WHERE id = ?`,
    calls,
    usage.input,
    usage.cachedInput,
    usage.output,
    dollars ?? null,
    now,
    run,
  );
  return run;
}

/** Runs without a price count in all but the dollars. */
export function readSpending(connection: Connection, workspace: string): Spending[] {
  const rows = connection.all(
    `SELECT purpose, model, sum(calls) AS calls, sum(input) AS input, sum(cached_input) AS cached,
       sum(output) AS output, sum(dollars) AS dollars
     FROM spending WHERE workspace = ? GROUP BY purpose, model ORDER BY purpose, model`,
    workspace,
  );
  return rows.map(({ purpose, model, calls, input, cached, output, dollars }) => ({
    workspace,
    purpose: purpose as string,
    model: model as string,
    calls: Number(calls),
    usage: { input: Number(input), cachedInput: Number(cached), output: Number(output) },
    ...(dollars === null ? {} : { dollars: Number(dollars) }),
  }));
}
