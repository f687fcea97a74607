import { printable } from "./printable.ts";
import { fitWidth } from "./text-width.ts";

/** What takes longer than this shows that it is alive. */
const PATIENCE_MS = 2_000;
const INTERVAL_MS = 200;

/**
 * One line on standard error that says how far the work is, once it takes longer than two seconds.
 * Silent where nobody looks: not a terminal, or the chunks are being shown on it.
 */
export class ProgressLine {
  readonly #visible: boolean;
  readonly #started = performance.now();
  #shown = 0;

  constructor(visible: boolean) {
    this.#visible = visible && process.stderr.isTTY === true;
  }

  update(describe: (seconds: number) => string): void {
    if (!this.#visible) return;
    const now = performance.now();
    if (now - this.#started < PATIENCE_MS || now - this.#shown < INTERVAL_MS) return;
    this.#shown = now;
    const width = process.stderr.columns ?? 80;
    const line = printable(describe((now - this.#started) / 1000));
    process.stderr.write(`\r\x1b[K${fitWidth(line, width - 1)}`);
  }

  clear(): void {
    if (this.#shown > 0) process.stderr.write("\r\x1b[K");
    this.#shown = 0;
  }
}
