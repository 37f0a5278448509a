import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { getCampaign } from '../../demand/campaigns/campaign.service';
import { toStoredTargeting } from '../../demand/campaigns/campaign-targeting';
import { AppError } from '../../errors';
import { Pace } from '../../platform/process/pace';
import type { RecentHour, RecentSample } from '../../market/replay/recent-finds';
import type { ReplayCount } from '../../market/replay/replay-count';
import {
  Replay,
  type ReplayedMarket,
  type ReplayTerms,
  triedId,
  type TriedCampaign,
} from '../../market/replay/replay';
import { knownAfterImpressions } from '../../market/selection/ranking/rank';
import type { Forecast, ForecastParams } from './forecast';
import type { ForecastContext } from './forecast.context';
import { figuresOf } from './forecast-figures';
import { listTriedAds } from './tried-ads';
import { viewRateOf } from './view-rate';

/** Replays take a part of a core in short slices, and finds wait for none of them. */
const pace = { share: 1 / 4, leastWorkMs: 0.5 };

/**
 * Tells what a campaign would have had in the last days: finds of then, replayed beside all that is for sale now.
 *
 * @throws {AppError} `NOT_FOUND` for somebody else's campaign; `TOO_MANY_REQUESTS` where the account asks too often.
 */
export async function makeForecast(
  ctx: ForecastContext,
  { accountId, params }: { readonly accountId: string; readonly params: ForecastParams },
): Promise<Forecast> {
  const { campaignId } = params;
  const known = campaignId && (await getCampaign(ctx, { advertiserId: accountId, id: campaignId }));
  const { landingUrl } = known || { landingUrl: '' };
  const retryAfterSeconds = await ctx.forecastLimiter.take(accountId);
  if (retryAfterSeconds > 0)
    throw new AppError('TOO_MANY_REQUESTS', 'too many forecasts', { retryAfterSeconds });
  return ctx.forecastTurns.take(accountId, async () => {
    const sample = await ctx.recentFinds.read();
    const tried = await toTried(ctx, { ...params, landingUrl, advertiserId: accountId }, sample);
    const now = ctx.now();
    const viewRate = viewRateOf(ctx);
    const terms = { viewRate, auctionType: ctx.auctionTypes.at(now.getTime()) };
    const count = await replayInSlices({ market: ctx.inventory, tried, terms }, sample.hours);
    return figuresOf(count, { sample, now, viewRate });
  });
}

async function toTried(
  ctx: ForecastContext,
  params: ForecastParams & Pick<Campaign, 'advertiserId' | 'landingUrl'>,
  { hours }: RecentSample,
): Promise<TriedCampaign> {
  const { campaignId, targeting } = params;
  const campaign = {
    ...params,
    ...toStoredTargeting(targeting),
    id: campaignId ?? triedId,
    startsAt: new Date(0),
    endsAt: null,
  };
  const ads = await listTriedAds(ctx, params, hours);
  const candidates = ads.map((creative) => {
    const candidate = ctx.inventory.imagine({ creative, campaign, origin: null });
    // New ads are tried out for a while: that says nothing of a week.
    const impressions = Math.max(candidate.impressions, knownAfterImpressions);
    return { ...candidate, campaignId: triedId, impressions };
  });
  return { ...campaign, candidates, replacedId: campaignId };
}

interface ReplayParams {
  readonly market: ReplayedMarket;
  readonly tried: TriedCampaign;
  readonly terms: ReplayTerms;
}

/** Replays finds in short slices, for a part of the time. */
export async function replayInSlices(
  { market, tried, terms }: ReplayParams,
  hours: readonly RecentHour[],
): Promise<ReplayCount> {
  const work = new Pace(pace);
  work.serve();
  work.begin();
  const steps = new Replay(market, tried, terms).run(hours);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await work.rest();
  }
}
