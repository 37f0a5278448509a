import type { Amount } from '../../../amount';
import type { BookedRevenue } from '../judge/booked-revenue';
import { type Correction, isOther, type Outcome } from './correction';
import type { HeldMoney } from './held-money';
import type { Differences } from './judged-again';
import type { PeriodSums } from './period-sums';
import type { Verdict, VerdictStatus } from '../verdict';

/** The state that all hours of one advertiser share. */
export interface OwnerReplay {
  readonly differences: Differences;
  /** Events whose status is another one now than in the database. */
  readonly turned: Map<string, VerdictStatus>;
  /** Funds and credit of today that offers which are still good leave, 10^-11 coins, and what was given back and taken since; null: without limit. */
  means: Amount | null;
  readonly periods: PeriodSums;
}

/** An event or a conversion whose turn it is again. */
interface Turn {
  readonly campaignId: string;
  readonly before: Verdict;
  readonly booked: BookedRevenue;
  /** null: it cannot be judged. */
  readonly now: Outcome | null;
  /** null: it cannot be corrected. */
  readonly correct: () => Correction | null;
}

/** The sums of an hour that is played again, so far. */
export class HourSums {
  /** USD, by the ids of `hourTallyIdOf`. */
  readonly spent = new Map<string, Amount>();
  private corrections: Correction[] = [];

  constructor(
    private readonly owner: OwnerReplay,
    private readonly held: HeldMoney,
  ) {}

  /** Corrections that wait to be taken. */
  get waiting(): number {
    return this.corrections.length;
  }

  takeCorrections(): readonly Correction[] {
    const { corrections } = this;
    this.corrections = [];
    return corrections;
  }

  spentOf(id: string): Amount {
    return this.spent.get(id) ?? 0n;
  }

  spend(id: string, price: Amount): void {
    this.spent.set(id, this.spentOf(id) + price);
  }

  /** Funds and credit, 10^-11 coins. What was paid was there, and what was not there stays so. */
  meansFor({ status, reason }: Verdict): Amount | null {
    if (status === 'accepted') return null;
    return reason === 'no_funds' ? 0n : this.owner.means;
  }

  /** USD that one which is accepted anew must leave to those that stay accepted whatever comes. */
  keptFor({ status }: Verdict, campaignId: string): Amount {
    return status === 'accepted' ? 0n : this.held.leftOf(campaignId);
  }

  /** @returns what holds from now on: as it was, or as it is now. */
  settle({ campaignId, before, booked, now, correct }: Turn): Outcome {
    const { differences, turned } = this.owner;
    this.held.pass(campaignId, booked);
    if (now !== null && !isOther(before, now)) {
      differences.addChecked();
      return before;
    }
    const correction = now && correct();
    if (correction === null) {
      differences.addUndecided();
      return before;
    }
    const isHeld = this.held.isHeld(booked);
    differences.addChecked();
    differences.add(correction, { isHeld });
    if (isHeld) return before;
    if (this.owner.means !== null) this.owner.means -= correction.now.charge - before.charge;
    if (before.status !== correction.now.status) turned.set(correction.id, correction.now.status);
    this.corrections.push(correction);
    return correction.now;
  }
}
