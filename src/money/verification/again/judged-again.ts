import type { Amount } from '../../../amount';
import type { Correction } from './correction';
import type { RejectionReason } from '../verdict';

/** `accepted`, or why not. */
export type EventOutcomeName = 'accepted' | RejectionReason;

/** Coins that a change of verdicts would move, 10^-11 coins: above 0 they would be charged, below 0 taken back. */
export interface MovedCoins {
  readonly charge: Amount;
  readonly demandFee: Amount;
  readonly supplyFee: Amount;
  readonly revenue: Amount;
}

/** Events and conversions whose verdict would change in the same way. */
export interface VerdictChange extends MovedCoins {
  readonly from: EventOutcomeName;
  readonly to: EventOutcomeName;
  readonly count: number;
}

/** One event or conversion whose verdict would change. */
export interface ChangedVerdict extends Pick<Correction, 'id' | 'campaignId' | 'occurredAt'> {
  readonly from: EventOutcomeName;
  readonly to: EventOutcomeName;
  /** The difference of the charge. */
  readonly moved: Amount;
}

/** The result of judging again. */
export interface JudgedAgain {
  /** Events and conversions that were judged again. */
  readonly checked: number;
  /** Events that were left, as they have no verdict yet. */
  readonly pending: number;
  /** Events and conversions that were left: what they were judged by, or booked with, is not known any more. */
  readonly undecided: number;
  /** By outcome before and now, in alphabetical order. */
  readonly changes: readonly VerdictChange[];
  readonly total: MovedCoins & { readonly count: number };
  /** In the same way those that stay as they are, as payments with them are prepared. */
  readonly held: readonly VerdictChange[];
  /** The first of those that would change, in the order of advertisers, then of judging. */
  readonly first: readonly ChangedVerdict[];
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
  private readonly held = new Map<string, VerdictChange>();
  private readonly first: ChangedVerdict[] = [];

  addPending(): void {
    this.pending += 1;
  }

  addUndecided(): void {
    this.undecided += 1;
  }

  addChecked(): void {
    this.checked += 1;
  }

  /** @param options.isHeld whether it stays as it is, all the same */
  add(correction: Correction, { isHeld }: { readonly isHeld: boolean }): void {
    const change = toChange(correction);
    const changes = isHeld ? this.held : this.changes;
    const key = `${change.from} ${change.to}`;
    const known = changes.get(key) ?? { ...change, ...nothing };
    changes.set(key, { ...known, ...sumOf(known, change) });
    if (isHeld || this.first.length === mostShown) return;
    const { from, to, charge: moved } = change;
    const { id, campaignId, occurredAt } = correction;
    this.first.push({ id, campaignId, occurredAt, from, to, moved });
  }

  toReport(): JudgedAgain {
    const { checked, pending, undecided, first } = this;
    const changes = inOrder(this.changes);
    const total = changes.reduce<Sum>(sumOf, nothing);
    return { checked, pending, undecided, changes, total, held: inOrder(this.held), first };
  }
}

function toChange({ before, now }: Correction): VerdictChange {
  return {
    from: before.reason ?? 'accepted',
    to: now.reason ?? 'accepted',
    count: 1,
    charge: now.charge - before.charge,
    demandFee: now.demandFee - before.demandFee,
    supplyFee: now.supplyFee - before.supplyFee,
    revenue: now.revenue - before.revenue,
  };
}

const inOrder = (changes: ReadonlyMap<string, VerdictChange>): readonly VerdictChange[] =>
  [...changes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, change]) => change);

function sumOf(one: Sum, other: Sum): Sum {
  return {
    count: one.count + other.count,
    charge: one.charge + other.charge,
    demandFee: one.demandFee + other.demandFee,
    supplyFee: one.supplyFee + other.supplyFee,
    revenue: one.revenue + other.revenue,
  };
}
