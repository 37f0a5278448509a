import { fitsNear, parseScope } from './sizes';
import type { Candidate, Imp, SelectionContext, Size } from './types';

/** The candidates of one medium, vendor and scope: a range of places, highest bid first. */
export interface Bucket {
  readonly id: number;
  /** Null for scopes that are no size. */
  readonly size: Size | null;
  start: number;
  end: number;
  /** Range of its little known candidates in their own, ring-ordered list. */
  littleKnownStart: number;
  littleKnownEnd: number;
}

/** Buckets of one medium and vendor. Videos stand apart, because they fit near instead of exactly. */
interface Shelf {
  readonly exact: Map<string, Bucket>;
  readonly videos: Map<string, Bucket>;
}

/** Finds the buckets that a placement may be filled from. */
export class Places {
  readonly buckets: Bucket[] = [];
  private readonly shelves = new Map<string, Map<string | null, Shelf>>();

  /** The candidate's bucket, made now if it is the first of its kind. */
  bucketOf({ medium, vendor, scope, type }: Candidate): Bucket {
    let vendors = this.shelves.get(medium);
    if (!vendors) this.shelves.set(medium, (vendors = new Map<string | null, Shelf>()));
    let shelf = vendors.get(vendor);
    if (!shelf) vendors.set(vendor, (shelf = { exact: new Map(), videos: new Map() }));
    const byScope = type === 'video' ? shelf.videos : shelf.exact;
    let bucket = byScope.get(scope);
    if (!bucket) byScope.set(scope, (bucket = this.addBucket(scope)));
    return bucket;
  }

  private addBucket(scope: string): Bucket {
    const bucket = {
      id: this.buckets.length,
      size: parseScope(scope),
      start: 0,
      end: 0,
      littleKnownStart: 0,
      littleKnownEnd: 0,
    };
    this.buckets.push(bucket);
    return bucket;
  }

  get littleKnownCount(): number {
    return this.buckets.at(-1)?.littleKnownEnd ?? 0;
  }

  /** Turns the buckets' counts, kept in their ends, into ranges one behind the other. */
  layOut(): void {
    let start = 0;
    let littleKnownStart = 0;
    for (const bucket of this.buckets) {
      bucket.start = start;
      bucket.end += start;
      start = bucket.end;
      bucket.littleKnownStart = littleKnownStart;
      bucket.littleKnownEnd += littleKnownStart;
      littleKnownStart = bucket.littleKnownEnd;
    }
  }

  /** Appends to `found` every bucket for this placement, each once. */
  collect(imp: Imp, { medium, vendor }: SelectionContext, found: Bucket[]): void {
    const vendors = this.shelves.get(medium);
    if (!vendors) return;
    collectFrom(vendors.get(null), imp, found);
    if (vendor !== null) collectFrom(vendors.get(vendor), imp, found);
  }
}

function collectFrom(shelf: Shelf | undefined, imp: Imp, found: Bucket[]): void {
  if (!shelf) return;
  const first = found.length;
  for (const scope of imp.scopes) {
    const bucket = shelf.exact.get(scope);
    if (bucket && !found.includes(bucket, first)) found.push(bucket);
  }
  if (!imp.nearBox) return;
  for (const bucket of shelf.videos.values()) {
    if (bucket.size && fitsNear(imp.nearBox, bucket.size)) found.push(bucket);
  }
}
