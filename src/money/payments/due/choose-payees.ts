import type { Amount } from '../../../amount';
import type { DuePayee } from './due-page';
import { type DueQueue, fundsMissing, limitReached } from './due-queue';
import { networkFeeOf } from './network-fee';

/** One transaction of the ledger with its payees has some 7 KiB then, and its log 500 entries. */
const mostPayees = 500;

/** The money that there is to pay with. Unit: 10^-11 coins. */
export interface Means {
  /** The account that pays. */
  readonly sender: string;
  /** Fees included. */
  readonly spendable: Amount;
  /** The most to prepare in a day, and the rest of it today; null: no limit. */
  readonly dailyLimit: Amount | null;
  readonly dayLeft: Amount | null;
}

/** Payees that are chosen for one transaction. */
export interface Choice {
  /** Takes what is read, in its order, as long as there is room. @returns whether there is room left */
  takeFrom(waiting: DueQueue): boolean;
  /** Ends the choice. Those that are not chosen because of their address come first in the next one. */
  end(waiting: DueQueue): readonly DuePayee[];
}

/**
 * Chooses payees as they come: the ledger takes each address once, and the sum stays within what there is to pay with.
 * A payee whose amount is too much for the rest is passed over; behind a payee who has waited long nobody is chosen.
 */
export function createChoice({ sender, spendable, dailyLimit, dayLeft }: Means): Choice {
  const chosen = new Map<string, DuePayee>();
  const again: DuePayee[] = [];
  let amount = 0n;
  let fee = 0n;

  function weigh(payee: DuePayee, waiting: DueQueue): void {
    const total = amount + payee.amount;
    // The fee of a payment alone is at least the share that the payment adds to a fee of many.
    const nextFee = fee + networkFeeOf(sender, [payee]);
    if (dailyLimit !== null && payee.amount > dailyLimit) waiting.leaveOut(limitReached);
    else if (dayLeft !== null && total > dayLeft) waiting.passOver(payee, limitReached);
    else if (total + nextFee > spendable) waiting.passOver(payee, fundsMissing);
    else {
      chosen.set(payee.address, payee);
      amount = total;
      fee = nextFee;
    }
  }

  return {
    takeFrom(waiting) {
      while (chosen.size < mostPayees) {
        const payee = waiting.take();
        if (!payee) return true;
        if (chosen.has(payee.address)) again.push(payee);
        else weigh(payee, waiting);
      }
      return false;
    },
    end(waiting) {
      waiting.putBack(again);
      return [...chosen.values()];
    },
  };
}
