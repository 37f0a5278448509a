import { randomInt } from 'node:crypto';
import { type Amount, formatAmount } from '../../amount';
import { fillPlaceholders } from '../../demand/campaigns/placeholders';
import type { WithRequest } from '../../request-facts';
import { typeOfDevice } from './device-type';
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
  const values = {
    bid: creative.id,
    pid: placement.publisherId,
    aid: ctx.config.ledgerAddress,
    sid: site.site.host,
    zid: placement.id,
    campaign: campaign.id,
    get device() {
      return typeOfDevice(ctx.request.userAgent);
    },
    price: formatAmount(offer.viewPrice * 1_000n),
    timestamp: String(Math.floor(offer.offeredAt)),
    get cachebuster() {
      return String(randomInt(10 ** 8)).padStart(8, '0');
    },
  };
  return creative.impressionPixels.map((url) => fillPlaceholders(url, values));
}
