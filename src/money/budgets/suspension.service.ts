import type { Logger } from 'pino';
import type { Amount } from '../../amount';
import { isFree } from '../../demand/campaigns/campaign-priority';
import { suspendCampaigns } from '../../demand/campaigns/campaign.service';
import { coinsOf } from '../amounts/charge';
import { fundsOf } from '../books/book';
import type { BudgetContext } from './budget.context';
import { chunksOf } from '../../non-empty';

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

/** An account whose funds have bounds. */
interface LimitedAccount {
  readonly id: string;
  /** Unit: 10^-11 coins. Funds and credit. */
  readonly left: Amount;
}

/** Accounts whose funds have bounds and do not pay for one view. */
async function listUnableToPay(
  ctx: BudgetContext,
  advertiserIds: readonly string[],
): Promise<readonly string[]> {
  const limited = await listLimited(ctx, advertiserIds);
  if (limited.length === 0) return [];
  const rate = (await ctx.rates.findRate(ctx.now()))?.rate ?? null;
  // Nearly everybody can: the database is asked for the campaigns of the others alone.
  const doubtful = limited.filter((account) => !canPayForSale(ctx, account, rate));
  const campaigns = await ctx.campaigns.listActivePaidIdsOf(doubtful.map(({ id }) => id));
  return doubtful
    .filter(({ id, left }) => {
      const ids = campaigns.get(id);
      return ids !== undefined && left < leastChargeOf(ctx, ids, rate);
    })
    .map(({ id }) => id);
}

async function listLimited(
  ctx: BudgetContext,
  advertiserIds: readonly string[],
): Promise<readonly LimitedAccount[]> {
  const limited = [...(await ctx.accounts.listCreditLimits(advertiserIds))].flatMap(
    ([id, creditLimit]) => (creditLimit === null ? [] : [{ id, creditLimit }]),
  );
  if (limited.length === 0) return [];
  const balances = await ctx.books.balancesOf(limited.map(({ id }) => fundsOf(id)));
  return limited.map(({ id, creditLimit }) => ({
    id,
    left: (balances.get(fundsOf(id)) ?? 0n) + creditLimit,
  }));
}

/** Says that an account can pay for a view of one of its campaigns for sale that cost something. @param rate null: there is none */
function canPayForSale(
  ctx: BudgetContext,
  { id, left }: LimitedAccount,
  rate: Amount | null,
): boolean {
  for (const campaign of ctx.inventory.campaignsOf(id))
    if (!isFree(campaign) && left >= leastChargeOf(ctx, [campaign.id], rate)) return true;
  return false;
}

/** Unit: 10^-11 coins. The cost of the cheapest view of some campaigns; 1 where that is not known. @param rate null: there is none */
function leastChargeOf(
  { inventory }: BudgetContext,
  campaignIds: readonly string[],
  rate: Amount | null,
): Amount {
  if (rate === null) return 1n;
  const charges = campaignIds
    .map((id) => inventory.priceOf(id))
    .map(({ viewPrice, clickPrice }) => coinsOf(viewPrice + clickPrice, rate));
  const least = charges.reduce((lowest, charge) => (charge < lowest ? charge : lowest));
  return least < 1n ? 1n : least;
}

/** Looks at everybody with campaigns for sale: who cannot pay is suspended before an hour costs anything. */
export async function suspendAllUnableToPay(
  ctx: BudgetContext,
  signal: AbortSignal,
): Promise<void> {
  for (const some of chunksOf([...ctx.inventory.advertiserIds()], advertisersAtOnce)) {
    if (signal.aborted) return;
    for (const advertiserId of await listUnableToPay(ctx, some))
      await suspendIfUnableToPay(ctx, advertiserId);
  }
}
