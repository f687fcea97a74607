import type { Hit } from "../search/types.ts";
import { bar, whole } from "./figures.ts";
import { placeOf } from "./hit-view.ts";
import { style } from "./terminal.ts";
import { displayWidth, fitWidth } from "./text-width.ts";

const BAR_COLUMNS = 12;
/** "  1  " in front, and " 1,234 tokens" with the bar behind. */
const AROUND = 5 + BAR_COLUMNS + 15;

/** The chunks that were found beside the parents they were cut from, and what each list costs in tokens. */
export function renderComparison(children: readonly Hit[], parents: readonly Hit[], columns: number): string {
  const most = Math.max(1, ...[...children, ...parents].map(({ tokens }) => tokens));
  const sum = (hits: readonly Hit[]): number => hits.reduce((total, { tokens }) => total + tokens, 0);
  const list = (name: string, hits: readonly Hit[]): string[] => [
    style(["bold"], `${name}  ${whole(sum(hits))} tokens`),
    ...hits.map((hit, index) => {
      const place = fitWidth(placeOf(hit.chunk.documentId, hit.locator), columns - AROUND);
      const gap = " ".repeat(columns - AROUND - displayWidth(place));
      const share = style(["cyan"], bar(hit.tokens / most, BAR_COLUMNS));
      return `${String(index + 1).padStart(3)}  ${place}${gap}  ${share} ${whole(hit.tokens).padStart(6)} tokens`;
    }),
    "",
  ];
  const ratio = sum(children) === 0 ? 1 : sum(parents) / sum(children);
  return [
    ...list("chunks as they were found (--expand none)", children),
    ...list("with what is around them (--expand parent)", parents),
    `parents cost ${ratio.toFixed(1)} times the tokens`,
    "",
  ].join("\n");
}
