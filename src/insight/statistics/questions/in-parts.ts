/** Items in parts of at most so many, in their order. */
export function inParts<Item>(
  items: readonly Item[],
  length: number,
): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / length);
  return Array.from({ length: count }, (_value, at) => items.slice(at * length, (at + 1) * length));
}
