import type { ClickConversionMode } from './click-conversion-mode';
import type { Conversion } from './conversion.resource';

/** Parts of a signed link that the caller replaces. */
const placeholders = '?value=value&nonce=nonce&ts=timestamp&sig=signature';

/** The URL that records a conversion, as advertisers build it into their pages. @see docs/reference-clients.md §5.9 */
export function formatConversionLink(
  publicUrl: string,
  { id, type }: Pick<Conversion, 'id' | 'type'>,
): string {
  return `${publicUrl}/kw/${id}.gif${type === 'advanced' ? placeholders : ''}`;
}

/** The URL that confirms a click of a campaign; null where clicks count at once. @see docs/reference-clients.md §5.9 */
export function formatClickConversionLink(
  publicUrl: string,
  { campaignId, mode }: { readonly campaignId: string; readonly mode: ClickConversionMode },
): string | null {
  if (mode === 'none') return null;
  return `${publicUrl}/kw/kl/${campaignId}.gif${mode === 'advanced' ? placeholders : ''}`;
}

const scriptOf = (publicUrl: string, settings: readonly string[]): string => {
  const attributes = ['async', `src="${publicUrl}/tag/conversion/v1.js"`, ...settings];
  return `<script ${attributes.join(' ')}></script>`;
};

/**
 * HTML for every page of the advertiser's site: keeps the case that the landing page is told of, and confirms the click
 * where the landing page's load does that.
 *
 * @see docs/conversions.md
 */
export function formatLandingCode(
  publicUrl: string,
  campaign: {
    readonly id: string;
    readonly landingUrl: string;
    readonly conversionClick: ClickConversionMode;
  },
): string {
  const parameter = caseParameterOf(campaign.landingUrl);
  return scriptOf(publicUrl, [
    ...(parameter === 'cid' ? [] : [`data-parameter="${parameter}"`]),
    ...(campaign.conversionClick === 'basic' ? [`data-click="${campaign.id}"`] : []),
  ]);
}

/** HTML for the page that a conversion leads to; null for one whose link only a server can sign. @see docs/conversions.md */
export function formatConversionCode(
  publicUrl: string,
  { id, type }: Pick<Conversion, 'id' | 'type'>,
): string | null {
  return type === 'advanced' ? null : scriptOf(publicUrl, [`data-conversion="${id}"`]);
}

/** The member of the landing URL's query or fragment that names the case. */
function caseParameterOf(landingUrl: string): string {
  const { search, hash } = new URL(landingUrl);
  // Other names would have to be escaped, in HTML and in the script's settings: nobody has any.
  for (const part of [search, hash])
    for (const [name, value] of new URLSearchParams(part.slice(1)))
      if (/^\{cid\}$/i.test(value) && /^[\w.-]+$/.test(name)) return name;
  return 'cid';
}
