import type { CompiledRequest } from './compiled-request';
import type { Bucket } from './places';
import { drawByWeight, explorationWeight, explorationWindow, ringDistance } from './rank';
import type { SegmentScan } from './segment-scan';
import type { Candidate } from './types';

/** Where on one bucket's ring of little known candidates the search stands. */
interface Cursor {
  readonly scan: SegmentScan;
  readonly bucket: Bucket;
  index: number;
  left: number;
}

/**
 * Draws one of the little known candidates that stand next to the seed's point on the ring: of the
 * nearest 128 the eligible ones compete, with the weight of their ignorance. Null if none is eligible.
 */
export function explore(
  stock: readonly { readonly scan: SegmentScan; readonly buckets: readonly Bucket[] }[],
  request: CompiledRequest,
): Candidate | null {
  const cursors = stock.flatMap(({ scan, buckets }) =>
    buckets.map((bucket) => cursorAt(scan, bucket, request.start)),
  );
  const found: Candidate[] = [];
  const weights: number[] = [];
  for (let looked = 0; looked < explorationWindow; ) {
    const cursor = nearest(cursors, request.start);
    if (!cursor) break;
    const { segment } = cursor.scan;
    const place = segment.data.littleKnown[cursor.index]!;
    advance(cursor);
    if (segment.isRemoved(place)) continue;
    looked += 1;
    if (segment.data.bids[place]! < request.minimumBid || !cursor.scan.isEligible(place)) continue;
    const candidate = segment.data.candidates[place]!;
    found.push(candidate);
    weights.push(explorationWeight(candidate, request.penaltyOf(candidate)));
  }
  return found[drawByWeight(request.seed, weights)] ?? null;
}

/** The bucket's first little known candidate at or behind the start, by halving. */
function cursorAt(scan: SegmentScan, bucket: Bucket, start: number): Cursor {
  const { littleKnown, points } = scan.segment.data;
  const { littleKnownStart, littleKnownEnd } = bucket;
  let low = littleKnownStart;
  let high = littleKnownEnd;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[littleKnown[middle]!]! < start) low = middle + 1;
    else high = middle;
  }
  const index = low === littleKnownEnd ? littleKnownStart : low;
  return { scan, bucket, index, left: littleKnownEnd - littleKnownStart };
}

function advance(cursor: Cursor): void {
  const { littleKnownStart, littleKnownEnd } = cursor.bucket;
  cursor.index = cursor.index + 1 === littleKnownEnd ? littleKnownStart : cursor.index + 1;
  cursor.left -= 1;
}

function nearest(cursors: readonly Cursor[], start: number): Cursor | null {
  let nearest: Cursor | null = null;
  let least = Infinity;
  for (const cursor of cursors) {
    if (cursor.left === 0) continue;
    const { points, littleKnown } = cursor.scan.segment.data;
    const distance = ringDistance(start, points[littleKnown[cursor.index]!]!);
    if (distance > least || (distance === least && !isBefore(cursor, nearest!))) continue;
    nearest = cursor;
    least = distance;
  }
  return nearest;
}

/** Creatives on one point of the ring go by id. */
function isBefore(one: Cursor, other: Cursor): boolean {
  return creativeIdAt(one) < creativeIdAt(other);
}

function creativeIdAt({ scan, index }: Cursor): string {
  const { candidates, littleKnown } = scan.segment.data;
  return candidates[littleKnown[index]!]!.creativeId;
}
