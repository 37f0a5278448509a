import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { RefusedDomains } from '../../demand/refused-domains/refused-domains';
import { inTurns } from '../../platform/process/in-turns';
import type { ForSale } from './for-sale';

type Landing = Pick<Campaign, 'id' | 'landingUrl'>;

/** Keeps campaigns out of the inventory whose landing pages the operator refuses, and remembers them for when he does no more. */
export class RefusedLandings {
  /** Landing pages of the active campaigns that are kept out, by campaign. */
  readonly #keptOut = new Map<string, string>();

  constructor(private readonly domains: Pick<RefusedDomains, 'findLanding'>) {}

  /** To be asked as a campaign is about to be for sale. */
  admits({ id, landingUrl }: Landing): boolean {
    if (this.isOpen(landingUrl)) {
      this.#keptOut.delete(id);
      return true;
    }
    this.#keptOut.set(id, landingUrl);
    return false;
  }

  isOpen(landingUrl: string): boolean {
    return this.domains.findLanding(landingUrl) === null;
  }

  /** Forgets a campaign that would not be for sale anyway. */
  forget(campaignId: string): void {
    this.#keptOut.delete(campaignId);
  }

  /** Campaigns that are kept out, with their landing pages. */
  listKeptOut(): readonly Landing[] {
    return [...this.#keptOut].map(([id, landingUrl]) => ({ id, landingUrl }));
  }
}

/** Campaigns that are looked at before other work gets its turn. */
const lookedAtPerTurn = 1_000;

/** Campaigns for sale whose landing pages are refused by now, and those that are kept out and need not be any more. */
export async function listTurned({
  forSale,
  landings,
}: {
  readonly forSale: Pick<ForSale, 'campaignIds' | 'findCampaign'>;
  readonly landings: Pick<RefusedLandings, 'isOpen' | 'listKeptOut'>;
}): Promise<readonly string[]> {
  const turned: string[] = [];
  for await (const some of inTurns(landings.listKeptOut(), lookedAtPerTurn))
    for (const { id, landingUrl } of some) if (landings.isOpen(landingUrl)) turned.push(id);
  for await (const some of inTurns([...forSale.campaignIds()], lookedAtPerTurn))
    for (const id of some) {
      const campaign = forSale.findCampaign(id);
      if (campaign && !landings.isOpen(campaign.landingUrl)) turned.push(id);
    }
  return turned;
}
