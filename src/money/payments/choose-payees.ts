import type { Amount } from '../../amount';
import type { DuePayee } from './due-payees.service';
import { networkFeeOf } from './network-fee';

/** One transaction of the ledger with its payees has some 7 KiB then, and its log 500 entries. */
const mostPayees = 500;

/**
 * Chooses payees as they come: each address once, as the ledger wants it, and no more than there is to pay with.
 *
 * @param waiting taken from in its order; those that are not chosen because of their address are left in it
 * @param spendable Unit: 10^-11 coins, fees included
 * @param dayLeft what may still be prepared today; null: anything
 */
export async function choosePayees(
  waiting: PayeeQueue,
  {
    sender,
    spendable,
    dayLeft,
  }: { readonly sender: string; readonly spendable: Amount; readonly dayLeft: Amount | null },
): Promise<readonly DuePayee[]> {
  const chosen = new Map<string, DuePayee>();
  const again: DuePayee[] = [];
  let amount = 0n;
  let fee = 0n;
  while (chosen.size < mostPayees) {
    const payee = await waiting.take();
    if (!payee) break;
    if (chosen.has(payee.address)) {
      again.push(payee);
      continue;
    }
    const total = amount + payee.amount;
    // Of one alone it is at least the share that it adds to a fee of many.
    const nextFee = fee + networkFeeOf(sender, [payee]);
    if (dayLeft !== null && total > dayLeft) waiting.passOver(limitReached);
    else if (total + nextFee > spendable) waiting.passOver(fundsMissing);
    else {
      chosen.set(payee.address, payee);
      amount = total;
      fee = nextFee;
    }
  }
  waiting.putBack(again);
  return [...chosen.values()];
}

/** What the last turn says where it could not pay all. */
export const fundsMissing = 'the account that pays has too little: send coins to it';
const limitReached = 'the limit of the day is reached (ADGATE_DAILY_PAYOUT_LIMIT)';

/** Due payees, one after another. */
export interface PayeeQueue {
  take(): Promise<DuePayee | null>;
  /** They come first then. */
  putBack(payees: readonly DuePayee[]): void;
  /** One that was taken cannot be paid in this turn. */
  passOver(problem: string): void;
  /** Why any was passed over, the latest; null: none was. */
  problem(): string | null;
}

export function createPayeeQueue(source: AsyncIterator<DuePayee, void>): PayeeQueue {
  const first: DuePayee[] = [];
  let problem: string | null = null;
  return {
    async take() {
      const before = first.shift();
      if (before) return before;
      const next = await source.next();
      return next.done === true ? null : next.value;
    },
    putBack(payees) {
      first.unshift(...payees);
    },
    passOver(found) {
      problem = found;
    },
    problem: () => problem,
  };
}
