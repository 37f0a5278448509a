import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import { usualWeight } from '../../demand/creatives/creative-weight';
import { findFormats } from '../../demand/taxonomy/taxonomy';
import type { RecentHour } from '../../market/replay/recent-finds';
import type { ForecastParams } from './forecast';
import type { ForecastContext } from './forecast.context';

/** An ad as it is tried: it need not be there yet. */
export type TriedAd = Omit<CreativeForSale, 'campaignId' | 'hash' | 'alt' | 'impressionPixels'>;

/** As many as a campaign may have. */
const mostAds = 100;

/** The ads that are tried: those that are named, else those of the campaign, else one of each kind that sites ask for. */
export async function listTriedAds(
  ctx: ForecastContext,
  { ads, campaignId, ...terms }: ForecastParams,
  hours: readonly RecentHour[],
): Promise<readonly TriedAd[]> {
  const formats = findFormats(ctx.taxonomy.current, terms.medium, terms.vendor) ?? [];
  if (ads.length > 0)
    return ads.map(({ type, scope }, at) => {
      const format = formats.find((one) => one.type === type && one.scopes.includes(scope));
      const [mime = ''] = format?.mimes ?? [];
      return { ...anAd(at), type, scope, mime };
    });
  const own = campaignId === null ? [] : await ctx.creatives.listByCampaigns([campaignId]);
  const usable = own.filter(({ status }) => status !== 'rejected');
  if (usable.length > 0) return usable.map((creative) => ({ ...creative, times: null }));
  const asked = scopesOf(hours, terms.medium);
  return formats
    .flatMap(({ type, mimes: [mime = ''], scopes }) =>
      scopes.filter((scope) => asked.has(scope)).map((scope) => ({ type, mime, scope })),
    )
    .slice(0, mostAds)
    .map((one, at) => ({ ...anAd(at), ...one }));
}

/** An ad that no publisher and no classifier has seen. */
const anAd = (at: number) => ({
  id: `${at}`.padStart(32, 'f'),
  keywords: {},
  weight: usualWeight,
  times: null,
  frequencyCaps: null,
});

function scopesOf(hours: readonly RecentHour[], medium: string): ReadonlySet<string> {
  const ofMedium = hours.flatMap(({ finds }) =>
    finds.filter(({ known }) => known.site.site.medium === medium),
  );
  return new Set(ofMedium.flatMap(({ known }) => known.scopes));
}
