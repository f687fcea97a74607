import type { Chunk } from "../core/chunk.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { StoredDocument } from "../core/store.ts";
import type { PriceTable } from "../generate/prices.ts";
import type { KnowledgeBase } from "../knowledge-base.ts";
import { LineIndex } from "../text/lines.ts";
import type { BaseFlags } from "./config.ts";
import { EXIT } from "./exit-codes.ts";
import { withBase } from "./open-base.ts";
import { write } from "./output.ts";
import { forOutput, oneLine, style } from "./terminal.ts";

export interface ShowFlags extends BaseFlags {
  readonly chunks?: boolean;
  readonly parent?: boolean;
  readonly json?: boolean;
}

/** `docs/a.md:10-42`, as results name a place. */
const PLACE = /^(.+):(\d+)(?:-(\d+))?$/s;

/** Runs `sherd show` and returns the exit code. */
export async function showCommand(id: string, flags: ShowFlags): Promise<number> {
  return withBase(flags, "read", async (base, settings) => {
    const document = await base.get(id);
    if (document !== undefined) return showDocument(base, document, flags);
    const chunk = await base.chunk(id);
    if (chunk !== undefined) return showChunk(base, chunk, flags, settings.context?.prices);
    const place = PLACE.exec(id);
    const around = place === null ? undefined : await base.get(place[1]);
    if (place !== null && around !== undefined) {
      await showLines(around, Number(place[2]), Number(place[3] ?? place[2]), flags.json === true);
      return EXIT.ok;
    }
    throw new SherdError(
      "INPUT_NOT_FOUND",
      `Neither a document, a chunk nor lines of a document are named ${JSON.stringify(id)} in the workspace "${base.workspaceName}". \`sherd status --list\` names the documents.`,
      { id },
    );
  });
}

async function showDocument(
  base: KnowledgeBase,
  document: StoredDocument,
  flags: ShowFlags,
): Promise<number> {
  const { renderChunk } = await import("./chunk-view.ts");
  if (flags.chunks === true) {
    for (const chunk of await base.chunks(document.id))
      await write(flags.json === true ? `${JSON.stringify(chunk)}\n` : `${renderChunk(chunk)}\n`);
  } else if (flags.json === true) await write(`${JSON.stringify(document)}\n`);
  else {
    if (process.stdout.isTTY) await write(`${style(["bold"], oneLine(document.title ?? document.id))}\n\n`);
    await writeText(document.text);
  }
  return EXIT.ok;
}

async function showChunk(
  base: KnowledgeBase,
  found: Chunk,
  flags: ShowFlags,
  prices: PriceTable | undefined,
): Promise<number> {
  const { renderChunk } = await import("./chunk-view.ts");
  const parent = found.parentId === undefined ? undefined : await base.chunk(found.parentId);
  const chunk = flags.parent === true ? (parent ?? found) : found;
  if (flags.json === true) await write(`${JSON.stringify(chunk)}\n`);
  else {
    const { renderContext } = await import("./chunk-context-view.ts");
    const named = style(["bold"], oneLine(chunk.documentId));
    await write(`${named}\n${renderChunk(chunk)}${renderContext(chunk.context, prices)}`);
  }
  return EXIT.ok;
}

async function showLines(
  { id, text }: StoredDocument,
  first: number,
  last: number,
  json: boolean,
): Promise<void> {
  const lines = new LineIndex(text);
  if (first < 1 || first > last || first > lines.lineCount)
    invalidOption("The lines", `${first}-${last}`, `between 1 and ${lines.lineCount}, as ${oneLine(id)} has`);
  const end = last < lines.lineCount ? lines.offsetAt({ line: last + 1, column: 1 }) : text.length;
  const span = { start: lines.offsetAt({ line: first, column: 1 }), end };
  const part = text.slice(span.start, span.end);
  if (json) await write(`${JSON.stringify({ documentId: id, span, text: part })}\n`);
  else await writeText(part);
}

async function writeText(text: string): Promise<void> {
  await write(forOutput(text));
  if (!text.endsWith("\n")) await write("\n");
}
