import type { AdEvent } from '../events/event';
import type { CreativeResult, CreativeResultStore } from './creative-result.store';

type Counts = { -readonly [Key in 'served' | 'impressions' | 'clicks']: CreativeResult[Key] };

/** Results of creatives in memory: counted here without a write per find, stored every second in one write. */
export interface CreativeResults {
  countServed(creativeId: string): void;
  /** Counts the valid impressions among events that are stored: an offer has one, whatever cases a client makes of it. */
  countImpressions(events: readonly AdEvent[]): void;
  /** Counts clicks whose impression has come; an offer has one. Others never enter the click rate. */
  countClicks(clicks: readonly Pick<AdEvent, 'creativeId'>[]): void;
  /** Totals of all processes as of the last refresh. */
  get(creativeId: string): Readonly<Counts>;
  /** Stores what was counted since the last call; on failure it is kept for the next. */
  flush(): Promise<void>;
  /** Takes up what other processes have stored. */
  refresh(): Promise<void>;
}

const none: Readonly<Counts> = { served: 0, impressions: 0, clicks: 0 };
/** Clocks of several processes may differ by so much. */
const overlapMs = 10_000;

export function createCreativeResults(
  store: CreativeResultStore,
  now: () => Date,
): CreativeResults {
  const totals = new Map<string, Readonly<Counts>>();
  let pending = new Map<string, Counts>();
  let refreshedAt = new Date(0);

  const count = (creativeId: string, kind: keyof Counts, by = 1) => {
    let counts = pending.get(creativeId);
    if (!counts) pending.set(creativeId, (counts = { ...none }));
    counts[kind] += by;
  };

  return {
    countServed: (creativeId) => {
      count(creativeId, 'served');
    },
    countImpressions(events) {
      for (const { creativeId, kind, invalidTraffic } of events)
        if (kind === 'impression' && invalidTraffic === null) count(creativeId, 'impressions');
    },
    countClicks(clicks) {
      for (const { creativeId } of clicks) count(creativeId, 'clicks');
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
