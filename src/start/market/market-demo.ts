import { demoCampaigns, type DemoCampaign } from '../demo/campaigns';
import { type DemoSiteName, gazette } from '../../insight/demo-page/demo-site';
import { firstServer } from '../ledger-files';

/** The demo of one of the two servers. */
interface Share {
  readonly site: DemoSiteName;
  /** Its campaigns. */
  readonly slugs: readonly string[];
  /** A size of the demo's page in which this server has nothing: there the other one's campaigns are shown. */
  readonly without: string;
}

const first: Share = {
  site: gazette,
  slugs: ['aurora-trails', 'kiln-coffee'],
  without: '300x600',
};
const courier: DemoSiteName = { host: 'courier.example', name: 'The Evening Courier' };
const second: Share = {
  site: courier,
  slugs: ['meadow-bikes', 'pixel-garden'],
  without: '728x90',
};

/** The demo's site and campaigns that a server of the market has. */
export function marketDemo(ledgerAddress: string): {
  readonly site: DemoSiteName;
  readonly campaigns: readonly DemoCampaign[];
} {
  const { site, slugs, without } = ledgerAddress === firstServer.address ? first : second;
  const campaigns = demoCampaigns
    .filter(({ slug }) => slugs.includes(slug))
    .map((campaign) => ({
      ...campaign,
      imageSizes: campaign.imageSizes.filter((size) => size !== without),
    }));
  return { site, campaigns };
}
