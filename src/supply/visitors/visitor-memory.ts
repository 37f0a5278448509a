import { LRUCache } from 'lru-cache';
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

/** This process's memory of visitors: bounded, lost with the process, never stored. */
export interface VisitorMemory {
  /** Ties a page impression to a visitor. */
  bind(requestId: string, trackingId: string): void;
  findTrackingId(requestId: string): string | null;
  /** Newest first, at most 50, of the last 3 hours. */
  listSeen(trackingId: string, now: number): readonly ShownCreative[];
  recordSeen(trackingId: string, creative: ShownCreative, now: number): void;
}

interface Sighting {
  readonly creative: ShownCreative;
  readonly seenAt: number;
}

export function createVisitorMemory(maxVisitors: number): VisitorMemory {
  const trackingIds = new LRUCache<string, string>(roomFor(maxVisitors));
  const sightings = new LRUCache<string, readonly Sighting[]>(roomFor(maxVisitors));
  return {
    bind(requestId, trackingId) {
      trackingIds.set(requestId, trackingId);
    },
    findTrackingId: (requestId) => trackingIds.get(requestId) ?? null,
    listSeen(trackingId, now) {
      const seen = sightings.get(trackingId) ?? [];
      return seen.filter(({ seenAt }) => seenAt > now - seenForMs).map(({ creative }) => creative);
    },
    recordSeen(trackingId, creative, now) {
      const before = sightings.get(trackingId) ?? [];
      sightings.set(trackingId, [{ creative, seenAt: now }, ...before.slice(0, maxSeen - 1)]);
    },
  };
}
