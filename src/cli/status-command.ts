import type { KnowledgeBase, KnowledgeBaseStats, Spending } from "../knowledge-base.ts";
import type { BaseFlags, BaseSettings } from "./config.ts";
import { money, tokens } from "./context-cost.ts";
import { EXIT } from "./exit-codes.ts";
import { megabytes, whole } from "./figures.ts";
import { shownPath, withBase } from "./open-base.ts";
import { write } from "./output.ts";
import { oneLine, style } from "./terminal.ts";

export interface StatusFlags extends BaseFlags {
  readonly list?: boolean;
  readonly json?: boolean;
}

/** Runs `sherd status` and returns the exit code. */
export async function statusCommand(flags: StatusFlags): Promise<number> {
  return withBase(flags, "read", async (base, settings) => {
    const stats = await base.stats();
    const workspaces = await base.workspaces();
    if (flags.json === true) await write(`${JSON.stringify({ ...stats, workspaces })}\n`);
    else await write(renderStatus(stats, workspaces, settings));
    if (flags.list === true) await list(base, flags.json === true);
    return EXIT.ok;
  });
}

function renderStatus(
  stats: KnowledgeBaseStats,
  workspaces: readonly string[],
  { location, configFile }: BaseSettings,
): string {
  const others = workspaces.filter((name) => name !== stats.workspace).map(oneLine);
  const rows: [string, string | undefined][] = [
    ["database", `${shownPath(location)}, ${megabytes(stats.bytes)}`],
    ["settings", configFile === undefined ? undefined : shownPath(configFile)],
    ["workspace", `${oneLine(stats.workspace)}${others.length > 0 ? `; others: ${others.join(", ")}` : ""}`],
    ["documents", whole(stats.documents)],
    ["chunks", `${whole(stats.chunks - stats.parents)} searched, ${whole(stats.parents)} parents`],
    ["text", `${whole(stats.characters)} characters, ${whole(stats.tokens)} tokens`],
    [
      "vectors",
      stats.vectors === 0
        ? "none: found by words alone"
        : [whole(stats.vectors), stats.vectorFormat ?? []].flat().join(", "),
    ],
    ["embedder", stats.embedder === undefined ? undefined : oneLine(stats.embedder)],
    ["contexts", renderContextCounts(stats)],
    ...stats.spending.map((spent): [string, string] => ["spent", renderSpending(spent)]),
    [
      "outdated",
      stats.outdated === 0
        ? undefined
        : `${whole(stats.outdated)} documents; \`sherd index --rebuild\` makes them again`,
    ],
  ];
  const shown = rows.filter(([, value]) => value !== undefined);
  return `${shown.map(([name, value]) => `${style(["dim"], name.padEnd(10))} ${value}`).join("\n")}\n`;
}

function renderContextCounts({ contexts }: KnowledgeBaseStats): string | undefined {
  if (contexts === undefined) return undefined;
  const { documents, failed, skipped } = contexts;
  const gaps = [
    ...(failed > 0 ? [`${whole(failed)} with some that failed (\`sherd index --retry-failed\`)`] : []),
    ...(skipped > 0 ? [`${whole(skipped)} with some that were not asked for`] : []),
  ];
  return [`by a model in ${whole(documents)} documents`, ...gaps].join(", ");
}

function renderSpending({ model, purpose, calls, usage, dollars }: Spending): string {
  const amount = dollars === undefined ? "at an unknown price" : money(dollars);
  return `${amount} for ${oneLine(purpose)} by ${oneLine(model)}: ${whole(calls)} calls, ${tokens(usage)}`;
}

async function list(base: KnowledgeBase, json: boolean): Promise<void> {
  for await (const record of base.documents()) {
    const { id, title, chunks, tokens, length } = record;
    if (json) {
      await write(
        `${JSON.stringify({ id, title, chunks, tokens, characters: length, metadata: record.metadata })}\n`,
      );
    } else {
      const named = title === undefined ? "" : `  ${style(["dim"], oneLine(title))}`;
      await write(
        `${String(chunks).padStart(6)} chunks ${String(tokens).padStart(8)} tokens  ${oneLine(id)}${named}\n`,
      );
    }
  }
}
