import type { Amount } from '../../amount';
import type { Job } from '../../platform/jobs/job';
import { dayMs, hourMs } from '../../time';
import { unitsPerCoin } from '../amounts/charge';
import { hourOf } from '../../hour';
import { heardTo } from './heard-to.service';
import type { PaidViews } from './paid-hour.store';
import { overdueAfterMs, pricedFromMs } from './peer-credit';
import type { CreditToPrice } from './peer-credit.store';
import type { PeerPriceContext } from './peer-receipt.context';

/** A mean of fewer views says little of the next one. */
const enoughViews = 100;
/** Views become due by the hour. */
const pricedEveryMs = hourMs;
/** While nobody has read the ledger for so long, prices stay: servers may have paid what nobody knows. */
const longestUnheardMs = dayMs;

/**
 * Finds what other servers have paid for 1,000 views of each of their campaigns here: their campaigns compete by that. The
 * inventory sees it as it sees any other change of a campaign.
 *
 * @see docs/contract.md §10
 */
export const pricePeerCampaigns: Job<PeerPriceContext> = {
  name: 'price-peer-campaigns',
  everySeconds: 60,

  async run(ctx, signal) {
    if (ctx.peerMode === 'off') return;
    const found = await ctx.rates.findRate(ctx.now());
    if (found === null) return;
    const at = await heardTo(ctx);
    if (ctx.now().getTime() - at.getTime() > longestUnheardMs) return;
    for (const credit of await ctx.peerCredits.listToPrice(ctx.now())) {
      signal.throwIfAborted();
      await priceCampaignsOf(ctx, credit, { rate: found.rate, at });
    }
  },
};

async function priceCampaignsOf(
  ctx: PeerPriceContext,
  credit: CreditToPrice,
  { rate, at }: { readonly rate: Amount; readonly at: Date },
): Promise<void> {
  const { peer, paidTo } = credit;
  const now = ctx.now().getTime();
  // The last hour that ended so long ago began an hour before that.
  const overdue = hourOf(new Date(at.getTime() - overdueAfterMs - hourMs));
  const to = paidTo !== null && paidTo > overdue ? paidTo : overdue;
  const from = hourOf(new Date(now - pricedFromMs));
  const sums = await ctx.peerPaidHours.sumByCampaign(peer, { from, to });
  const priced = (await ctx.peerCampaigns.listPresent(peer)).map(({ _id, paidCpm = null }) => ({
    ...{ id: _id, before: paidCpm, paidCpm: cpmOf(sums.get(_id), rate) },
  }));
  await ctx.peerCampaigns.setPaidCpm(
    peer,
    priced.filter(({ before, paidCpm }) => before !== paidCpm),
  );
  await ctx.peerCredits.notePriced(credit, new Date(now + pricedEveryMs));
}

/** USD for 1,000 views, rounded down; null: there are too few to tell. */
function cpmOf(sum: PaidViews | undefined, rate: Amount): Amount | null {
  if (sum === undefined || sum.views < enoughViews) return null;
  const { views, paid } = sum;
  // Taken back may be more than what is counted: hours end.
  return paid <= 0n ? 0n : (paid * rate * 1_000n) / (unitsPerCoin * BigInt(views));
}
