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

/** Placements that are counted between two flushes, and counts of a placement and a quarter that wait to be stored; more are not. */
const mostPlacements = 50_000;
/** Quarters of an hour whose errors are kept while they cannot be stored: a day. */
const mostErrorQuarters = 96;

export function createRequestCounts(store: RequestCountStore, now: () => Date): RequestCounts {
  let quarter = 0;
  let current = new Map<string, Counted>();
  /** Counts of past quarters, and those that could not be stored, by quarter and placement. */
  let past = new Map<string, Counted>();
  /** By the quarter. */
  let errors = new Map<number, Errors>();

  function keep(counted: Iterable<Counted>): void {
    for (const one of counted) {
      const key = `${one.quarter} ${one.placementId}`;
      const known = past.get(key);
      if (known) {
        known.requests += one.requests;
        known.offers += one.offers;
      } else if (past.size < mostPlacements) past.set(key, one);
    }
  }

  function close(): void {
    keep(current.values());
    current = new Map();
  }

  /** @returns null: there is no room for another quarter. */
  function errorsOf(at: number): Errors | null {
    const known = errors.get(at);
    if (known) return known;
    if (errors.size === mostErrorQuarters) return null;
    const none = { quarter: at, clientErrors: 0, serverErrors: 0 };
    errors.set(at, none);
    return none;
  }

  function keepErrors(answered: Iterable<Errors>): void {
    for (const { quarter: at, clientErrors, serverErrors } of answered) {
      const sum = errorsOf(at);
      if (!sum) continue;
      sum.clientErrors += clientErrors;
      sum.serverErrors += serverErrors;
    }
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
      const counted = errorsOf(Math.floor(now().getTime() / quarterMs));
      if (counted) counted[status < 500 ? 'clientErrors' : 'serverErrors'] += 1;
    },

    async flush() {
      close();
      if (past.size + errors.size === 0) return;
      const [counted, answered] = [past, errors];
      past = new Map();
      errors = new Map();
      try {
        await store.add([...counted.values()], [...answered.values()]);
      } catch (error) {
        const [since, errorsSince] = [past, errors];
        [past, errors] = [counted, answered];
        keep(since.values());
        keepErrors(errorsSince.values());
        throw error;
      }
    },
  };
}
