import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../../config';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import { isForUnknown, mayLeave } from '../../demand/campaigns/excluded-peers';
import { flattenTargeting } from '../../demand/taxonomy/taxonomy';
import type { WithTaxonomy } from '../../demand/taxonomy/taxonomy.context';
import type { Inventory } from '../../market/inventory/inventory';
import { unmeasuredPriceOf } from '../../market/events/unmeasured-price';
import { wholeBid } from '../../market/selection/bid-modifiers';
import { isOnSchedule } from '../../market/inventory/week-hours';
import type { ExportableCampaign } from '../../peers/export/exportable-campaign';
import { hasPeriods } from '../budgets/period-budget';
import {
  leastLeftOf,
  listPeriodMoney,
  type PeriodMoneyContext,
} from '../budgets/list-period-money.service';
import { toldBudgetOf } from './peer-budget';
import type { PeerPrices } from './peer-prices';

/** All that the choice is made from. */
export interface ExportSources extends WithTaxonomy, PeriodMoneyContext {
  readonly config: Pick<Config, 'verification' | 'peerBudgetShare' | 'offerMinutes'>;
  readonly inventory: Pick<
    Inventory,
    'index' | 'campaigns' | 'creativesOf' | 'hoursOfWeek' | 'priceAt'
  >;
  readonly peerPrices: Pick<PeerPrices, 'findMaxCpm'>;
  readonly now: () => Date;
}

/** Others import some 50 campaigns a second, one server after the other. */
const most = { campaigns: 5_000, creatives: 20_000 } as const;
/** Finds get their turn between so many campaigns. */
const campaignsPerTurn = 500;

/**
 * Lists the campaigns that may be on other servers' sites and could be served now, those first that pay best: at most 5,000 with
 * 20,000 creatives together.
 *
 * @see docs/contract.md §10
 */
export async function listExportable(ctx: ExportSources): Promise<readonly ExportableCampaign[]> {
  const { inventory, taxonomy } = ctx;
  const exportable: ExportableCampaign[] = [];
  let creativesLeft: number = most.creatives;
  const campaigns = bestFirst(ctx);
  const limited = campaigns.filter(hasPeriods);
  const money = await listPeriodMoney(ctx, limited, ctx.now());
  for (const [at, campaign] of campaigns.entries()) {
    if (exportable.length >= most.campaigns || creativesLeft === 0) break;
    if (at % campaignsPerTurn === campaignsPerTurn - 1) await nextTurn();
    const ofPeriods = money.get(campaign.id);
    const budget = toldBudgetOf(campaign.hourlyBudget, {
      ...ctx.config.verification,
      share: ctx.config.peerBudgetShare,
      left: ofPeriods ? leastLeftOf(ofPeriods) : null,
    });
    const maxCpm = await ctx.peerPrices.findMaxCpm(campaign);
    if (maxCpm === null || budget <= 0n) continue;
    const creatives = shownAt(inventory.creativesOf(campaign.id), ctx.now())
      .filter((creative) => isForUnknown(campaign, creative))
      .slice(0, creativesLeft);
    if (creatives.length === 0) continue;
    const targeting = flattenTargeting(taxonomy.current, campaign);
    exportable.push({
      ...{ campaign, targeting, creatives, budget },
      // Nothing measures views there.
      maxCpm: unmeasuredPriceOf(maxCpm, campaign.unmeasuredPrice),
    });
    creativesLeft -= creatives.length;
  }
  return exportable;
}

const shownAt = (creatives: Iterable<CreativeForSale>, at: Date): readonly CreativeForSale[] =>
  [...creatives].filter(
    ({ times }) =>
      times === null ||
      ((times.startsAt === null || times.startsAt <= at) &&
        (times.endsAt === null || times.endsAt > at)),
  );

function bestFirst({ inventory, now }: ExportSources): readonly Campaign[] {
  const at = now();
  const { ineligibleCampaignIds } = inventory.index;
  const hoursOfWeek = inventory.hoursOfWeek(at.getTime());
  const eligible: { readonly campaign: Campaign; readonly rpm: number }[] = [];
  for (const campaign of inventory.campaigns()) {
    const { id, startsAt, endsAt } = campaign;
    const isRunning =
      startsAt <= at &&
      (endsAt === null || endsAt > at) &&
      isOnSchedule(campaign, hoursOfWeek, at.getTime());
    // Other servers measure nothing.
    if (
      mayLeave(campaign) &&
      isForUnknown(campaign, campaign) &&
      isRunning &&
      !ineligibleCampaignIds.has(id)
    )
      // By the whole bid: modifiers are of auctions of this server.
      eligible.push({ campaign, rpm: inventory.priceAt(id, wholeBid).rpm });
  }
  return eligible.sort((one, other) => other.rpm - one.rpm).map(({ campaign }) => campaign);
}
