import type { Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { bindFunds, boundFundsOf, getOpenOffers } from '../../pockets/bound-funds.service';
import { listMeans } from '../judge/batch-facts.service';
import type { VerificationContext } from '../verification.context';

/**
 * The funds and credit of an advertiser, 10^-11 coins, without what is set aside for offers that are still good: their views
 * are paid out of that, whatever is corrected.
 *
 * @param session until its transaction has ended, gateways set nothing aside by the funds of before; default: none
 * @returns null for an unknown account
 */
export async function freeMeansOf(
  ctx: VerificationContext,
  accountId: string,
  session?: DatabaseSession,
): Promise<Amount | null> {
  const means = (await listMeans(ctx, [accountId], session)).get(accountId) ?? null;
  const limit = (await ctx.accounts.listCreditLimits([accountId])).get(accountId) ?? null;
  if (means === null || limit === null) return means;
  const of = { accountId, open: await getOpenOffers(ctx) };
  const bound = session ? await bindFunds(ctx, of, session) : await boundFundsOf(ctx, of);
  return means > bound ? means - bound : 0n;
}
