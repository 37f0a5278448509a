import type { Amount } from '../../amount';
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
import { inTurns } from '../../platform/process/in-turns';
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
  const exportable: ExportableCampaign[] = [];
  let creativesLeft: number = most.creatives;
  for await (const some of inTurns(await bestFirst(ctx), campaignsPerTurn)) {
    const money = await listPeriodMoney(ctx, some.filter(hasPeriods), ctx.now());
    for (const campaign of some) {
      if (exportable.length >= most.campaigns || creativesLeft === 0) return exportable;
      const ofPeriods = money.get(campaign.id);
      const left = ofPeriods ? leastLeftOf(ofPeriods) : null;
      const one = await toExportable(ctx, campaign, { left, creativesLeft });
      if (one === null) continue;
      exportable.push(one);
      creativesLeft -= one.creatives.length;
    }
  }
  return exportable;
}

/** null: it has nothing that other servers could show now. */
async function toExportable(
  { inventory, taxonomy, config, peerPrices, now }: ExportSources,
  campaign: Campaign,
  { left, creativesLeft }: { readonly left: Amount | null; readonly creativesLeft: number },
): Promise<ExportableCampaign | null> {
  const { verification, peerBudgetShare: share } = config;
  const budget = toldBudgetOf(campaign.hourlyBudget, { ...verification, share, left });
  const maxCpm = await peerPrices.findMaxCpm(campaign);
  if (maxCpm === null || budget <= 0n) return null;
  const creatives = shownAt(inventory.creativesOf(campaign.id), now())
    .filter((creative) => isForUnknown(campaign, creative))
    .slice(0, creativesLeft);
  if (creatives.length === 0) return null;
  const targeting = flattenTargeting(taxonomy.current, campaign);
  // Nothing measures views there.
  const told = unmeasuredPriceOf(maxCpm, campaign.unmeasuredPrice);
  return { campaign, targeting, creatives, budget, maxCpm: told };
}

const shownAt = (creatives: Iterable<CreativeForSale>, at: Date): readonly CreativeForSale[] =>
  [...creatives].filter(
    ({ times }) =>
      times === null ||
      ((times.startsAt === null || times.startsAt <= at) &&
        (times.endsAt === null || times.endsAt > at)),
  );

async function bestFirst({ inventory, now }: ExportSources): Promise<readonly Campaign[]> {
  const at = now();
  const { ineligibleCampaignIds } = inventory.index;
  const hoursOfWeek = inventory.hoursOfWeek(at.getTime());
  /** By their ids: one that changes meanwhile comes twice. */
  const eligible = new Map<string, { readonly campaign: Campaign; readonly rpm: number }>();
  const isEligible = (campaign: Campaign): boolean =>
    campaign.startsAt <= at &&
    (campaign.endsAt === null || campaign.endsAt > at) &&
    isOnSchedule(campaign, hoursOfWeek, at.getTime()) &&
    // Other servers measure nothing.
    mayLeave(campaign) &&
    isForUnknown(campaign, campaign) &&
    !ineligibleCampaignIds.has(campaign.id);
  // By the whole bid: modifiers are of auctions of this server.
  for await (const some of inTurns(inventory.campaigns(), campaignsPerTurn))
    for (const campaign of some.filter(isEligible))
      eligible.set(campaign.id, { campaign, rpm: inventory.priceAt(campaign.id, wholeBid).rpm });
  const inOrder = [...eligible.values()].sort((one, other) => other.rpm - one.rpm);
  return inOrder.map(({ campaign }) => campaign);
}
