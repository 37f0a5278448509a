import { isFree } from '../../demand/campaigns/campaign-priority';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { parentCategoryOf } from '../../demand/campaigns/content-category';
import type { CreativeReview, CreativeStatus } from '../../demand/creatives/creative.resource';
import { isWithinTimes } from '../../demand/creatives/creative-times';
import { domainsCovering, hostOfLanding } from '../../demand/refused-domains/refused-domain';
import { committedOf, hourTallyIdOf } from '../../money/budgets/hour-tally';
import { isOnSchedule } from '../../market/inventory/week-hours';
import { assertPresent } from '../../present';
import { dayMs } from '../../time';
import { type CampaignServing, toCampaignServing } from './campaign-serving';
import { noOutcomes, type OutcomeSums, sumOutcomes } from './outcome-sums';
import type { ServingStateContext } from './serving.context';
import { listPeriodMoney } from '../../money/budgets/list-period-money.service';
import { type Budgets, budgetsOf, type ServingFacts } from './serving-state';

type Found<Value> = ReadonlyMap<Campaign, Value>;

/** How campaigns stand with being shown: a few reads, however many they are. */
export async function listServings(
  ctx: ServingStateContext,
  campaigns: readonly Campaign[],
): Promise<Found<CampaignServing>> {
  const at = ctx.now();
  const rateFreshUntil = ctx.rates.freshUntil();
  const hoursOfWeek = ctx.inventory.hoursOfWeek(at.getTime());
  const [budgets, finds, statuses] = await Promise.all([
    listBudgets(ctx, campaigns, at),
    listFinds(ctx, campaigns, at),
    listCreativeStatuses(ctx, campaigns),
  ]);
  return new Map(
    campaigns.map((campaign) => {
      const { id } = campaign;
      const facts = {
        at,
        // By the visitors' clocks, it is somewhere.
        isOnSchedule:
          campaign.scheduleClock === 'visitor' || isOnSchedule(campaign, hoursOfWeek, at.getTime()),
        ...saleOf(statuses.get(id)),
        isWithinTimes: isAnyWithinTimes(ctx, id, at),
        refusal: ctx.refusedDomains.findLanding(campaign.landingUrl),
        budgets: assertPresent(budgets.get(campaign), 'the budgets of all are read'),
        rateFreshUntil,
        finds: finds.get(campaign) ?? noOutcomes,
      };
      return [campaign, toCampaignServing(campaign, facts)];
    }),
  );
}

async function listBudgets(
  ctx: ServingStateContext,
  campaigns: readonly Campaign[],
  at: Date,
): Promise<Found<Budgets>> {
  const { campaignHours, config, inventory } = ctx;
  const { offerMinutes } = config;
  const [hours, periods] = await Promise.all([
    campaignHours.list(campaigns.map(({ id }) => hourTallyIdOf(id, at))),
    listPeriodMoney(ctx, campaigns, at),
  ]);
  return new Map(
    campaigns.map((campaign) => {
      const { id, hourlyBudget } = campaign;
      const tally = hours.get(hourTallyIdOf(id, at)) ?? null;
      const spent = tally?.spent ?? 0n;
      const setAside = committedOf(tally, { at, offerMinutes }) - spent;
      const hour = { budget: hourlyBudget, spent, setAside };
      const { ofDay, inAll, day } = assertPresent(periods.get(id), 'all of them are told');
      const offerCost = isFree(campaign) ? null : inventory.priceOf(id).offerCost;
      const spans = { hour, day: ofDay, total: inAll };
      return [campaign, budgetsOf(spans, { offerCost, nextDayAt: day.to })];
    }),
  );
}

async function listFinds(
  { outcomes }: ServingStateContext,
  campaigns: readonly Campaign[],
  at: Date,
): Promise<Found<OutcomeSums>> {
  const active = campaigns.filter(({ status }) => status === 'active');
  const days = await outcomes.listTotals(
    active.map(({ id }) => id),
    new Date(at.getTime() - dayMs),
  );
  const bySubject = Map.groupBy(days, ({ subjectId }) => subjectId);
  return new Map(
    active.map((campaign) => {
      const { id, updatedAt } = campaign;
      const own = bySubject.get(id) ?? [];
      return [campaign, sumOutcomes(own.filter(({ termsAt }) => termsAt === updatedAt.getTime()))];
    }),
  );
}

/**
 * Lists the statuses of creatives of those active campaigns of which this process sells nothing: they may be just made.
 * Others have no entry.
 */
async function listCreativeStatuses(
  { creatives, inventory }: ServingStateContext,
  campaigns: readonly Campaign[],
): Promise<ReadonlyMap<string, ReadonlySet<CreativeStatus | CreativeReview>>> {
  const lacking = campaigns
    .filter(({ id, status }) => status === 'active' && inventory.findCampaign(id) === null)
    .map(({ id }) => id);
  if (lacking.length === 0) return new Map();
  const found = await creatives.listStatusesByCampaigns(lacking);
  return new Map(lacking.map((id) => [id, found.get(id) ?? new Set()]));
}

/** @param statuses of its creatives; undefined: some are for sale, or nobody asks */
function saleOf(
  statuses: ReadonlySet<CreativeStatus | CreativeReview> | undefined,
): Pick<ServingFacts, 'isForSale' | 'isWaiting' | 'isRejected'> {
  const isForSale = statuses?.has('active') ?? true;
  const lacksFor = (status: CreativeStatus | CreativeReview) =>
    !isForSale && statuses?.has(status) === true;
  return { isForSale, isWaiting: lacksFor('waiting'), isRejected: lacksFor('rejected') };
}

/** Says that a creative for sale of a campaign is within its own times, or that this process has none for sale. */
export function isAnyWithinTimes(
  { inventory }: Pick<ServingStateContext, 'inventory'>,
  campaignId: string,
  at: Date,
): boolean {
  let isAny = true;
  for (const { times } of inventory.creativesOf(campaignId)) {
    if (isWithinTimes(times, at)) return true;
    isAny = false;
  }
  return isAny;
}

/** How many publishers have rejected a creative of a campaign, or blocked its domain, its category or its advertiser. */
export async function countRejectingPublishers(
  { creatives, sites }: ServingStateContext,
  { campaignId, advertiserId, landingUrl, category }: CampaignServing,
): Promise<number> {
  const ids = (await creatives.listIdsByCampaigns([campaignId])).get(campaignId) ?? [];
  const host = hostOfLanding(landingUrl);
  return sites.countPublishersRejecting({
    creativeIds: [...ids],
    domains: host === null ? [] : domainsCovering(host),
    categories: category === null ? [] : [category, parentCategoryOf(category)],
    advertiserId,
  });
}
