import type { Bucket } from '../index/buckets';
import type { Stock } from '../index/generation';
import type { Candidate } from '../types';
import type { Auction } from './auction';
import {
  drawByWeight,
  explorationCrew,
  explorationWeight,
  explorationWindow,
  ringDistance,
} from './rank';

/** The place of the search on one bucket's ring of little known candidates. */
interface Cursor {
  readonly stock: Stock;
  readonly bucket: Bucket;
  index: number;
  left: number;
  /** Ring distance of the candidate at `index`; Infinity when none is left. */
  distance: number;
}

/**
 * Draws one of the little known candidates that stand next to the seed's point on the ring: of the
 * nearest 128 the first 8 eligible ones compete, the less known the likelier. Null if none is eligible.
 */
export function explore(stocks: readonly Stock[], auction: Auction): Candidate | null {
  const cursors = stocks.flatMap((stock) =>
    stock.buckets.map((bucket) => cursorAt(stock, bucket, auction.start)),
  );
  const found: Candidate[] = [];
  const weights: number[] = [];
  for (let looked = 0; looked < explorationWindow && found.length < explorationCrew; ) {
    const cursor = nearest(cursors);
    if (!cursor) break;
    const { segment, eligible } = cursor.stock;
    const place = segment.data.littleKnown[cursor.index]!;
    advance(cursor, auction.start);
    if (segment.isRemoved(place)) continue;
    looked += 1;
    if (!eligible.isEligible(place)) continue;
    const candidate = segment.data.candidates[place]!;
    found.push(candidate);
    weights.push(explorationWeight(candidate, auction.penaltyOf(candidate)));
  }
  return found[drawByWeight(auction.seed, weights)] ?? null;
}

/** The bucket's first little known candidate at or behind the start, by halving. */
function cursorAt(stock: Stock, bucket: Bucket, start: number): Cursor {
  const { littleKnown, points } = stock.segment.data;
  const { littleKnownStart, littleKnownEnd } = bucket;
  let low = littleKnownStart;
  let high = littleKnownEnd;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[littleKnown[middle]!]! < start) low = middle + 1;
    else high = middle;
  }
  const index = low === littleKnownEnd ? littleKnownStart : low;
  const cursor = { stock, bucket, index, left: littleKnownEnd - littleKnownStart, distance: 0 };
  measure(cursor, start);
  return cursor;
}

function advance(cursor: Cursor, start: number): void {
  const { littleKnownStart, littleKnownEnd } = cursor.bucket;
  cursor.index = cursor.index + 1 === littleKnownEnd ? littleKnownStart : cursor.index + 1;
  cursor.left -= 1;
  measure(cursor, start);
}

function measure(cursor: Cursor, start: number): void {
  const { points, littleKnown } = cursor.stock.segment.data;
  cursor.distance =
    cursor.left === 0 ? Infinity : ringDistance(start, points[littleKnown[cursor.index]!]!);
}

function nearest(cursors: readonly Cursor[]): Cursor | null {
  let nearest: Cursor | null = null;
  for (const cursor of cursors) {
    if (cursor.left === 0) continue;
    if (!nearest || isBefore(cursor, nearest)) nearest = cursor;
  }
  return nearest;
}

/** Creatives on one point of the ring go by id. */
function isBefore(one: Cursor, other: Cursor): boolean {
  if (one.distance !== other.distance) return one.distance < other.distance;
  return creativeIdAt(one) < creativeIdAt(other);
}

function creativeIdAt({ stock, index }: Cursor): string {
  const { candidates, littleKnown } = stock.segment.data;
  return candidates[littleKnown[index]!]!.creativeId;
}
