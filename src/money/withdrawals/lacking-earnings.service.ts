import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { payableTermsOf } from '../payments/due/final-hours.service';
import type { WithdrawalContext } from './withdrawal.context';

/**
 * The coins that an account's earnings lack, 10^-11: so much of its funds was moved from hours that are not paid yet, or that the operator
 * reviews, or was taken back since. Nobody withdraws earlier than earnings are paid.
 *
 * @param session default: none
 */
export async function findLackingEarnings(
  ctx: Pick<WithdrawalContext, 'books' | 'config' | 'now' | 'settlements'>,
  accountId: string,
  session?: DatabaseSession,
): Promise<Amount> {
  const terms = payableTermsOf(ctx, await ctx.settlements.get());
  const [earnings] = await ctx.books.listEarningsOf([accountId], terms, session);
  const payable = earnings?.payable ?? 0n;
  return payable < 0n ? -payable : 0n;
}
