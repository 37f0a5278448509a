import type { PaymentContext } from '../payment.context';
import type { DuePage, DuePayee } from './due-page';
import { eachDuePage, eachWaitingPage } from './due-payees.service';
import { eachDueWithdrawal } from './due-withdrawals.service';
import type { DueTerms } from './final-hours.service';
import { hasWaitedLong } from './payout-rules';

/**
 * All that is due, in the order in which it is paid: withdrawals first, because people wait for them. Where there may
 * not be enough for all, those come behind them who are noted to be due, the longest first; who has waited long comes
 * before withdrawals that were approved later. Pages are read as they are taken, and nothing is written.
 */
export async function* eachDue(
  ctx: PaymentContext,
  terms: DueTerms,
): AsyncGenerator<DuePage, void> {
  // Most of those that are due are paid at once, and then nothing waits.
  const mayBeScarce = terms.isScarce || ctx.config.payouts.dailyLimit !== null;
  const withdrawals = eachDueWithdrawal(ctx);
  yield* inTurn(withdrawals, mayBeScarce ? eachWaitingPage(ctx, terms) : [], ctx.now());
  yield* eachDuePage(ctx, terms, { isWaitingLeftOut: mayBeScarce });
}

/** Withdrawals, and between them the payees that go before some. */
async function* inTurn(
  withdrawals: AsyncIterator<DuePayee, void>,
  pages: AsyncIterable<DuePage> | readonly DuePage[],
  now: Date,
): AsyncGenerator<DuePage, void> {
  let withdrawal = await withdrawals.next();
  for await (const { due, notes } of pages) {
    yield { due: [], notes };
    for (const payee of due) {
      while (withdrawal.done !== true && !goesBefore(payee, withdrawal.value, now)) {
        yield only(withdrawal.value);
        withdrawal = await withdrawals.next();
      }
      yield only(payee);
    }
  }
  while (withdrawal.done !== true) {
    yield only(withdrawal.value);
    withdrawal = await withdrawals.next();
  }
}

const only = (payee: DuePayee): DuePage => ({ due: [payee], notes: null });

function goesBefore(payee: DuePayee, withdrawal: DuePayee, now: Date): boolean {
  return hasWaitedLong(payee.waitingSince, now) && payee.waitingSince < withdrawal.waitingSince;
}
