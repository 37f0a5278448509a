import { LRUCache } from 'lru-cache';
import type { AdEvent } from '../events/event';
import type { CreativeResult, CreativeResultStore } from './creative-result.store';

type Counts = { -readonly [Key in 'served' | 'impressions' | 'clicks']: CreativeResult[Key] };

/** Results of creatives in memory: counted here without a write per find, stored every second in one write. */
export interface CreativeResults {
  countServed(creativeId: string): void;
  /** Counts the valid impressions among events: one for an offer, however many cases a client makes of it. */
  countImpressions(events: readonly AdEvent[]): void;
  /** Counts clicks whose impression has come, one for an offer; others never enter the click rate. */
  countClicks(clicks: readonly Pick<AdEvent, 'creativeId' | 'offerId'>[]): void;
  /** Totals of all processes as of the last refresh. */
  get(creativeId: string): Readonly<Counts>;
  /** Stores what was counted since the last call; on failure it is kept for the next. */
  flush(): Promise<void>;
  /** Takes up what other processes have stored. */
  refresh(): Promise<void>;
}

const none: Readonly<Counts> = { served: 0, impressions: 0, clicks: 0 };
/**
 * Offers of each kind of event that a process remembers to have counted. Older ones, and those that another process
 * counted, may count again: good enough for an estimate, not for money.
 */
const maxOffers = 100_000;
/** Clocks of several processes may differ by so much. */
const overlapMs = 10_000;

export function createCreativeResults(
  store: CreativeResultStore,
  now: () => Date,
): CreativeResults {
  const totals = new Map<string, Readonly<Counts>>();
  let pending = new Map<string, Counts>();
  let refreshedAt = new Date(0);
  const offersSeen = new LRUCache<string, true>({ max: maxOffers });
  const offersClicked = new LRUCache<string, true>({ max: maxOffers });

  const count = (creativeId: string, kind: keyof Counts, by = 1) => {
    let counts = pending.get(creativeId);
    if (!counts) pending.set(creativeId, (counts = { ...none }));
    counts[kind] += by;
  };

  const isFirst = (offers: LRUCache<string, true>, offerId: string) => {
    const isNew = !offers.has(offerId);
    offers.set(offerId, true);
    return isNew;
  };

  return {
    countServed: (creativeId) => {
      count(creativeId, 'served');
    },
    countImpressions(events) {
      for (const { creativeId, offerId, kind, invalidTraffic } of events)
        if (kind === 'impression' && invalidTraffic === null && isFirst(offersSeen, offerId))
          count(creativeId, 'impressions');
    },
    countClicks(clicks) {
      for (const { creativeId, offerId } of clicks)
        if (isFirst(offersClicked, offerId)) count(creativeId, 'clicks');
    },
    get: (creativeId) => totals.get(creativeId) ?? none,

    async flush() {
      if (pending.size === 0) return;
      const counted = pending;
      pending = new Map();
      try {
        await store.add(
          Array.from(counted, ([creativeId, counts]) => ({ creativeId, ...counts })),
          now(),
        );
      } catch (error) {
        for (const [creativeId, counts] of counted)
          for (const kind of ['served', 'impressions', 'clicks'] as const)
            count(creativeId, kind, counts[kind]);
        throw error;
      }
    },

    async refresh() {
      const since = new Date(refreshedAt.getTime() - overlapMs);
      const startedAt = now();
      for await (const { creativeId, ...counts } of store.streamChanged(since))
        totals.set(creativeId, counts);
      refreshedAt = startedAt;
    },
  };
}
