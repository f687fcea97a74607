/**
 * Maps items as they come, several at a time, and gives the results in the items' order. At most `width`
 * are under way or waiting to be taken, so a slow reader or one slow item bounds the memory. What is under
 * way when the reader stops is the caller's to end.
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  width: number,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const iterator = items[Symbol.asyncIterator]();
  const pending: Promise<Result>[] = [];
  let isDone = false;
  try {
    for (;;) {
      while (!isDone && pending.length < width) {
        const next = await iterator.next();
        if (next.done === true) isDone = true;
        else {
          const result = map(next.value);
          // Thrown where it is awaited below; until then it must not count as unhandled.
          result.catch(() => {});
          pending.push(result);
        }
      }
      const first = pending.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    await iterator.return?.();
  }
}
