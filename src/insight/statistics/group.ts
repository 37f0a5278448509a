import { invalid } from '../../errors';
import { addCell, addStoredCell, type Cell, emptyCell, type StoredCell } from './cell';
import type { TimeBucket } from './calendar';
import type { PlacementRequests } from './request-count.store';
import type { ReadingPlan } from './reading-plan';
import {
  hourMs,
  storedSection,
  type Part,
  quarterMs,
  type RollUp,
  type RollUpKey,
} from './roll-up';

/** Cells by bucket, of all that has one key. */
type Cells = Map<number, Cell>;

export interface GroupOptions {
  readonly plan: ReadingPlan;
  readonly buckets: readonly TimeBucket[];
  /** What keys are made of. */
  readonly parts: readonly Part[];
  /** Only rows with one of these values. */
  readonly only: ReadonlyMap<Part, ReadonlySet<string>>;
}

/** What one answer may hold in memory. */
const mostCells = 200_000;

const tooManyCells = () =>
  invalid({
    interval: [
      `gives more than ${mostCells} rows: take a longer one or a shorter time, or narrow the filter`,
    ],
  });

/** Sums rows of roll-ups up by some parts of their keys, and by bucket. */
export class Groups {
  /** By the values of the parts, a blank between them. */
  readonly byKey = new Map<string, Cells>();
  private readonly positions: readonly number[];
  private readonly conditions: readonly (readonly [
    position: number,
    values: ReadonlySet<string>,
  ])[];
  private readonly bucketOfQuarter: Int32Array;
  private readonly start: number;
  private readonly parts: readonly Part[];
  private readonly only: ReadonlyMap<Part, ReadonlySet<string>>;
  private count = 0;

  constructor({ plan, buckets, parts, only }: GroupOptions) {
    const positionOf = (part: Part) =>
      part === plan.ownerPart ? plan.parts.length : plan.parts.indexOf(part);
    this.parts = parts;
    this.only = only;
    this.positions = parts.map(positionOf);
    this.conditions = [...only].map(([part, values]) => [positionOf(part), values]);
    this.start = buckets[0]!.from;
    const quarters = (buckets.at(-1)!.to - this.start) / quarterMs;
    this.bucketOfQuarter = new Int32Array(quarters);
    buckets.forEach(({ from, to }, bucket) => {
      this.bucketOfQuarter.fill(
        bucket,
        (from - this.start) / quarterMs,
        (to - this.start) / quarterMs,
      );
    });
  }

  /** Adds a section as it is stored. */
  addStored({ ownerId, hour }: RollUpKey, section: string): void {
    for (const [key, ...cells] of storedSection.decode(section))
      this.addRow({ key, ownerId, hour }, cells, addStoredCell);
  }

  /** Adds a section that is in memory. */
  addRollUp({ ownerId, hour, sections }: RollUp, name: string): void {
    for (const [key, cells] of sections.get(name) ?? [])
      this.addRow({ key, ownerId, hour }, cells, addCell);
  }

  /** Adds what was asked for; to be grouped by and narrowed to sites and placements at most. */
  addRequests({ quarter, requests, offers, ...ids }: Omit<PlacementRequests, 'publisherId'>): void {
    const valueOf = (part: Part) => (part === 'siteId' ? ids.siteId : ids.placementId);
    if (![...this.only].every(([part, wanted]) => wanted.has(valueOf(part)))) return;
    const bucket = this.bucketOfQuarter[quarter - this.start / quarterMs];
    if (bucket === undefined) return;
    const { finds } = this.cellOf(this.parts.map(valueOf).join(' '), bucket);
    finds.requests += requests;
    finds.offers += offers;
  }

  private addRow<Given extends Cell | StoredCell>(
    {
      key,
      ownerId,
      hour,
    }: { readonly key: string; readonly ownerId: string; readonly hour: number },
    cells: readonly (Given | null | 0)[],
    add: (sum: Cell, cell: Given) => void,
  ): void {
    const values = this.needsValues ? [...key.split(' '), ownerId] : [];
    if (!this.conditions.every(([at, wanted]) => wanted.has(values[at] ?? ''))) return;
    const group = this.positions.map((at) => values[at] ?? '').join(' ');
    const firstQuarter = (hour * hourMs - this.start) / quarterMs;
    cells.forEach((cell, quarter) => {
      if (cell === null || cell === 0) return;
      const bucket = this.bucketOfQuarter[firstQuarter + quarter];
      if (bucket !== undefined) add(this.cellOf(group, bucket), cell);
    });
  }

  private get needsValues(): boolean {
    return this.positions.length > 0 || this.conditions.length > 0;
  }

  private cellOf(key: string, bucket: number): Cell {
    let cells = this.byKey.get(key);
    if (!cells) this.byKey.set(key, (cells = new Map<number, Cell>()));
    let cell = cells.get(bucket);
    if (!cell) {
      this.count += 1;
      if (this.count > mostCells) throw tooManyCells();
      cells.set(bucket, (cell = emptyCell()));
    }
    return cell;
  }
}
