import type { Amount } from '../../../amount';
import type { DuePayee } from './due-payees.service';
import { networkFeeOf } from './network-fee';
import { hasWaitedLong } from './payout-rules';

/** One transaction of the ledger with its payees has some 7 KiB then, and its log 500 entries. */
const mostPayees = 500;

/** The money that there is to pay with. Unit: 10^-11 coins. */
interface Means {
  /** The account that pays. */
  readonly sender: string;
  /** Fees included. */
  readonly spendable: Amount;
  /** The most to prepare in a day, and the rest of it today; null: no limit. */
  readonly dailyLimit: Amount | null;
  readonly dayLeft: Amount | null;
}

/**
 * Chooses payees as they come: each address once, as the ledger wants it, and no more than there is to pay with. Whoever
 * is too much for that is passed over; behind one who has waited long nobody is chosen.
 *
 * @param waiting taken from in its order; those that are not chosen because of their address are left in it
 */
export async function choosePayees(
  waiting: PayeeQueue,
  { sender, spendable, dailyLimit, dayLeft }: Means,
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
    // For a payment alone it is at least the share that it adds to a fee of many.
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
  waiting.putBack(again);
  return [...chosen.values()];
}

/** The words of a turn that could not pay all: about any payee, and about one whom nobody overtakes. */
export interface Shortage {
  readonly usual: string;
  readonly ofFirst: string;
}

export const fundsMissing: Shortage = {
  usual: 'the account that pays has too little: send coins to it',
  ofFirst:
    'the account that pays has too little for what has waited 7 days, and nothing overtakes that: send coins to it, or hold the payee (adgate payment hold)',
};
export const limitReached: Shortage = {
  usual: 'the limit of the day is reached (ADGATE_DAILY_PAYOUT_LIMIT)',
  ofFirst:
    'what has waited 7 days is more than the limit of the day has left, and nothing overtakes it (ADGATE_DAILY_PAYOUT_LIMIT)',
};

/** Due payees, one after another. */
export interface PayeeQueue {
  take(): Promise<DuePayee | null>;
  /** They come first then. */
  putBack(payees: readonly DuePayee[]): void;
  /** One that was taken cannot be paid in this turn; where it has waited long, the queue ends with it. */
  passOver(payee: DuePayee, shortage: Shortage): void;
  /** One that was taken can never be paid as things are: nobody waits for it. */
  leaveOut(shortage: Shortage): void;
  /** Why any was not paid, the latest; null: all were so far. */
  problem(): string | null;
  /** Says that no payee is to come. */
  isDrained(): boolean;
}

export function createPayeeQueue(
  source: AsyncIterator<DuePayee, void>,
  /** When the turn began. */
  now: Date,
): PayeeQueue {
  const first: DuePayee[] = [];
  let problem: string | null = null;
  let isAtEnd = false;
  return {
    async take() {
      const before = first.shift();
      if (before || isAtEnd) return before ?? null;
      const next = await source.next();
      if (next.done !== true) return next.value;
      isAtEnd = true;
      return null;
    },
    putBack(payees) {
      first.unshift(...payees);
    },
    passOver({ waitingSince }, { usual, ofFirst }) {
      const isFirst = hasWaitedLong(waitingSince, now);
      if (isFirst) isAtEnd = true;
      problem = isFirst ? ofFirst : usual;
    },
    leaveOut({ usual }) {
      problem = usual;
    },
    problem: () => problem,
    isDrained: () => isAtEnd && first.length === 0,
  };
}
