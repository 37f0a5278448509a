/**
 * Puts two lists, each of them in order, into one.
 *
 * @param isBefore says that an item of the second list comes before one of the first
 */
export async function* inOneOrder<Item>(
  first: AsyncIterable<Item>,
  second: AsyncIterable<Item>,
  isBefore: (ofSecond: Item, ofFirst: Item) => boolean,
): AsyncGenerator<Item> {
  const others = second[Symbol.asyncIterator]();
  try {
    let other = await others.next();
    for await (const item of first) {
      while (other.done !== true && isBefore(other.value, item)) {
        yield other.value;
        other = await others.next();
      }
      yield item;
    }
    for (; other.done !== true; other = await others.next()) yield other.value;
  } finally {
    await others.return?.();
  }
}
