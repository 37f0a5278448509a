import { Buckets } from './buckets';
import { radixSort, type Sortable } from './radix-sort';
import { isLittleKnown, ringPoint } from '../ranking/rank';
import { isModified, mostBid } from '../terms';
import type { Candidate } from '../types';

type Numbers = Uint32Array<ArrayBuffer>;

/** Candidates that one slice of work handles. */
const sliceLength = 512;
/** Plain numbers that one slice of work handles. */
const longSliceLength = 32_768;

/** The order of a segment's candidates: by bucket, inside highest bid first, equal bids along the ring. */
export interface Arrangement {
  readonly buckets: Buckets;
  /** By place: the candidate's number as handed in. */
  readonly order: Numbers;
  /** By number. */
  readonly points: Numbers;
  /** Places of the little known candidates, by bucket, inside along the ring. */
  readonly littleKnown: Numbers;
  /** Says that there are candidates whose bids differ from request to request. */
  readonly hasModified: boolean;
}

/** The keys that candidates are sorted by, by the candidate's number. */
interface Keys {
  readonly buckets: Buckets;
  readonly bucketIds: Numbers;
  /** Bits of the bids, turned round: highest bid first. */
  readonly bids: Numbers;
  readonly points: Numbers;
  /** 0, 1, 2 … */
  readonly numbers: Numbers;
  readonly hasModified: boolean;
}

/** Sorts candidates for a segment. In slices, one for each `next()`. */
export function* arrange(candidates: readonly Candidate[]): Generator<undefined, Arrangement> {
  const { buckets, bucketIds, bids, points, numbers, hasModified } = yield* keysOf(candidates);
  let sorted = yield* radixSort({ order: numbers, spare: new Uint32Array(numbers.length) }, points);
  const little = yield* littleKnownOf(candidates, sorted.order, buckets.littleKnownCount);
  yield* orderSamePoints(little.order, candidates, points);
  const { order: littleKnown } = yield* radixSort(little, bucketIds);
  sorted = yield* radixSort(sorted, bids);
  sorted = yield* radixSort(sorted, bucketIds);
  yield* toPlaces(littleKnown, sorted);
  return { buckets, order: sorted.order, points, littleKnown, hasModified };
}

function* keysOf(candidates: readonly Candidate[]): Generator<undefined, Keys> {
  const count = candidates.length;
  const buckets = new Buckets();
  const bucketIds = new Uint32Array(count);
  const bids = new Uint32Array(count);
  const bidsAsFloats = new Float32Array(bids.buffer);
  const points = new Uint32Array(count);
  const numbers = new Uint32Array(count);
  let hasModified = false;
  for (let number = 0; number < count; number += 1) {
    const candidate = candidates[number]!;
    const bucket = buckets.bucketOf(candidate);
    bucket.end += 1;
    if (isLittleKnown(candidate)) bucket.littleKnownEnd += 1;
    bucketIds[number] = bucket.id;
    // Bids are never negative, so their bits order as they do.
    bidsAsFloats[number] = mostBid(candidate);
    bids[number] = ~bids[number]!;
    hasModified ||= isModified(candidate);
    points[number] = ringPoint(candidate.creativeId);
    numbers[number] = number;
    if (number % sliceLength === 0) yield;
  }
  buckets.layOut();
  return { buckets, bucketIds, bids, points, numbers, hasModified };
}

function* littleKnownOf(
  candidates: readonly Candidate[],
  order: Numbers,
  count: number,
): Generator<undefined, Sortable> {
  const found = new Uint32Array(count);
  let length = 0;
  for (let index = 0; index < order.length; index += 1) {
    if (isLittleKnown(candidates[order[index]!]!)) {
      found[length] = order[index]!;
      length += 1;
    }
    if (index % sliceLength === 0) yield;
  }
  return { order: found, spare: new Uint32Array(count) };
}

/** Creatives that share a point of the ring are ordered by id, as the definition wants it. */
function* orderSamePoints(
  order: Numbers,
  candidates: readonly Candidate[],
  points: Numbers,
): Generator<undefined, void> {
  for (let index = 1; index < order.length; index += 1) {
    for (let at = index; at > 0 && points[order[at - 1]!] === points[order[at]!]; at -= 1) {
      const [before, after] = [order[at - 1]!, order[at]!];
      if (candidates[before]!.creativeId <= candidates[after]!.creativeId) break;
      order[at - 1] = after;
      order[at] = before;
    }
    if (index % longSliceLength === 0) yield;
  }
}

/** Replaces numbers by places; uses up the spare array. */
function* toPlaces(
  numbers: Numbers,
  { order, spare: placeOf }: Sortable,
): Generator<undefined, void> {
  for (let place = 0; place < order.length; place += 1) {
    placeOf[order[place]!] = place;
    if (place % longSliceLength === 0) yield;
  }
  for (let index = 0; index < numbers.length; index += 1) {
    numbers[index] = placeOf[numbers[index]!]!;
    if (index % longSliceLength === 0) yield;
  }
}
