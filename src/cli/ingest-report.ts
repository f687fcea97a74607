import type { IngestSummary } from "../ingest/ingest-types.ts";
import { renderContexts } from "./context-cost.ts";
import { EXIT } from "./exit-codes.ts";
import { elapsed, whole } from "./figures.ts";
import { warn, write } from "./output.ts";
import { oneLine } from "./terminal.ts";

/** Failures and warnings that are listed; the count tells of the rest. */
const LISTED = 10;

/** What a run over documents did: a summary, what failed and what a person should know. Gives the exit code. */
export async function reportIngest(
  summary: IngestSummary,
  where: { readonly database: string; readonly workspace: string },
  json: boolean,
): Promise<number> {
  if (json) await write(`${JSON.stringify(ingestJson(summary, where))}\n`);
  else {
    await write(renderSummary(summary, where.database));
    list(
      "failed",
      summary.failed.map(({ error }) => error.message),
    );
    list("to know", summary.warnings);
  }
  const { added, updated, unchanged, removed, failed, kept, contexts } = summary;
  const isWhole = contexts === undefined || contexts.failed + contexts.skipped === 0;
  if (failed.length === 0 && kept === 0) return isWhole ? EXIT.ok : EXIT.partial;
  return added + updated + unchanged + removed + kept > 0 ? EXIT.partial : EXIT.failure;
}

function renderSummary(summary: IngestSummary, database: string): string {
  const { kept, failed, chunks, embedded, reused, characters, milliseconds } = summary;
  const documents = [
    `${whole(summary.added)} added`,
    `${whole(summary.updated)} updated`,
    `${whole(summary.unchanged)} unchanged`,
    `${whole(summary.removed)} removed`,
    ...(kept > 0 ? [`${whole(kept)} gone but kept`] : []),
    `${whole(failed.length)} failed`,
  ];
  const lines = [`documents  ${documents.join(", ")}`];
  if (chunks > 0) {
    const vectors =
      embedded + reused === 0 ? "" : `: ${whole(embedded)} embedded, ${whole(reused)} as before`;
    const million = characters / 1e6;
    const rate = ((1000 * million) / milliseconds).toFixed(2);
    lines.push(`chunks     ${whole(chunks)}${vectors}`);
    lines.push(`text       ${million.toFixed(2)} million characters, ${rate} million a second`);
  }
  if (summary.contexts !== undefined) lines.push(renderContexts(summary.contexts).trimEnd());
  lines.push(`time       ${elapsed(milliseconds)}`, `database   ${oneLine(database)}`);
  return `${lines.join("\n")}\n`;
}

function ingestJson(summary: IngestSummary, where: object): object {
  const { failed, ...figures } = summary;
  return {
    ...where,
    ...figures,
    failed: failed.map(({ id, error }) => ({ id, code: error.code, message: error.message })),
  };
}

function list(what: string, messages: readonly string[]): void {
  if (messages.length === 0) return;
  warn(`sherd: ${messages.length} ${what}:`);
  for (const message of messages.slice(0, LISTED)) warn(`  ${oneLine(message)}`);
  if (messages.length > LISTED) warn(`  and ${messages.length - LISTED} more; --json lists them.`);
}
