import type { Amount } from '../../amount';
import type { AdEvent } from '../events/event';
import type { CreativeResultStore } from './creative-result.store';
import { LatestTotals, noTotals, type Totals } from './latest-totals';
import type { ConvertedCase } from '../recorded-conversions/recorded-conversion';
import { isPartlyDone } from '../../platform/database/upsert';
import { keysOf } from '../../record';
import { dayMs } from '../../time';
import { chunksOf } from '../../non-empty';

type Counts = { -readonly [Key in keyof Totals]: Totals[Key] };

/**
 * Results of creatives in memory: counted here without a write per find, stored every second in one write. Results
 * that have not changed for 30 days are forgotten, and come back whole with their next change.
 */
export interface CreativeResults {
  countServed(creativeId: string): void;
  /** Counts the valid impressions among events that are stored: an offer has one, whatever cases a client makes of it. */
  countImpressions(events: readonly AdEvent[]): void;
  /** Counts clicks whose impression has come; an offer has one. Others never enter the click rate. */
  countClicks(clicks: readonly Pick<AdEvent, 'creativeId'>[]): void;
  /** Counts cases of conversions that were accepted. */
  countConversions(cases: readonly Pick<ConvertedCase, 'creativeId'>[]): void;
  /** Counts what was accepted, and its prices. */
  countAccepted(accepted: readonly AcceptedPart[]): void;
  /** Totals of all processes as of the last refresh; all 0 for a creative without results, or with forgotten ones. */
  get(creativeId: string): Totals;
  /**
   * Stores what was counted since the last call. On failure it is kept for the next; not where only some totals could not be
   * written, for the others would be counted again each time.
   */
  flush(): Promise<void>;
  /** Takes up what other processes have stored. */
  refresh(): Promise<void>;
}

/** An event, or the case of a conversion, that was accepted. */
export interface AcceptedPart {
  readonly creativeId: string;
  readonly isView: boolean;
  /** USD. */
  readonly price: Amount;
}

/** Clocks of several processes may differ by so much. */
const overlapMs = 10_000;
/** A creative that was not offered for so long is tried again like a new one. */
const maxAgeMs = 30 * dayMs;
/** As many creatives as a worker is made for. */
const maxRemembered = 1_000_000;
/** Creatives of one write: finds wait while they are turned into bytes. */
const storedAtOnce = 1_000;

export function createCreativeResults(
  store: CreativeResultStore,
  now: () => Date,
  maxCreatives = maxRemembered,
): CreativeResults {
  const totals = new LatestTotals(maxCreatives);
  let pending = new Map<string, Counts>();
  let refreshedAt = new Date(0);

  const count = (creativeId: string, kind: keyof Counts, by = 1) => {
    let counts = pending.get(creativeId);
    if (!counts) pending.set(creativeId, (counts = { ...noTotals }));
    counts[kind] += by;
  };

  /** Puts back what could not be stored; what was counted meanwhile is little. */
  const keep = (counted: Map<string, Counts>) => {
    const since = pending;
    pending = counted;
    for (const [creativeId, counts] of since)
      for (const kind of keysOf(noTotals)) count(creativeId, kind, counts[kind]);
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
    countConversions(cases) {
      for (const { creativeId } of cases) count(creativeId, 'conversions');
    },
    countAccepted(accepted) {
      for (const { creativeId, isView, price } of accepted) {
        if (isView) count(creativeId, 'acceptedViews');
        count(creativeId, 'paid', Number(price));
      }
    },
    get: (creativeId) => totals.get(creativeId),

    async flush() {
      const counted = pending;
      pending = new Map();
      // Stored results leave the map while the loop goes over it.
      for (const some of chunksOf(counted, storedAtOnce)) {
        try {
          await store.add(
            some.map(([creativeId, counts]) => ({ creativeId, ...counts })),
            now(),
          );
        } catch (error) {
          if (isPartlyDone(error)) forget(counted, some);
          keep(counted);
          throw error;
        }
        forget(counted, some);
      }
    },

    async refresh() {
      const startedAt = now();
      const oldest = new Date(startedAt.getTime() - maxAgeMs);
      const since = Math.max(refreshedAt.getTime() - overlapMs, oldest.getTime());
      for await (const result of store.streamChanged(new Date(since))) totals.set(result);
      totals.forgetBefore(oldest);
      refreshedAt = startedAt;
    },
  };
}

function forget(counted: Map<string, Counts>, some: readonly (readonly [string, Counts])[]): void {
  for (const [creativeId] of some) counted.delete(creativeId);
}
