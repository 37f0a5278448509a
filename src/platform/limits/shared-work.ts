export interface SharedWork {
  /** Runs `make` once for all callers that ask for the same key while it is under way. */
  readonly share: <Value>(key: string, make: () => Promise<Value>) => Promise<Value>;
  /** Resolves when what is under way now has ended, whether well or not. */
  settled(): Promise<void>;
}

export function createSharedWork(): SharedWork {
  const underWay = new Map<string, Promise<unknown>>();
  return {
    async share<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
      // Only callers with the same key meet, and a key names what it makes.
      const others = underWay.get(key) as Promise<Value> | undefined;
      if (others) return others;
      const made = make().finally(() => underWay.delete(key));
      underWay.set(key, made);
      return made;
    },

    async settled() {
      await Promise.allSettled(underWay.values());
    },
  };
}
