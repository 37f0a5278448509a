import { Places } from './places';
import { radixSort } from './radix-sort';
import { bidOf, isLittleKnown, ringPoint } from './rank';
import type { Candidate } from './types';

type Numbers = Uint32Array<ArrayBuffer>;

/** Candidates that one slice of work handles. */
const sliceLength = 1024;

/** The order of a segment's candidates: by bucket, inside highest bid first, equal bids along the ring. */
export interface Arrangement {
  readonly places: Places;
  /** By place: the candidate's number as handed in. */
  readonly order: Numbers;
  /** By number, as are the points. */
  readonly bids: Float32Array<ArrayBuffer>;
  readonly points: Numbers;
  /** Places of the little known candidates, by bucket, inside along the ring. */
  readonly littleKnown: Numbers;
}

/** Sorts candidates for a segment. In slices, one for each `next()`. */
export function* arrange(candidates: readonly Candidate[]): Generator<undefined, Arrangement> {
  const count = candidates.length;
  const places = new Places();
  const buckets = new Uint32Array(count);
  const bids = new Float32Array(count);
  const bidBits = new Uint32Array(bids.buffer);
  const descending = new Uint32Array(count);
  const points = new Uint32Array(count);
  const numbers = new Uint32Array(count);
  for (let number = 0; number < count; number += 1) {
    const candidate = candidates[number]!;
    const bucket = places.bucketOf(candidate);
    bucket.end += 1;
    if (isLittleKnown(candidate)) bucket.littleKnownEnd += 1;
    buckets[number] = bucket.id;
    bids[number] = bidOf(candidate.effectiveRpm);
    // Bids are never negative, so their bits order as they do.
    descending[number] = ~bidBits[number]!;
    points[number] = ringPoint(candidate.creativeId);
    numbers[number] = number;
    if (number % sliceLength === 0) yield;
  }
  places.layOut();
  const alongRing = yield* radixSort(numbers, points);
  const byBid = yield* radixSort(alongRing, descending);
  const order = yield* radixSort(byBid, buckets);
  const little = yield* littleKnownOf(candidates, alongRing, places.littleKnownCount);
  yield* orderSamePoints(little, candidates, points);
  const littleKnown = yield* radixSort(little, buckets);
  yield* toPlaces(littleKnown, order);
  return { places, order, bids, points, littleKnown };
}

function* littleKnownOf(
  candidates: readonly Candidate[],
  order: Numbers,
  count: number,
): Generator<undefined, Numbers> {
  const found = new Uint32Array(count);
  let length = 0;
  for (let index = 0; index < order.length; index += 1) {
    if (isLittleKnown(candidates[order[index]!]!)) {
      found[length] = order[index]!;
      length += 1;
    }
    if (index % sliceLength === 0) yield;
  }
  return found;
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
    if (index % sliceLength === 0) yield;
  }
}

/** Replaces numbers by places. */
function* toPlaces(numbers: Numbers, order: Numbers): Generator<undefined, void> {
  const placeOf = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place += 1) {
    placeOf[order[place]!] = place;
    if (place % sliceLength === 0) yield;
  }
  for (let index = 0; index < numbers.length; index += 1) {
    numbers[index] = placeOf[numbers[index]!]!;
    if (index % sliceLength === 0) yield;
  }
}
