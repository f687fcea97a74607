import type { Progress, Task } from "../core/progress.ts";
import { bar, clockTime, megabytes, whole } from "./figures.ts";
import { ProgressLine } from "./progress.ts";

/** The rate is that of the last seconds: files that are unchanged fly past, new ones do not. */
const RATE_WINDOW_MS = 10_000;
const SAMPLE_MS = 200;
const BAR_COLUMNS = 24;
/** What is not done by the way. */
const PHASES: Readonly<Record<string, string>> = { remove: "removing", context: "writing contexts" };

/** Shows how far a task is while it takes long, and gives its summary. `label` says what it does. */
export async function watch<Summary>(label: string, task: Task<Summary>): Promise<Summary> {
  const line = new ProgressLine(true);
  const pace = new Pace();
  try {
    for await (const progress of task) {
      pace.add(progress, performance.now());
      line.update(() => renderProgress(label, progress, pace.rate()));
    }
  } finally {
    line.clear();
  }
  return task;
}

/** A bar with rate and time left; without a known total, a count with its rate. */
export function renderProgress(
  label: string,
  { phase, done, total, unit, item }: Progress,
  rate: number,
): string {
  const amount = (value: number): string => (unit === "bytes" ? megabytes(value) : whole(value));
  const counted = unit === "bytes" ? "" : ` ${unit}`;
  const parts = [
    total === undefined ? `${amount(done)}${counted}` : `${amount(done)} of ${amount(total)}${counted}`,
  ];
  if (rate > 0) parts.push(`${unit !== "bytes" && rate < 10 ? rate.toFixed(1) : amount(rate)}/s`);
  if (rate > 0 && total !== undefined && total > done) parts.push(`${clockTime((total - done) / rate)} left`);
  if (item !== undefined) parts.push(item.replaceAll(/\s/g, " "));
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
  const front = share === undefined ? "" : `${bar(share, BAR_COLUMNS)} ${Math.floor(100 * share)} % `;
  return `${PHASES[phase] ?? label} ${front}${parts.join(" · ")}`;
}

/** How fast the work goes, in units a second, over the last seconds. */
export class Pace {
  #samples: { readonly at: number; readonly done: number }[] = [];
  #last = { at: 0, done: 0 };

  add({ done }: Progress, at: number): void {
    // A count that begins again is another phase's.
    if (done < this.#last.done) this.#samples = [];
    this.#last = { at, done };
    const newest = this.#samples.at(-1);
    if (newest !== undefined && at - newest.at < SAMPLE_MS) return;
    this.#samples.push(this.#last);
    if (at - this.#samples[0].at > RATE_WINDOW_MS) this.#samples.shift();
  }

  rate(): number {
    const first = this.#samples[0];
    const milliseconds = this.#last.at - (first?.at ?? 0);
    return first === undefined || milliseconds < SAMPLE_MS
      ? 0
      : (1000 * (this.#last.done - first.done)) / milliseconds;
  }
}
