import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import type { FlatFeatures } from '../../demand/taxonomy/taxonomy';
import { formatTime } from '../../time';
import type { ExportableCampaign } from './exportable-campaign';
import { firstSecond, lastSecond } from '../stored-times';

/** Origins of the URLs that a creative comes with. */
export interface WireOrigins {
  /** Of the bytes. */
  readonly serveUrl: string;
  /** Of views and clicks. */
  readonly publicUrl: string;
}

/** The vendors that others know, by medium; with another one their whole import stops. */
const knownVendors: ReadonlyMap<string, readonly (string | null)[]> = new Map([
  ['web', [null]],
  ['metaverse', [null, 'decentraland', 'cryptovoxels', 'polkacity', 'milc']],
]);

/** Others keep these in columns of so many characters. */
const longest = { size: 16, mime: 127, landingUrl: 1_024 } as const;
/** AVIF is in no taxonomy of theirs. */
const unknownMimes = ['image/avif'];

/**
 * A campaign as other servers read it: JSON in which every member has exactly the type that they want. What they would stop at
 * is left out.
 *
 * @returns null for a campaign that they could not take.
 * @see docs/peers.md §7
 */
export function toCampaignJson(
  { campaign, targeting, creatives, budget, maxCpm }: ExportableCampaign,
  origins: WireOrigins,
): string | null {
  const { id, landingUrl, medium, vendor } = campaign;
  const banners = creatives
    .filter(isTaken)
    .map((creative) => toBannerJson(creative, origins))
    .join(',');
  const times = timesOf(campaign);
  const isKnown = knownVendors.get(medium)?.includes(vendor) === true;
  if (!isKnown || times === null || banners === '' || budget <= 0n) return null;
  if (landingUrl.length > longest.landingUrl) return null;
  const members = {
    id,
    landing_url: landingUrl,
    ...times,
    medium,
    vendor,
    targeting_requires: toGroups(targeting.requires),
    targeting_excludes: toGroups(targeting.excludes),
  };
  const text = JSON.stringify(members);
  if (hasHalfPair(text)) return null;
  // In whole units: a floating-point number does not hold all of them.
  const amounts = `"max_cpc":${campaign.maxCpc ?? 0n},"max_cpm":${maxCpm},"budget":${budget}`;
  return `${text.slice(0, -1)},${amounts},"banners":[${banners}]}`;
}

/** Half of a surrogate pair makes the whole list unreadable. JSON has nothing else as such an escape. */
const hasHalfPair = (json: string): boolean =>
  // Most have none: that is seen sooner.
  json.includes('\\ud') && /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(json);

/** null: it would end within the second in which it starts. */
function timesOf({ startsAt, endsAt, createdAt, updatedAt }: Campaign) {
  const start = toSecond(startsAt);
  const end = endsAt && toSecond(endsAt);
  if (end !== null && end <= start) return null;
  return {
    date_start: start,
    date_end: end,
    created_at: toSecond(createdAt),
    updated_at: toSecond(updatedAt),
  };
}

function toSecond(time: Date): string {
  if (time < firstSecond) return formatTime(firstSecond);
  return formatTime(time > lastSecond ? lastSecond : time);
}

/** Nothing in it needs quoting. */
const plainText = /^[\w./+-]+$/;

const isTaken = ({ mime, scope }: CreativeForSale): boolean =>
  plainText.test(mime) &&
  plainText.test(scope) &&
  mime.length <= longest.mime &&
  scope.length <= longest.size &&
  !unknownMimes.includes(mime);

/** By hand: 20,000 of them in a list, three times as fast as `JSON.stringify`. See P22-export of `bench/peers.ts`. */
function toBannerJson(
  { id, type, mime, scope, hash }: CreativeForSale,
  { serveUrl, publicUrl }: WireOrigins,
): string {
  return `{"id":"${id}","size":"${scope}","type":"${type}","mime":"${mime}","checksum":"${hash}",\
"serve_url":"${serveUrl}/serve/x${id}.doc?v=${hash.slice(0, 4)}",\
"click_url":"${publicUrl}/peer/click/${id}","view_url":"${publicUrl}/peer/view/${id}","classification":{}}`;
}

/** `group:option` to values, by group; a list where there are none, as others write it. */
function toGroups(features: FlatFeatures): object {
  const groups: Record<string, Record<string, readonly string[]>> = {};
  for (const [name, values] of Object.entries(features)) {
    const colon = name.indexOf(':');
    if (values.length > 0) (groups[name.slice(0, colon)] ??= {})[name.slice(colon + 1)] = values;
  }
  return Object.keys(groups).length === 0 ? [] : groups;
}
