import { type Amount, formatAmount } from '../../../amount';
import type { EarningPayee } from './earning-payees.service';
import { fundsMissing, limitReached } from './due-queue';
import type { PaymentContext } from '../payment.context';
import { type Unpaid, unpaid, type UnpaidReason } from './payout-rules';
import { leftOf, preparedToday } from './day-limit';
import type { Settlement } from '../settlement.store';

/** Earnings that are not on their way. */
export interface WaitingEarnings extends Omit<EarningPayee, 'unpaid' | 'oldHours' | 'dueSince'> {
  /** Why they wait, for people; null: they are paid with the next turn. */
  readonly reason: string | null;
  readonly unpaidReason: UnpaidReason | null;
  /** The same with what it names. */
  readonly unpaid: Unpaid | null;
}

/** Adds to earnings that are due why the server does not pay them now, if it does not. */
export async function withServerReasons(
  ctx: PaymentContext,
  payees: readonly EarningPayee[],
): Promise<readonly WaitingEarnings[]> {
  const settlement = await ctx.settlements.get();
  return payees.map(({ unpaid: own, oldHours: _oldHours, dueSince: _dueSince, ...payee }) => {
    const why = own ?? reasonOfServer(ctx, settlement, payee.payable);
    return { ...payee, unpaid: why, reason: why?.message ?? null, unpaidReason: why?.code ?? null };
  });
}

/** Why the server does not pay an amount now that is due; null: it does. */
export function reasonOfServer(
  ctx: PaymentContext,
  settlement: Settlement,
  amount: Amount,
): Unpaid | null {
  if (settlement.pausedReason !== null)
    return unpaid('settlement_paused', 'the operator has paused all payments');
  const { dailyLimit } = ctx.config.payouts;
  if (dailyLimit !== null && amount > dailyLimit)
    return unpaid('daily_limit', 'it is more than the server pays in a day: its operator was told');
  const left = leftOf(preparedToday(ctx, settlement), ctx.config);
  if (left !== null && amount > left) {
    const leftToday = left > 0n ? left : 0n;
    return unpaid(
      'daily_limit',
      `the server pays ${formatAmount(leftToday)} more today: the next days go on`,
      { amount: leftToday },
    );
  }
  const { problem } = settlement;
  if (problem === limitReached.ofFirst)
    return unpaid('daily_limit', 'what has waited longer is paid first: the next days go on');
  if (problem === fundsMissing.usual || problem === fundsMissing.ofFirst)
    return unpaid('no_server_funds', 'the account that pays has too little: its operator was told');
  return null;
}
