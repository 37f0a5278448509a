import type { Amount } from '../../../amount';
import { isLocalAddress } from '../../../ip-address';
import { budgetTimeOf } from '../../../market/events/event';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { hourIdOf, hourOf } from '../../../hour';
import { fundsOf } from '../../books/book';
import { dayIdOf, totalIdOf } from '../../budgets/campaign-period.store';
import { hourTallyIdOf, tallyIdsAround } from '../../budgets/hour-tally';
import { hourMs } from '../../../time';
import { spendableOf } from '../../pockets/pockets';
import type { JudgedEvent } from './event-rule';
import { getHostLooks } from './host-looks.service';
import type { BatchFacts, KnownView } from './judge';
import type { PeerBatchFacts, PeerMoment } from './peers-of-batch';
import { dayOfCampaign, hasPeriodLimits } from './period-limit';
import { getPeerDays, lockAccountHours } from './set-aside.service';
import { askedKeysOf } from './tally';
import type { VerificationContext } from '../verification.context';

const distinct = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly string[] => [...new Set(items.map(keyOf))];

/** Facts that no verdict changes: what was running, whose networks are known, what coins were worth. */
export type LastingFacts = Pick<
  BatchFacts,
  | 'campaigns'
  | 'creatives'
  | 'sites'
  | 'accounts'
  | 'ownNetworks'
  | 'rates'
  | 'limits'
  | 'terms'
  | 'peers'
  | 'peerTerms'
  | 'hostLooks'
  | 'offerMinutes'
>;

/** Reads the facts outside of the transaction, as the past does not change. The number of queries does not grow with the events, but for hosts that are looked at first. */
export async function getLastingFacts(
  ctx: VerificationContext,
  events: readonly JudgedEvent[],
): Promise<LastingFacts> {
  const accountIds = [
    ...new Set(events.flatMap(({ publisherId, advertiserId }) => [publisherId, advertiserId])),
  ];
  const [campaigns, creatives, sites, accounts, ownNetworks, rates, peers] = await Promise.all([
    listCampaignStates(ctx, events),
    listCreativeStates(ctx, events),
    ctx.sites.listStates(distinct(events, ({ siteId }) => siteId)),
    ctx.accounts.listStates(accountIds),
    listOwnNetworks(ctx, events),
    listRates(ctx, [...events.map(budgetTimeOf), ...hoursOfOffers(ctx)]),
    listPeersOf(ctx, events),
  ]);
  const { limits, ...terms } = ctx.config.verification;
  return {
    ...{ campaigns, creatives, sites, accounts, ownNetworks, rates, limits, terms },
    peers,
    hostLooks: await getHostLooks(ctx, events),
    peerTerms: peerTermsOf(ctx),
    offerMinutes: ctx.config.offerMinutes,
  };
}

/** Other servers by their addresses. */
export async function listPeersOf(
  { peers }: Pick<VerificationContext, 'peers'>,
  moments: readonly Pick<PeerMoment, 'peer'>[],
): Promise<PeerBatchFacts['peers']> {
  const addresses = [...new Set(moments.flatMap(({ peer }) => peer?.address ?? []))];
  const found = addresses.length === 0 ? [] : await peers.listByAddresses(addresses);
  return new Map(found.map((peer) => [peer.address, peer]));
}

export const peerTermsOf = ({
  config,
}: Pick<VerificationContext, 'config'>): PeerBatchFacts['peerTerms'] => ({
  share: config.peerBudgetShare,
  offerMinutes: config.offerMinutes,
  adsTxt: config.peerAdsTxt,
});

/** The states of campaigns: other servers' campaigns have histories as ours do. */
async function listCampaignStates(
  { campaigns, peerCampaigns }: VerificationContext,
  events: readonly JudgedEvent[],
): Promise<BatchFacts['campaigns']> {
  const [foreign, own] = parted(events);
  const theirs = distinct(foreign, ({ campaignId }) => campaignId);
  const ours = await campaigns.listStates(distinct(own, ({ campaignId }) => campaignId));
  if (theirs.length === 0) return ours;
  return new Map([...ours, ...(await peerCampaigns.listStates(theirs))]);
}

async function listCreativeStates(
  { creatives, peerCreatives }: VerificationContext,
  events: readonly JudgedEvent[],
): Promise<BatchFacts['creatives']> {
  const [foreign, own] = parted(events);
  const theirs = distinct(foreign, ({ creativeId }) => creativeId);
  const ours = await creatives.listStates(distinct(own, ({ creativeId }) => creativeId));
  if (theirs.length === 0) return ours;
  return new Map([...ours, ...(await peerCreatives.listStates(theirs))]);
}

/** Parts events into those of other servers’ creatives and those of our creatives. */
function parted(events: readonly JudgedEvent[]) {
  const isForeign = ({ demandServer }: JudgedEvent) => demandServer !== undefined;
  return [events.filter(isForeign), events.filter((event) => !isForeign(event))] as const;
}

async function listOwnNetworks(
  ctx: VerificationContext,
  events: readonly JudgedEvent[],
): Promise<ReadonlySet<string>> {
  const pairs = new Map<string, { readonly accountId: string; readonly network: string }>();
  for (const { publisherId: accountId, remoteAddress: network } of events)
    if (network !== null && !isLocalAddress(network))
      pairs.set(`${accountId} ${network}`, { accountId, network });
  const known = await ctx.accountNetworks.listKnown([...pairs.values()], ctx.now());
  return new Set(known.map(({ accountId, network }) => `${accountId} ${network}`));
}

/** The hours whose offers may still be good. */
export function hoursOfOffers({ now }: Pick<VerificationContext, 'now'>): readonly Date[] {
  return [now(), new Date(now().getTime() - hourMs)];
}

/** Rates by the number of the hour; hours without a fresh rate are left out. */
export async function listRates(
  { rates }: VerificationContext,
  times: readonly Date[],
): Promise<ReadonlyMap<number, Amount>> {
  const found = new Map<number, Amount>();
  for (const [hourId, hour] of new Map(times.map((at) => [hourIdOf(at), hourOf(at)]))) {
    const rate = await rates.findRate(hour);
    if (rate) found.set(hourId, rate.rate);
  }
  return found;
}

/** The budgets, funds and counts that a batch changes, as the transaction sees them. */
export async function getMovingFacts(
  ctx: VerificationContext,
  events: readonly JudgedEvent[],
  {
    campaigns,
    session,
  }: { readonly campaigns: BatchFacts['campaigns']; readonly session: DatabaseSession },
): Promise<
  Pick<
    BatchFacts,
    'views' | 'hours' | 'accountHours' | 'means' | 'tallies' | 'peerDays' | 'periods'
  >
> {
  const clicks = events.filter(
    ({ kind, invalidTraffic }) => kind === 'click' && invalidTraffic === null,
  );
  const views: ReadonlyMap<string, KnownView> = await ctx.verification.listViews(
    distinct(clicks, ({ offerId }) => offerId),
    session,
  );
  const spenders = events.map((event) => ({ ...event, budgetTime: budgetTimeOf(event) }));
  const budgets = await getSpent(ctx, spenders, { campaigns, session });
  const advertisers = distinct(events, ({ advertiserId }) => advertiserId);
  const means = await listMeans(ctx, advertisers, session);
  const counted = events.filter(
    ({ invalidTraffic, price }) => invalidTraffic === null && price !== null,
  );
  const keys = new Set(
    counted.flatMap((event) => askedKeysOf(event, ctx.config.verification.limits)),
  );
  const tallies = await ctx.caseTallies.list([...keys], session);
  const besideViews = [
    ...clicks.filter(({ price }) => price !== null && price > 0n),
    ...events.filter(({ peer }) => peer !== undefined),
  ];
  const payers = distinct(besideViews, ({ advertiserId }) => advertiserId);
  const accountHours = await lockAccountHours(ctx, payers, session);
  const peerDays = await getPeerDays(ctx, events, session);
  return { views, ...budgets, accountHours, means, tallies, peerDays };
}

/** Money that is spent, and set aside, of the hours, days and whole lives that pay for something. */
export async function getSpent(
  ctx: VerificationContext,
  spenders: readonly { readonly campaignId: string; readonly budgetTime: Date }[],
  {
    campaigns,
    session,
  }: { readonly campaigns: BatchFacts['campaigns']; readonly session: DatabaseSession },
): Promise<Pick<BatchFacts, 'hours' | 'periods'>> {
  const hourIds = new Set<string>();
  const periodIds = new Set<string>();
  for (const { campaignId, budgetTime } of spenders) {
    hourIds.add(hourTallyIdOf(campaignId, budgetTime));
    const states = campaigns.get(campaignId) ?? [];
    if (!hasPeriodLimits(states)) continue;
    periodIds.add(totalIdOf(campaignId));
    periodIds.add(dayIdOf(campaignId, dayOfCampaign(states, budgetTime).from));
    for (const id of tallyIdsAround(campaignId, ctx.now())) hourIds.add(id);
  }
  const hours = await ctx.campaignHours.list([...hourIds], session);
  return { hours, periods: await ctx.campaignHours.periods.list([...periodIds], session) };
}

/** USD, by the ids of `hourTallyIdOf`. */
export async function listSpent(
  { campaignHours }: VerificationContext,
  ids: readonly string[],
  session: DatabaseSession,
): Promise<ReadonlyMap<string, Amount>> {
  const found = await campaignHours.list(ids, session);
  return new Map([...found].map(([id, { spent }]) => [id, spent]));
}

/** Funds and credit of advertisers, 10^-11 coins. */
export async function listMeans(
  ctx: VerificationContext,
  advertiserIds: readonly string[],
  session?: DatabaseSession,
): Promise<ReadonlyMap<string, Amount>> {
  const limits = await ctx.accounts.listCreditLimits(advertiserIds);
  return listMeansBy(ctx, { advertiserIds, limits }, session);
}

/** The same, by limits that were read before. */
export async function listMeansBy(
  { books }: Pick<VerificationContext, 'books'>,
  of: {
    readonly advertiserIds: readonly string[];
    /** Those of known accounts; null: without limit. */
    readonly limits: ReadonlyMap<string, Amount | null>;
  },
  session?: DatabaseSession,
): Promise<ReadonlyMap<string, Amount>> {
  const { advertiserIds, limits } = of;
  const balances = await books.balancesOf(advertiserIds.map(fundsOf), session);
  return new Map(
    advertiserIds.map((id) => {
      const limit = limits.get(id);
      if (limit === undefined) return [id, 0n];
      return [id, spendableOf({ funds: balances.get(fundsOf(id)) ?? 0n, creditLimit: limit })];
    }),
  );
}
