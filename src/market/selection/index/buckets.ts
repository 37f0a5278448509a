import { fitsNear, parseScope, type Size } from '../../../sizes';
import { type Level, levelOf } from '../levels/level';
import type { BucketAsk, BucketTerm } from '../rule';
import type { Candidate } from '../types';
import { bucketRules } from './plan';

/** The candidates that are equal to all rules of kind `bucket`: a range of places, highest bid first. */
export interface Bucket {
  readonly id: number;
  /** Candidates of different levels are never equal to a rule of this kind. */
  readonly level: Level;
  start: number;
  end: number;
  /** Range of its little known candidates in their own, ring-ordered list. */
  littleKnownStart: number;
  littleKnownEnd: number;
}

/** A shelf has a level for each rule; its lowest shelves hold a bucket. */
interface Shelf {
  any: Shelf | null;
  readonly named: Map<string, Shelf>;
  readonly near: Map<string, { readonly size: Size | null; readonly shelf: Shelf }>;
  bucket: Bucket | null;
}

/** Finds the buckets that a placement may be filled from. */
export class Buckets {
  readonly list: Bucket[] = [];
  private readonly root = emptyShelf();

  /** The candidate's bucket, made now if it is the first of its kind. */
  bucketOf(candidate: Candidate): Bucket {
    let shelf = this.root;
    for (const { terms } of bucketRules) shelf = shelfFor(shelf, terms(candidate));
    shelf.bucket ??= this.addBucket(levelOf(candidate));
    return shelf.bucket;
  }

  private addBucket(level: Level): Bucket {
    const id = this.list.length;
    const bucket = { id, level, start: 0, end: 0, littleKnownStart: 0, littleKnownEnd: 0 };
    this.list.push(bucket);
    return bucket;
  }

  get littleKnownCount(): number {
    return this.list.at(-1)?.littleKnownEnd ?? 0;
  }

  /** Turns the buckets' counts, kept in their ends, into ranges one behind the other. */
  layOut(): void {
    let start = 0;
    let littleKnownStart = 0;
    for (const bucket of this.list) {
      bucket.start = start;
      bucket.end += start;
      start = bucket.end;
      bucket.littleKnownStart = littleKnownStart;
      bucket.littleKnownEnd += littleKnownStart;
      littleKnownStart = bucket.littleKnownEnd;
    }
  }

  /** Appends to `found` every bucket that fits the asks, one for each rule; each once. */
  collect(asks: readonly BucketAsk[], found: Bucket[]): void {
    collectFrom(this.root, asks, found, 0);
  }
}

function emptyShelf(): Shelf {
  return { any: null, named: new Map(), near: new Map(), bucket: null };
}

function shelfFor(above: Shelf, term: BucketTerm): Shelf {
  if (term === null) return (above.any ??= emptyShelf());
  if (typeof term === 'string') {
    let shelf = above.named.get(term);
    if (!shelf) above.named.set(term, (shelf = emptyShelf()));
    return shelf;
  }
  let entry = above.near.get(term.near);
  if (!entry) {
    entry = { size: parseScope(term.near), shelf: emptyShelf() };
    above.near.set(term.near, entry);
  }
  return entry.shelf;
}

function collectFrom(
  shelf: Shelf,
  asks: readonly BucketAsk[],
  found: Bucket[],
  level: number,
): void {
  if (level === asks.length) {
    if (shelf.bucket) found.push(shelf.bucket);
    return;
  }
  const { values, box } = asks[level]!;
  if (shelf.any) collectFrom(shelf.any, asks, found, level + 1);
  // Few accounts have own sites' campaigns: where no text is a key, none is hashed.
  for (let at = 0; at < values.length && shelf.named.size > 0; at += 1) {
    const named = values.indexOf(values[at]!) === at ? shelf.named.get(values[at]!) : undefined;
    if (named) collectFrom(named, asks, found, level + 1);
  }
  if (!box) return;
  for (const { size, shelf: near } of shelf.near.values()) {
    if (size && fitsNear(box, size)) collectFrom(near, asks, found, level + 1);
  }
}
