/**
 * What `work` makes of each item, in the order it is done. At most `limit` items are taken and not yet given back
 * as results: a reader that is slow, or stops, holds the source back. To stop reading calls `stop` and waits for
 * what is under way.
 */
export async function* inParallel<Item, Result>(
  source: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
  stop: () => void,
): AsyncGenerator<Result, void> {
  const iterator = source[Symbol.asyncIterator]();
  const running = new Set<Promise<void>>();
  const finished: Result[] = [];
  let failure: { readonly error: unknown } | undefined;
  let isPulling = false;
  let isEnded = false;
  let wake = (): void => {};
  const fail = (error: unknown): void => {
    failure ??= { error };
  };

  const start = (item: Item): void => {
    const task = work(item)
      .then((result) => void finished.push(result), fail)
      .then(() => {
        running.delete(task);
        wake();
      });
    running.add(task);
  };
  const pull = (): void => {
    isPulling = true;
    iterator
      .next()
      .then(({ done, value }) => {
        if (done) isEnded = true;
        else start(value);
      }, fail)
      .then(() => {
        isPulling = false;
        wake();
      });
  };

  try {
    for (;;) {
      if (failure !== undefined) throw failure.error;
      const result = finished.shift();
      if (result !== undefined) yield result;
      else if (!isEnded && !isPulling && running.size < limit) pull();
      else if (isEnded && running.size === 0) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    stop();
    await Promise.all(running);
    // A source that is waiting for its next item may wait for ever, and its `return` with it.
    const closed = iterator.return?.();
    if (!isPulling) await closed;
    else closed?.catch(() => {});
  }
}
