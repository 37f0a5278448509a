import { type DuePayee, eachDuePayee, eachWaitingPayee } from './due-payees.service';
import { eachDueWithdrawal } from './due-withdrawals.service';
import type { PaymentContext } from '../payment.context';
import { hasWaitedLong } from './payout-rules';

/**
 * All that is due, in the order in which it is paid: withdrawals first, because people wait for them. Where there may
 * not be enough for all, those come behind them who are noted to be due, the longest first; who has waited long comes
 * before withdrawals that were approved later.
 *
 * @param sender the account that pays
 */
export async function* eachDue(
  ctx: PaymentContext,
  sender: string,
): AsyncGenerator<DuePayee, void> {
  // Most of those that are due are paid at once, and then nothing waits.
  const { problem } = await ctx.settlements.get();
  const isScarce = problem !== null || ctx.config.payouts.dailyLimit !== null;
  const withdrawals = eachDueWithdrawal(ctx, sender);
  if (isScarce) yield* inTurn(withdrawals, eachWaitingPayee(ctx, sender), ctx.now());
  else yield* withdrawals;
  yield* eachDuePayee(ctx, sender, { isWaitingLeftOut: isScarce });
}

async function* inTurn(
  withdrawals: AsyncIterator<DuePayee, void>,
  payees: AsyncIterator<DuePayee, void>,
  now: Date,
): AsyncGenerator<DuePayee, void> {
  let withdrawal = await withdrawals.next();
  let payee = await payees.next();
  for (;;)
    if (
      payee.done !== true &&
      (withdrawal.done === true || goesBefore(payee.value, withdrawal.value, now))
    ) {
      yield payee.value;
      payee = await payees.next();
    } else if (withdrawal.done !== true) {
      yield withdrawal.value;
      withdrawal = await withdrawals.next();
    } else return;
}

function goesBefore(payee: DuePayee, withdrawal: DuePayee, now: Date): boolean {
  return hasWaitedLong(payee.waitingSince, now) && payee.waitingSince < withdrawal.waitingSince;
}
