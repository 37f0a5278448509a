import type { FindListener } from '../../../market/serving/find-listener';
import type { KnownPlacement } from '../../../market/serving/known-supply';
import type { AnsweredErrors, PlacementRequests, RequestCountStore } from './request-count.store';
import { quarterMs } from '../../../time';

/** Finds, and answers with an error, in memory: counted without a write, stored by a job in a few. What a process that dies had left is lost. */
export interface RequestCounts {
  readonly count: FindListener;
  /** Counts an answer with an error. @param status as of HTTP, 400 or above */
  countError(status: number): void;
  /** Stores what was counted since the last call; on failure it is kept for the next. */
  flush(): Promise<void>;
}

type Counted = { -readonly [Key in keyof PlacementRequests]: PlacementRequests[Key] };

type Errors = { -readonly [Key in keyof AnsweredErrors]: AnsweredErrors[Key] };

/** Placements that are counted between two flushes; more are not. */
const mostPlacements = 50_000;
/** Quarters of an hour whose errors are kept while they cannot be stored: a day. */
const mostErrorQuarters = 96;

export function createRequestCounts(store: RequestCountStore, now: () => Date): RequestCounts {
  let quarter = 0;
  let current = new Map<string, Counted>();
  /** Counts of past quarters, and those that could not be stored. */
  let past: Counted[] = [];
  let errors: Errors[] = [];

  function close(): void {
    if (past.length < mostPlacements) past.push(...current.values());
    current = new Map();
  }

  function countedOf({ placement, site: { site } }: KnownPlacement): Counted | null {
    const known = current.get(placement.id);
    if (known) return known;
    if (current.size === mostPlacements) return null;
    const { id: siteId, publisherId } = site;
    const ids = { publisherId, siteId, placementId: placement.id };
    const counted = { ...ids, quarter, requests: 0, offers: 0 };
    current.set(placement.id, counted);
    return counted;
  }

  return {
    count(open, winners) {
      const at = Math.floor(now().getTime() / quarterMs);
      if (at !== quarter) {
        close();
        quarter = at;
      }
      for (const { known } of open) {
        const counted = countedOf(known);
        if (counted) counted.requests += 1;
      }
      for (const { known } of winners) {
        const counted = countedOf(known);
        if (counted) counted.offers += 1;
      }
    },

    countError(status) {
      const at = Math.floor(now().getTime() / quarterMs);
      let last = errors.at(-1);
      if (last?.quarter !== at) {
        if (errors.length === mostErrorQuarters) return;
        errors.push((last = { quarter: at, clientErrors: 0, serverErrors: 0 }));
      }
      last[status < 500 ? 'clientErrors' : 'serverErrors'] += 1;
    },

    async flush() {
      close();
      if (past.length + errors.length === 0) return;
      const [counted, answered] = [past, errors];
      past = [];
      errors = [];
      try {
        await store.add(counted, answered);
      } catch (error) {
        past = [...counted, ...past].slice(0, mostPlacements);
        errors = [...answered, ...errors].slice(0, mostErrorQuarters);
        throw error;
      }
    },
  };
}
