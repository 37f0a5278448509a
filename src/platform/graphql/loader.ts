interface Batch<Key, Value> {
  readonly keys: Key[];
  readonly values: Promise<ReadonlyMap<Key, Value>>;
}

/**
 * Makes a function that finds a value by its key together with all values that the same request asks for in the same
 * turn: fields of a list cost one call, whatever its length.
 *
 * @param load finds the values of these keys, each named once; a key without a value has no entry
 */
export function createLoader<Context extends object, Key, Value>(
  load: (ctx: Context, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (ctx: Context, key: Key) => Promise<Value | undefined> {
  const open = new WeakMap<Context, Batch<Key, Value>>();

  function openBatch(ctx: Context): Batch<Key, Value> {
    const keys: Key[] = [];
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      open.delete(ctx);
      return load(ctx, [...new Set(keys)]);
    });
    const batch = { keys, values };
    open.set(ctx, batch);
    return batch;
  }

  return async (ctx, key) => {
    const batch = open.get(ctx) ?? openBatch(ctx);
    batch.keys.push(key);
    return (await batch.values).get(key);
  };
}
