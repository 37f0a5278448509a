import type { Amount } from '../../amount';
import { fillPlaceholders } from '../../demand/campaigns/placeholders';
import type { WithRequest } from '../../request-facts';
import { placeholderValuesOf } from '../events/placeholder-values';
import type { ServableCreative } from '../inventory/for-sale';
import type { KnownPlacement } from './known-supply';
import type { ServingContext } from './serving.context';

/**
 * The URLs that the tag calls when the ad was seen, filled in as landing URLs are, but for the case, which pixels are not
 * told; null: none.
 */
export function pixelsOf(
  ctx: Pick<ServingContext, 'config'> & WithRequest,
  offer: {
    readonly known: KnownPlacement;
    readonly servable: ServableCreative;
    readonly offeredAt: number;
    readonly viewPrice: Amount;
  },
): readonly string[] | null {
  const { creative, campaign } = offer.servable;
  if (creative.impressionPixels === null) return null;
  const { placement, site } = offer.known;
  const values = placeholderValuesOf(ctx.request, {
    creativeId: creative.id,
    campaignId: campaign.id,
    publisherId: placement.publisherId,
    server: ctx.config.ledgerAddress,
    siteHost: site.site.host,
    placementId: placement.id,
    cpm: offer.viewPrice * 1_000n,
    at: offer.offeredAt,
  });
  return creative.impressionPixels.map((url) => fillPlaceholders(url, values));
}
