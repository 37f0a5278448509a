import { randomInt } from 'node:crypto';
import { type Amount, formatAmount } from '../../amount';
import type { PlaceholderValues } from '../../demand/campaigns/placeholders';
import type { RequestFacts } from '../../request-facts';
import { typeOfDevice } from '../serving/device-type';

/** An ad where it is shown. */
export interface ShownAd {
  readonly creativeId: string;
  readonly campaignId: string;
  readonly publisherId: string;
  /** The ledger address of the server that offered the creative. */
  readonly server: string;
  readonly siteHost: string;
  readonly placementId: string;
  /** USD for 1,000 views. */
  readonly cpm: Amount;
  /** Unix seconds. */
  readonly at: number;
}

/** The values of placeholders in URLs of an ad's advertiser. */
export const placeholderValuesOf = (request: RequestFacts, ad: ShownAd): PlaceholderValues => ({
  bid: ad.creativeId,
  pid: ad.publisherId,
  aid: ad.server,
  sid: ad.siteHost,
  zid: ad.placementId,
  campaign: ad.campaignId,
  // Looked for among hundreds of models: only where a URL asks for it.
  get device() {
    return typeOfDevice(request.userAgent);
  },
  price: formatAmount(ad.cpm),
  timestamp: String(Math.floor(ad.at)),
  get cachebuster() {
    return String(randomInt(10 ** 8)).padStart(8, '0');
  },
});
