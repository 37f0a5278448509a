import type { Bucket } from './buckets';
import { CompiledRequest } from './compiled-request';
import { EligiblePlaces } from './eligible-places';
import type { Segment } from './segment';
import type { Vocabulary } from './vocabulary';

/** A part of the index, and the buckets of it that the request at hand may be filled from. */
export interface Stock {
  readonly segment: Segment;
  readonly eligible: EligiblePlaces;
  readonly buckets: Bucket[];
}

/** One arrangement of the bulk of candidates. */
export interface Generation {
  readonly vocabulary: Vocabulary;
  readonly request: CompiledRequest;
  readonly main: Stock;
}

export function stockOf(segment: Segment, request: CompiledRequest): Stock {
  return { segment, eligible: new EligiblePlaces(segment, request), buckets: [] };
}

/** Says that a place is in a bucket of the request at hand, and its candidate passes all rules; -1 is in none. */
export function isEligibleAt({ eligible, buckets }: Stock, place: number): boolean {
  return (
    buckets.some(({ start, end }) => place >= start && place < end) && eligible.isEligible(place)
  );
}

export function generationOf(vocabulary: Vocabulary, segment: Segment): Generation {
  const request = new CompiledRequest(vocabulary);
  return { vocabulary, request, main: stockOf(segment, request) };
}
