/** How much may be under way at once. */
export interface FlowLimits {
  readonly width: number;
  /** The sum of the items' sizes; one item alone may be larger. */
  readonly most: number;
}

/** What an item counts for while it is worked on, and its result, where that is more, until it is taken. */
export interface Sizes<Item, Result> {
  readonly before: (item: Item) => number;
  readonly after?: (result: Result) => number;
}

/**
 * Maps items as they come, several at a time, and gives the results in the items' order. Number and size of what
 * is under way or waiting to be taken are bounded, so a slow reader bounds the memory.
 */
export async function* mapWithin<Item, Result>(
  items: AsyncIterable<Item>,
  limits: FlowLimits,
  sizeOf: Sizes<Item, Result>,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const iterator = items[Symbol.asyncIterator]();
  const pending: { size: number; readonly result: Promise<Result> }[] = [];
  let size = 0;
  let held: Item | undefined;
  let reading: Promise<IteratorResult<Item>> | undefined;
  let isDone = false;
  const begin = (item: Item): boolean => {
    const own = sizeOf.before(item);
    if (pending.length > 0 && size + own > limits.most) return false;
    const result = map(item).then((made) => {
      const grown = Math.max(0, (sizeOf.after?.(made) ?? 0) - own);
      one.size += grown;
      size += grown;
      return made;
    });
    const one = { size: own, result };
    // Thrown where it is awaited below; until then it must not count as unhandled.
    result.catch(() => {});
    pending.push(one);
    size += own;
    return true;
  };
  try {
    for (;;) {
      if (held !== undefined && begin(held)) held = undefined;
      while (!isDone && held === undefined && pending.length < limits.width) {
        reading ??= iterator.next();
        const [oldest] = pending;
        if (oldest !== undefined && !(await comesSoon(reading, oldest.result))) break;
        const next = await reading;
        reading = undefined;
        if (next.done === true) isDone = true;
        else if (!begin(next.value)) held = next.value;
      }
      const first = pending.shift();
      if (first === undefined) return;
      const result = await first.result;
      size -= first.size;
      yield result;
    }
  } finally {
    // Not waited for: a source that never answers must not keep its reader.
    reading?.catch(() => {});
    iterator.return?.()?.catch(() => {});
  }
}

/** How long a result that is ready waits for more to begin with, in milliseconds: files come sooner than that. */
const PATIENCE = 10;

/** False where a result is ready and the source is slow. */
function comesSoon(reading: Promise<unknown>, result: Promise<unknown>): Promise<boolean> {
  const late = (): Promise<boolean> =>
    new Promise((resolve) => {
      setTimeout(() => resolve(false), PATIENCE);
    });
  const here = () => true;
  return Promise.race([reading.then(here, here), result.then(late, late)]);
}

/** Reads ahead, at most `most` items, so that their number is known early: `ended` is told it. */
export async function* readAhead<Item>(
  items: AsyncIterable<Item>,
  most: number,
  ended: (total: number) => void,
): AsyncGenerator<Item> {
  const waiting: Item[] = [];
  let total = 0;
  let isOver = false;
  let isStopped = false;
  let failure: { readonly error: unknown } | undefined;
  let wakeReader = (): void => {};
  let wakeSource = (): void => {};
  // A source that never answers must not keep the reader from ending: this is not waited for.
  void (async () => {
    try {
      for await (const item of items) {
        waiting.push(item);
        total++;
        wakeReader();
        while (waiting.length >= most && !isStopped)
          await new Promise<void>((resolve) => {
            wakeSource = resolve;
          });
        if (isStopped) return;
      }
      ended(total);
    } catch (error) {
      failure = { error };
    } finally {
      isOver = true;
      wakeReader();
    }
  })();
  try {
    for (let taken = 0; ; ) {
      while (taken < waiting.length) {
        const item = waiting[taken++];
        if (taken === FORGET_EVERY || taken === waiting.length) {
          waiting.splice(0, taken);
          taken = 0;
          wakeSource();
        }
        yield item;
      }
      if (isOver) break;
      await new Promise<void>((resolve) => {
        wakeReader = resolve;
      });
    }
    if (failure !== undefined) throw failure.error;
  } finally {
    isStopped = true;
    wakeSource();
  }
}

/** Shortening a list at its front costs its length: many at once, and it costs nothing an item. */
const FORGET_EVERY = 256;

/**
 * Gives items as they come, and `undefined` whenever `due` milliseconds have passed before the next one: a batch
 * must not wait for what takes long. A signal ends the waiting at once.
 */
export async function* punctually<Item>(
  items: AsyncGenerator<Item>,
  due: () => number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item | undefined> {
  const stop = new Stop(signal);
  try {
    for (;;) {
      const next = items.next();
      // Thrown where it is awaited below, which the writing of a batch may delay.
      next.catch(() => {});
      for (let wait = due(); wait !== undefined; wait = due()) {
        if (await stop.or(comesWithin(next, wait))) break;
        yield undefined;
      }
      const { done, value } = await stop.or(next);
      if (done === true) return;
      yield value;
    }
  } finally {
    stop.end();
    // Not waited for: what is under way may take long, and nobody wants it any more.
    items.return(undefined).catch(() => {});
  }
}

/**
 * Ends the waiting for promises, one after the other, when a signal is aborted. A race with one promise for all of
 * them would keep what each of them gave for as long as that one waits: every document of a run.
 */
class Stop {
  readonly #signal: AbortSignal | undefined;
  #reject: ((reason: unknown) => void) | undefined;
  readonly #told = (): void => this.#reject?.(this.#signal?.reason);

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    signal?.addEventListener("abort", this.#told, { once: true });
  }

  /** What the promise gives, or the signal's reason thrown. */
  or<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#signal?.aborted) this.#told();
      promise.then(resolve, reject);
    });
  }

  end(): void {
    this.#reject = undefined;
    this.#signal?.removeEventListener("abort", this.#told);
  }
}

/** Whether a promise is settled before so many milliseconds have passed. */
function comesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const here = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    promise.then(here, here);
  });
}
