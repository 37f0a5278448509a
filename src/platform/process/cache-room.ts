/** Bounds of an `LRUCache`: its own `max` takes the room of all entries at once, at each start. */
export interface CacheRoom {
  readonly maxSize: number;
  readonly sizeCalculation: () => number;
}

export const roomFor = (entries: number): CacheRoom => ({
  maxSize: entries,
  sizeCalculation: () => 1,
});
