import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { getCampaign } from '../../demand/campaigns/campaign.service';
import type { OwnCampaign } from '../../demand/campaigns/campaign.service';
import { invalid } from '../../errors';
import { revisionOf } from '../../platform/graphql/resumable';
import { getSite } from '../../supply/sites/publisher-site.service';
import { dayMs, quarterMs } from '../../time';
import { encodeCell } from '../statistics/roll-ups/cell';
import { readAllFigures } from '../statistics/questions/owned-figures.service';
import type { CampaignServing } from '../serving/campaign-serving';
import { isAnyWithinTimes, listServings } from '../serving/campaign-serving.service';
import type { LiveContext } from './live.context';
import type { FiguresSubject, LiveFigures } from './live-figures';

export interface FollowParams {
  readonly accountId: string;
  /** In any of the forms of an id. */
  readonly id: string;
  /** The event that was seen last: only what follows is told; null: everything. */
  readonly after: string | null;
}

const mostMs = 31 * dayMs;

/**
 * Figures of an advertiser's campaign since a time: as they are, then whenever they are others.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, `VALIDATION_FAILED` for a time to come or too long ago.
 */
export async function followCampaignFigures(
  ctx: LiveContext,
  { accountId, id: given, from, after }: FollowParams & { readonly from: Date },
): Promise<AsyncIterableIterator<LiveFigures>> {
  const { id } = await getCampaign(ctx, { advertiserId: accountId, id: given });
  return followFigures(ctx, { side: 'advertiser', accountId, id, from }, after);
}

/** The same of a publisher's site. @throws {AppError} as `followCampaignFigures` does. */
export async function followSiteFigures(
  ctx: LiveContext,
  { accountId, id: given, from, after }: FollowParams & { readonly from: Date },
): Promise<AsyncIterableIterator<LiveFigures>> {
  const { id } = await getSite(ctx, { publisherId: accountId, id: given });
  return followFigures(ctx, { side: 'publisher', accountId, id, from }, after);
}

function followFigures(
  ctx: LiveContext,
  { from, ...subject }: FiguresSubject,
  after: string | null,
): AsyncIterableIterator<LiveFigures> {
  const age = ctx.now().getTime() - from.getTime();
  if (age < 0) throw invalid({ from: ['must not be in the future'] });
  if (age > mostMs) throw invalid({ from: ['must be within the last 31 days'] });
  const start = new Date(Math.floor(from.getTime() / quarterMs) * quarterMs);
  return ctx.live.figures.follow({ ...subject, from: start }, after);
}

/**
 * Tells that an advertiser's campaign is shown, or why not: at once and after every change. Ends with `NOT_FOUND` when
 * the campaign is deleted.
 * @throws {AppError} `NOT_FOUND` for another advertiser's.
 */
export async function followCampaignServing(
  ctx: LiveContext,
  { accountId: advertiserId, id: given, after }: FollowParams,
): Promise<AsyncIterableIterator<CampaignServing>> {
  const { id } = await getCampaign(ctx, { advertiserId, id: given });
  return ctx.live.servings.follow({ advertiserId, id }, after);
}

/** Reads figures for those who follow them. */
export async function readLiveFigures(
  ctx: LiveContext,
  subjects: readonly FiguresSubject[],
): Promise<ReadonlyMap<FiguresSubject, LiveFigures>> {
  const at = ctx.now();
  // An event may be a moment ahead of this process's clock.
  const to = new Date(at.getTime() + quarterMs);
  const found = new Map<FiguresSubject, LiveFigures>();
  for (const [side, of] of Map.groupBy(subjects, (subject) => subject.side)) {
    const wanted = of.map((subject) => ({ ...subject, to, subject }));
    const by = side === 'advertiser' ? 'campaign' : 'site';
    for (const [one, figures] of await readAllFigures(ctx, { side, by }, wanted)) {
      const { cell, ...answer } = figures;
      const { from } = one;
      const revision = revisionOf([from, encodeCell(cell)]);
      found.set(one.subject, { side, from, at, cell, ...answer, revision });
    }
  }
  return found;
}

/** Reads whether campaigns are shown; deleted ones have no entry. */
export async function readServings(
  ctx: LiveContext,
  subjects: readonly OwnCampaign[],
): Promise<ReadonlyMap<OwnCampaign, CampaignServing>> {
  const found = new Map<OwnCampaign, Campaign>();
  await Promise.all(
    subjects.map(async (subject) => {
      const campaign = await ctx.campaigns.findOwned(subject.advertiserId, subject.id);
      if (campaign) found.set(subject, campaign);
    }),
  );
  const servings = await listServings(ctx, [...found.values()]);
  return new Map(
    [...found].flatMap(([subject, campaign]) => {
      const serving = servings.get(campaign);
      return serving ? [[subject, serving] as const] : [];
    }),
  );
}

/** Collections whose changes tell what is followed. */
export const followedCollections = ['figureTouches'] as const;

/**
 * Takes up what was changed, by this process or another one; after the inventory has.
 *
 * @param idsOf ids of the changed documents of a collection
 */
export async function takeUpLive(
  ctx: LiveContext,
  idsOf: (collection: string) => readonly string[],
): Promise<void> {
  const { figures, servings } = ctx.live;
  if (figures.followers + servings.followers === 0) return;
  servings.touch(idsOf('campaigns'));
  if (idsOf('rates').length > 0) servings.touchWhere(() => true);
  if (idsOf('creatives').length > 0)
    servings.touchWhere(
      ({ id }, value) => value?.status === 'active' && areCreativesOthers(ctx, id, value),
    );
  const touchIds = idsOf('figureTouches');
  if (touchIds.length === 0) return;
  const touches = await ctx.figureTouches.listByIds(touchIds);
  const campaignIds = new Set(touches.flatMap((touch) => touch.campaignIds));
  figures.touch([...campaignIds, ...new Set(touches.flatMap(({ siteIds }) => siteIds))]);
  servings.touch(campaignIds);
}

/** Says that what is told of a campaign's creatives holds no longer. */
function areCreativesOthers(
  ctx: LiveContext,
  campaignId: string,
  { hindrances }: CampaignServing,
): boolean {
  const isForSale = ctx.inventory.findCampaign(campaignId) !== null;
  return (
    hindrances.includes('no_active_creative') === isForSale ||
    hindrances.includes('creatives_not_scheduled') === isAnyWithinTimes(ctx, campaignId, ctx.now())
  );
}
