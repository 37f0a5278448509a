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
