import type { Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { bindFunds, boundFundsOf, getOpenOffers } from '../../pockets/bound-funds.service';
import { listMeansBy } from '../judge/batch-facts.service';
import type { VerificationContext } from '../verification.context';

/**
 * The funds and credit of an advertiser, 10^-11 coins, without what is set aside for offers that are still good: their views
 * are paid out of that, whatever is corrected.
 *
 * @param session until its transaction has ended, gateways set nothing aside by the funds of before; default: none
 * @returns 0 for an unknown account
 */
export async function freeMeansOf(
  ctx: VerificationContext,
  accountId: string,
  session?: DatabaseSession,
): Promise<Amount> {
  const limits = await ctx.accounts.listCreditLimits([accountId]);
  const found = await listMeansBy(ctx, { advertiserIds: [accountId], limits }, session);
  const means = found.get(accountId) ?? 0n;
  if ((limits.get(accountId) ?? null) === null) return means;
  const of = { accountId, open: await getOpenOffers(ctx) };
  const bound = session ? await bindFunds(ctx, of, session) : await boundFundsOf(ctx, of);
  return means > bound ? means - bound : 0n;
}
