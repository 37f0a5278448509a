import { LRUCache } from 'lru-cache';
import type { SeenCreative } from '../selection/types';

/** How long a shown creative counts as seen lately (reference facts 8.6). */
const seenForMs = 3 * 60 * 60 * 1000;
const maxSeen = 50;

/** What this process remembers of visitors: bounded, lost with the process, never stored. */
export interface VisitorMemory {
  /** Ties a page impression to a visitor. */
  bind(requestId: string, trackingId: string): void;
  findTrackingId(requestId: string): string | null;
  /** Newest first, at most 50, of the last 3 hours. */
  listSeen(trackingId: string, now: number): readonly SeenCreative[];
  recordSeen(trackingId: string, creative: SeenCreative, now: number): void;
}

interface Sighting {
  readonly creative: SeenCreative;
  readonly seenAt: number;
}

export function createVisitorMemory(maxVisitors: number): VisitorMemory {
  const trackingIds = new LRUCache<string, string>({ max: maxVisitors });
  const sightings = new LRUCache<string, readonly Sighting[]>({ max: maxVisitors });
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
