import type { Logger } from 'pino';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { DemandCampaigns, DemandCreatives } from './all-demand';
import type { ForSale } from './for-sale';
import type { RefusedLandings } from './refused-landings';

export interface ReadForSaleOptions {
  readonly campaigns: Pick<DemandCampaigns, 'streamActive'>;
  readonly creatives: Pick<DemandCreatives, 'streamActive'>;
  readonly landings: Pick<RefusedLandings, 'admits'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Time between two lines of the log that tell how far a long start is. */
const toldEveryMs = 5_000;

/** Adds all that is active. */
export async function readForSale(forSale: ForSale, options: ReadForSaleOptions): Promise<void> {
  const { campaigns, creatives, landings, now, log } = options;
  const paying = new Map<string, Campaign>();
  for await (const some of campaigns.streamActive())
    for (const campaign of some) paying.set(campaign.id, campaign);

  let toldAt = now().getTime();
  for await (const some of creatives.streamActive()) {
    for (const creative of some) {
      const campaign = paying.get(creative.campaignId);
      if (campaign && landings.admits(campaign)) forSale.add(creative, campaign);
    }
    if (now().getTime() - toldAt < toldEveryMs) continue;
    toldAt = now().getTime();
    log.info({ creatives: forSale.size }, 'reading what is for sale');
  }
}
