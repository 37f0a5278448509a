import type { Amount } from '../../amount';
import type { JudgedEvent } from './event-rule';
import type { Judgement } from './judge';
import type { RejectionReason, Verdict } from './verdict';

/** `accepted`, or why not. */
export type EventOutcomeName = 'accepted' | RejectionReason;

/** What a change of verdicts would move, 10^-11 coins: above 0 it would be charged, below 0 taken back. */
export interface MovedCoins {
  readonly charge: Amount;
  readonly demandFee: Amount;
  readonly supplyFee: Amount;
  readonly revenue: Amount;
}

/** Events whose verdict would change in the same way. */
export interface VerdictChange extends MovedCoins {
  readonly from: EventOutcomeName;
  readonly to: EventOutcomeName;
  readonly count: number;
}

/** One event whose verdict would change. */
export interface ChangedEvent {
  readonly event: JudgedEvent;
  readonly from: EventOutcomeName;
  readonly to: EventOutcomeName;
  /** Of `charge`. */
  readonly moved: Amount;
}

/** What judging again has come to. */
export interface JudgedAgain {
  /** Events that were judged again. */
  readonly checked: number;
  /** Events that were left, as they have no verdict yet. */
  readonly pending: number;
  /** Events that were left, as a rate or a view’s verdict is missing that was there. */
  readonly undecided: number;
  /** By outcome before and now, in alphabetical order. */
  readonly changes: readonly VerdictChange[];
  readonly total: MovedCoins & { readonly count: number };
  /** The first of those that would change, in the order of advertisers, then of judging. */
  readonly first: readonly ChangedEvent[];
}

const mostShown = 20;
const nothing = { count: 0, charge: 0n, demandFee: 0n, supplyFee: 0n, revenue: 0n } as const;
type Sum = MovedCoins & { readonly count: number };

/** Counts what differs, in a memory that does not grow with the events. */
export class Differences {
  private checked = 0;
  private pending = 0;
  private undecided = 0;
  private readonly changes = new Map<string, VerdictChange>();
  private readonly first: ChangedEvent[] = [];

  addPending(): void {
    this.pending += 1;
  }

  addUndecided(): void {
    this.undecided += 1;
  }

  add(before: Verdict, now: Judgement): void {
    this.checked += 1;
    const from: EventOutcomeName = before.reason ?? 'accepted';
    const to: EventOutcomeName = now.reason ?? 'accepted';
    // Fees are those of when it was booked.
    if (from === to && before.price === now.price && before.charge === now.charge) return;
    const key = `${from} ${to}`;
    const known = this.changes.get(key) ?? { from, to, ...nothing };
    const moved = {
      count: 1,
      charge: now.charge - before.charge,
      demandFee: now.demandFee - before.demandFee,
      supplyFee: now.supplyFee - before.supplyFee,
      revenue: now.revenue - before.revenue,
    };
    this.changes.set(key, { from, to, ...sumOf(known, moved) });
    if (this.first.length < mostShown)
      this.first.push({ event: now.event, from, to, moved: moved.charge });
  }

  toReport(): JudgedAgain {
    const { checked, pending, undecided, first } = this;
    const changes = [...this.changes]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, change]) => change);
    const total = changes.reduce<Sum>(sumOf, nothing);
    return { checked, pending, undecided, changes, total, first };
  }
}

function sumOf(one: Sum, other: Sum): Sum {
  return {
    count: one.count + other.count,
    charge: one.charge + other.charge,
    demandFee: one.demandFee + other.demandFee,
    supplyFee: one.supplyFee + other.supplyFee,
    revenue: one.revenue + other.revenue,
  };
}
