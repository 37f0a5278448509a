import type { FindListener } from '../../../market/serving/find-listener';
import { isPartlyDone } from '../../../platform/database/upsert';
import type { KnownPlacement } from '../../../market/serving/known-supply';
import type { AnsweredErrors, PlacementRequests, RequestCountStore } from './request-count.store';
import { quarterMs } from '../../../time';

/** Finds, and answers with an error, in memory: counted without a write, stored by a job in a few. What a process that dies had left is lost. */
export interface RequestCounts {
  readonly count: FindListener;
  /** Counts an answer with an error. @param status as of HTTP, 400 or above */
  countError(status: number): void;
  /**
   * Stores what was counted since the last call. On failure it is kept for the next; not where only some documents could not be
   * written, for the others would be counted again each time.
   */
  flush(): Promise<void>;
}

type Counted = { -readonly [Key in keyof PlacementRequests]: PlacementRequests[Key] };

type Errors = { -readonly [Key in keyof AnsweredErrors]: AnsweredErrors[Key] };

/** Placements that are counted between two flushes, and counts of a placement and a quarter that wait to be stored; more are not. */
const mostPlacements = 50_000;
/** Quarters of an hour whose errors are kept while they cannot be stored: a day. */
const mostErrorQuarters = 96;

/** Answers with an error, by the quarter. */
class CountedErrors {
  private readonly byQuarter = new Map<number, Errors>();

  /** Counts nothing of a quarter for which there is no room any more. */
  add({ quarter, clientErrors, serverErrors }: AnsweredErrors): void {
    let sum = this.byQuarter.get(quarter);
    if (!sum) {
      if (this.byQuarter.size === mostErrorQuarters) return;
      sum = { quarter, clientErrors: 0, serverErrors: 0 };
      this.byQuarter.set(quarter, sum);
    }
    sum.clientErrors += clientErrors;
    sum.serverErrors += serverErrors;
  }

  /** Gives away what was counted. */
  take(): readonly AnsweredErrors[] {
    const counted = [...this.byQuarter.values()];
    this.byQuarter.clear();
    return counted;
  }
}

export function createRequestCounts(store: RequestCountStore, now: () => Date): RequestCounts {
  let quarter = 0;
  let current = new Map<string, Counted>();
  /** Counts of past quarters, and those that could not be stored, by quarter and placement. */
  let past = new Map<string, Counted>();
  const errors = new CountedErrors();

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
      const isOfClient = status < 500;
      errors.add({
        quarter: Math.floor(now().getTime() / quarterMs),
        clientErrors: isOfClient ? 1 : 0,
        serverErrors: isOfClient ? 0 : 1,
      });
    },

    async flush() {
      close();
      const [counted, answered] = [past, errors.take()];
      if (counted.size + answered.length === 0) return;
      past = new Map();
      try {
        await store.add([...counted.values()], answered);
      } catch (error) {
        if (isPartlyDone(error)) throw error;
        const [since, errorsSince] = [past, errors.take()];
        past = counted;
        keep(since.values());
        for (const one of [...answered, ...errorsSince]) errors.add(one);
        throw error;
      }
    },
  };
}
