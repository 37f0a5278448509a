import type { Logger } from 'pino';
import type { Amount } from '../../amount';
import { suspendCampaigns } from '../../demand/campaigns/campaign.service';
import { coinsOf } from '../amounts/charge';
import { fundsOf } from '../books/book';
import type { BudgetContext } from './budget.context';

/** Accounts of one round trip. */
const advertisersAtOnce = 1_000;
/** The reason that owners read. */
const reason = 'the account has no funds left: pay in, then set the campaign active again';

/**
 * Suspends the active campaigns of an account that cannot pay for one more view of any of them. An account with
 * unlimited credit always can, and campaigns that cost nothing stay.
 *
 * @returns whether it cannot.
 */
export async function suspendIfUnableToPay(
  ctx: BudgetContext,
  advertiserId: string,
): Promise<boolean> {
  const [unable] = await listUnableToPay(ctx, [advertiserId]);
  if (unable === undefined) return false;
  await suspendCampaigns(ctx, { advertiserId, reason });
  return true;
}

/** As `suspendIfUnableToPay`; what fails is left to the job `suspend-unfunded-campaigns`. */
export function suspendUnlessItFails(
  ctx: BudgetContext & { readonly log: Logger },
  advertiserId: string,
): Promise<boolean> {
  return suspendIfUnableToPay(ctx, advertiserId).catch((error: unknown) => {
    ctx.log.warn({ err: error, advertiserId }, 'an account that cannot pay was not suspended');
    return false;
  });
}

/** Accounts whose funds have bounds and do not pay for one view. */
async function listUnableToPay(
  ctx: BudgetContext,
  advertiserIds: readonly string[],
): Promise<readonly string[]> {
  const limited = [...(await ctx.accounts.listCreditLimits(advertiserIds))].flatMap(
    ([id, creditLimit]) => (creditLimit === null ? [] : [{ id, creditLimit }]),
  );
  if (limited.length === 0) return [];
  const balances = await ctx.books.balancesOf(limited.map(({ id }) => fundsOf(id)));
  const unable: string[] = [];
  for (const { id, creditLimit } of limited) {
    const left = (balances.get(fundsOf(id)) ?? 0n) + creditLimit;
    const least = await leastChargeOf(ctx, id);
    if (least !== null && left < least) unable.push(id);
  }
  return unable;
}

/**
 * Unit: 10^-11 coins. The cost of the cheapest view of an account's campaigns; 1 where that is not known, null where none of them
 * costs anything.
 */
async function leastChargeOf(ctx: BudgetContext, advertiserId: string): Promise<Amount | null> {
  const ids = await ctx.campaigns.listActivePaidIdsOf(advertiserId);
  if (ids.length === 0) return null;
  const rate = await ctx.rates.findRate(ctx.now());
  if (rate === null) return 1n;
  const least = ids
    .map((id) => ctx.inventory.priceOf(id))
    .map(({ viewPrice, clickPrice }) => coinsOf(viewPrice + clickPrice, rate.rate))
    .reduce((lowest, price) => (price < lowest ? price : lowest));
  return least < 1n ? 1n : least;
}

/** Looks at everybody with campaigns for sale: who cannot pay is suspended before an hour costs anything. */
export async function suspendAllUnableToPay(
  ctx: BudgetContext,
  signal: AbortSignal,
): Promise<void> {
  const advertiserIds = [...ctx.inventory.advertiserIds()];
  for (let from = 0; from < advertiserIds.length && !signal.aborted; from += advertisersAtOnce) {
    const some = advertiserIds.slice(from, from + advertisersAtOnce);
    for (const advertiserId of await listUnableToPay(ctx, some))
      await suspendIfUnableToPay(ctx, advertiserId);
  }
}
