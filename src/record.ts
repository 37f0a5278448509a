/** Says that a JSON value is an object whose members can be looked at. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of a record that has no members but these: what a table has. */
export function keysOf<Key extends string>(
  record: Readonly<Partial<Record<Key, unknown>>>,
): readonly Key[] {
  // TypeScript gives texts, because any object may have more members than its type says.
  return Object.keys(record) as Key[];
}

/** A record with a member of each name. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  // `Object.fromEntries` forgets which names there are.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
