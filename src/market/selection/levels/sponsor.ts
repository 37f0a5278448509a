import type { Bucket } from '../index/buckets';
import type { OpenRequest } from '../index/candidate-index';
import type { EligiblePlaces } from '../index/eligible-places';
import { type Auction, firstAtPoint } from '../ranking/auction';
import { ringDistance } from '../ranking/rank';
import type { Candidate } from '../types';
import { drawShare } from './share-of-voice';

/** So many creatives of sponsorships next to the seed's point are looked at. */
export const mostSponsors = 1024;

interface Sponsor {
  readonly eligible: EligiblePlaces;
  readonly place: number;
  readonly candidate: Candidate;
  readonly distance: number;
}

/** Draws a sponsorship by its share of voice, and lets its creatives compete; null: the find is in nobody's share. */
export function chooseSponsor({ stocks }: OpenRequest, auction: Auction): Candidate | null {
  const sponsors: Sponsor[] = [];
  for (const { eligible, buckets } of stocks)
    for (const bucket of buckets) addClockwise(sponsors, eligible, { bucket, auction });
  const nearest = sponsors.sort(byDistance).slice(0, mostSponsors);
  const candidates = nearest.map(({ candidate }) => candidate);
  const campaignId = drawShare(candidates, auction.seed);
  for (const { eligible, place, candidate } of nearest)
    if (candidate.campaignId === campaignId) auction.offer(eligible, place);
  return auction.winner();
}

/** All of a bucket bid alike, so they stand along the ring. */
function addClockwise(
  sponsors: Sponsor[],
  eligible: EligiblePlaces,
  { bucket, auction }: { readonly bucket: Bucket; readonly auction: Auction },
): void {
  const { candidates, points } = eligible.segment.data;
  const { start, end } = bucket;
  const from = firstAtPoint(points, bucket, auction.start);
  const most = sponsors.length + mostSponsors;
  for (const [first, last] of [
    [from, end],
    [start, from],
  ] as const) {
    let place = eligible.next(first, last, -1);
    while (place < last && sponsors.length < most) {
      const candidate = candidates[place];
      const distance = ringDistance(auction.start, points[place] ?? 0);
      if (candidate && eligible.passesIds(place))
        sponsors.push({ eligible, place, candidate, distance });
      place = eligible.next(place + 1, last, -1);
    }
  }
}

/** Creatives on one point of the ring go by id. */
function byDistance(one: Sponsor, other: Sponsor): number {
  if (one.distance !== other.distance) return one.distance - other.distance;
  return one.candidate.creativeId < other.candidate.creativeId ? -1 : 1;
}
