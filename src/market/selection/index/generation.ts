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

export function generationOf(vocabulary: Vocabulary, segment: Segment): Generation {
  const request = new CompiledRequest(vocabulary);
  return { vocabulary, request, main: stockOf(segment, request) };
}
