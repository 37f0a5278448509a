import { LRUCache } from 'lru-cache';
import { lastWordOf } from '../../id-words';
import { roomFor } from '../../platform/process/cache-room';
import { hourMs } from '../../time';

/** How long a shown creative counts as seen lately (docs/reference-clients.md §8.6). */
const seenForMs = 3 * hourMs;
const maxSeen = 50;

/** A creative that a visitor was shown; ids of 32 hex digits. */
export interface ShownCreative {
  readonly creativeId: string;
  readonly campaignId: string;
}

/** Creatives, newest first, and beside each a mark of its campaign: to read the creatives themselves is slow, as they lie all over the memory. */
export interface ShownCreatives {
  readonly creatives: readonly ShownCreative[];
  /** `lastWordOf` the campaigns' ids. */
  readonly campaignMarks: readonly number[];
}

/** This process's memory of visitors: bounded, lost with the process, never stored. */
export interface VisitorMemory {
  /** Ties a page impression to a visitor. */
  bind(requestId: string, trackingId: string): void;
  findTrackingId(requestId: string): string | null;
  /** At most 50, of the last 3 hours. */
  listSeen(trackingId: string, now: number): ShownCreatives;
  /** @param shown in the order that they were shown in */
  recordSeen(trackingId: string, shown: readonly ShownCreative[], now: number): void;
}

/** Changed in place, so that a busy visitor leaves no garbage. */
interface Sightings {
  readonly creatives: ShownCreative[];
  readonly campaignMarks: number[];
  readonly seenAt: number[];
}

const nothing: ShownCreatives = { creatives: [], campaignMarks: [] };

export function createVisitorMemory(maxVisitors: number): VisitorMemory {
  const trackingIds = new LRUCache<string, string>(roomFor(maxVisitors));
  const sightings = new LRUCache<string, Sightings>(roomFor(maxVisitors));
  return {
    bind(requestId, trackingId) {
      trackingIds.set(requestId, trackingId);
    },
    findTrackingId: (requestId) => trackingIds.get(requestId) ?? null,
    listSeen(trackingId, now) {
      const seen = sightings.get(trackingId);
      if (!seen) return nothing;
      const { creatives, campaignMarks, seenAt } = seen;
      const count = seenAt.findLastIndex((at) => at > now - seenForMs) + 1;
      return {
        creatives: creatives.slice(0, count),
        campaignMarks: campaignMarks.slice(0, count),
      };
    },
    recordSeen(trackingId, shown, now) {
      let seen = sightings.get(trackingId);
      if (!seen) {
        seen = { creatives: [], campaignMarks: [], seenAt: [] };
        sightings.set(trackingId, seen);
      }
      for (const creative of shown) add(seen, creative, now);
    },
  };
}

function add(
  { creatives, campaignMarks, seenAt }: Sightings,
  creative: ShownCreative,
  now: number,
) {
  creatives.unshift(creative);
  campaignMarks.unshift(lastWordOf(creative.campaignId));
  seenAt.unshift(now);
  if (seenAt.length <= maxSeen) return;
  creatives.pop();
  campaignMarks.pop();
  seenAt.pop();
}
