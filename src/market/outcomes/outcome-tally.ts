import { dayMs, hourMs } from '../../time';
import { nearerOf, type FindOutcome } from './outcome';

/** The subject of outcomes: a campaign, a creative or a placement, by the terms that were in force. */
export interface OutcomeSubject {
  readonly id: string;
  /** Unix milliseconds: the campaign's last change. 0 for a placement. */
  readonly termsAt: number;
}

/** How finds of one hour ended for a subject. */
export interface HourOfOutcomes extends OutcomeSubject {
  /** Number of the clock hour since the epoch. */
  readonly hour: number;
  readonly counts: ReadonlyMap<FindOutcome, number>;
  /** Finds by the features that removed the campaign. */
  readonly unmet: ReadonlyMap<string, number>;
  /** Finds that were lost to price, by the class of the winning price. */
  readonly prices: ReadonlyMap<number, number>;
}

/** The outcome of one find, and what of it. */
export interface NotedOutcome {
  readonly outcome: FindOutcome;
  readonly unmet?: readonly string[];
  readonly priceClass?: number | null;
}

interface OpenHour extends HourOfOutcomes {
  readonly counts: Map<FindOutcome, number>;
  readonly unmet: Map<string, number>;
  readonly prices: Map<number, number>;
}

export const hoursOfDay = dayMs / hourMs;

/** Outcomes in memory, until they are stored. What a process that dies had left is lost. */
export class OutcomeTally {
  private hours = new Map<string, OpenHour>();

  /** @param at Unix milliseconds */
  note({ id, termsAt }: OutcomeSubject, { outcome, unmet, priceClass }: NotedOutcome, at: number) {
    const hour = Math.floor(at / hourMs);
    const key = `${id}:${termsAt}:${hour}`;
    let open = this.hours.get(key);
    if (!open) {
      open = { id, termsAt, hour, counts: new Map(), unmet: new Map(), prices: new Map() };
      this.hours.set(key, open);
    }
    count(open.counts, outcome);
    for (const feature of unmet ?? []) count(open.unmet, feature);
    if (priceClass != null) count(open.prices, priceClass);
  }

  /** All that was noted since the last call. */
  take(): readonly HourOfOutcomes[] {
    const taken = [...this.hours.values()];
    this.hours = new Map();
    return taken;
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The best of several, with its features and price. */
export function bestOf(one: NotedOutcome | null, other: NotedOutcome): NotedOutcome {
  return nearerOf(one?.outcome ?? null, other.outcome) === one?.outcome ? one : other;
}
