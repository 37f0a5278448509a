import { CountTable, mostFilledOf } from './count-table';
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
  /** Those of `old` that are in `young`, too. */
  private inBoth = 0;
  private gone = 0;

  /** @param most entries */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.young.size + (this.old?.size ?? 0) - this.inBoth;
  }

  /** How many there may be, before the older half is forgotten. */
  get mostHeld(): number {
    let room = firstRoom;
    while (mostFilledOf(room) * 4 <= this.most) room *= 2;
    return 2 * mostFilledOf(room);
  }

  /** Those that were forgotten for want of room. */
  get forgotten(): number {
    return this.gone;
  }

  get(key: VisitorKey): ViewCount | null {
    return this.young.get(key) ?? this.old?.get(key) ?? null;
  }

  set(key: VisitorKey, count: ViewCount): void {
    if (this.young.isFull && this.young.get(key) === null) this.makeRoom();
    const isNew = this.young.set(key, count);
    if (isNew && this.old !== null && this.old.get(key) !== null) this.inBoth += 1;
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
    this.gone += (this.old?.size ?? 0) - this.inBoth;
    this.inBoth = 0;
    this.old = full;
    this.young = new CountTable(this.room);
  }
}
