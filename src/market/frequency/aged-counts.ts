import { CountTable } from './count-table';
import type { ViewCount } from './view-count';
import type { VisitorKey } from './visitor-key';

const firstRoom = 64;

/**
 * A bounded number of counts: when there is no more room, those that nothing was added to for longest are forgotten, up to half of
 * all at once.
 */
export class AgedCounts {
  private young = new CountTable(firstRoom);
  /** All were in use before the oldest of `young` was. */
  private old: CountTable | null = null;
  private room = firstRoom;

  /** @param most entries */
  constructor(private readonly most: number) {}

  /** How many there are at most: what is in both tables counts twice. */
  get size(): number {
    return this.young.size + (this.old?.size ?? 0);
  }

  get(key: VisitorKey): ViewCount | null {
    return this.young.get(key) ?? this.old?.get(key) ?? null;
  }

  set(key: VisitorKey, count: ViewCount): void {
    if (this.young.isFull && this.young.get(key) === null) this.makeRoom();
    this.young.set(key, count);
  }

  /** Each once. */
  *entries(): Iterable<readonly [VisitorKey, ViewCount]> {
    yield* this.young.entries();
    if (this.old === null) return;
    for (const entry of this.old.entries()) if (this.young.get(entry[0]) === null) yield entry;
  }

  private makeRoom(): void {
    const full = this.young;
    if (full.size * 4 <= this.most) {
      this.room *= 2;
      this.young = new CountTable(this.room);
      for (const [key, count] of full.entries()) this.young.set(key, count);
      return;
    }
    this.old = full;
    this.young = new CountTable(this.room);
  }
}
