import { demoCampaigns, type DemoCampaign } from '../demo/campaigns';
import { firstServer } from '../ledger-files';

/** Campaigns of one of the two servers, by their slugs. */
interface Share {
  readonly slugs: readonly string[];
  /** A size of the demo's page in which this server has nothing: there the other one's campaigns are shown. */
  readonly without: string;
}

const first: Share = { slugs: ['aurora-trails', 'kiln-coffee'], without: '300x600' };
const second: Share = { slugs: ['meadow-bikes', 'pixel-garden'], without: '728x90' };

/** The demo's campaigns that a server of the market has. */
export function marketCampaigns(ledgerAddress: string): readonly DemoCampaign[] {
  const { slugs, without } = ledgerAddress === firstServer.address ? first : second;
  return demoCampaigns
    .filter(({ slug }) => slugs.includes(slug))
    .map((campaign) => ({
      ...campaign,
      imageSizes: campaign.imageSizes.filter((size) => size !== without),
    }));
}
