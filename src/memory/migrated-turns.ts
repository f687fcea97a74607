import type { ImportOptions, ImportSetting } from "./import-turns.ts";
import { type MigratedTurn, migratedUse } from "./migrate/migrated-turn.ts";
import type { MigrationTally } from "./migrate/report.ts";
import type { NewTurn } from "./prepare-turn.ts";
import { isName, NAME_RULE } from "./scope.ts";

/**
 * Turns of older memories as they are stored. A session whose name `remember` would refuse stands in `metadata.old`; a
 * turn of another session than a memory is of alone is skipped and told.
 */
export async function* migratedTurns(
  turns: AsyncIterable<MigratedTurn>,
  { source, keepEmbeddings = false }: Pick<ImportOptions, "source" | "keepEmbeddings">,
  { now, session: only }: ImportSetting,
  report: MigrationTally,
): AsyncGenerator<NewTurn> {
  for await (const turn of turns) {
    const { id, user, assistant, importance, importanceScore, chunks, embedding, isLocalTime } = turn;
    const { accessCount, lastUse, spacedUses } = migratedUse(turn);
    const session = turn.session === undefined || isName(turn.session) ? (turn.session ?? only) : undefined;
    if (turn.session !== undefined && session === undefined)
      report.note(turn.place, `its session is not ${NAME_RULE}; it stands in metadata.old`);
    if (only !== undefined && session !== only) {
      report.skip(turn.place, `is of session ${JSON.stringify(turn.session)}; ${ofOneSession(only)}`);
      report.converted--;
      continue;
    }
    const old = {
      ...(importanceScore === undefined ? {} : { importanceScore }),
      ...(isLocalTime === undefined ? {} : { isLocalTime }),
      ...(turn.at === undefined ? { hasNoTime: true } : {}),
      ...(turn.session !== undefined && session === undefined ? { session: turn.session } : {}),
      ...(keepEmbeddings && embedding !== undefined ? { embedding } : {}),
      ...(chunks.length === 0
        ? {}
        : { chunks: keepEmbeddings ? chunks : chunks.map(({ embedding: _dropped, ...chunk }) => chunk) }),
    };
    yield {
      id,
      user,
      assistant,
      metadata: {
        ...(source === undefined ? {} : { source }),
        ...turn.metadata,
        ...(Object.keys(old).length === 0 ? {} : { old }),
      },
      use: {
        at: Math.round(turn.at ?? lastUse ?? now),
        session,
        type: "turn",
        importance,
        pinned: false,
        accesses: accessCount,
        lastUse: lastUse === undefined ? undefined : Math.round(lastUse),
        spacedUses,
      },
    };
  }
}

export function ofOneSession(session: string): string {
  return `the memory is of ${JSON.stringify(session)} alone`;
}
