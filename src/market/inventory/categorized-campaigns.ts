import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { isSameCategory } from '../../demand/campaigns/content-category';

type Competing = Pick<Campaign, 'id' | 'advertiserId' | 'category' | 'competitiveExclusion'>;

/** The campaigns for sale that have a category, and which of them may not be on one page. */
export class CategorizedCampaigns {
  readonly #categorized = new Map<string, Competing>();
  /** Those that ask for no competitor on their page. */
  readonly #excluding = new Set<string>();

  set(campaign: Competing): void {
    const { id, category, competitiveExclusion } = campaign;
    this.delete(id);
    if (category === null) return;
    this.#categorized.set(id, campaign);
    if (competitiveExclusion) this.#excluding.add(id);
  }

  delete(campaignId: string): void {
    this.#categorized.delete(campaignId);
    this.#excluding.delete(campaignId);
  }

  /** False where any campaigns may be on one page. */
  get areExcluded(): boolean {
    return this.#excluding.size > 0;
  }

  /** Says that two campaigns may not be on one page: of one category, of two advertisers, and one of the campaigns asks for it. */
  exclude(oneId: string, otherId: string): boolean {
    if (!this.#excluding.has(oneId) && !this.#excluding.has(otherId)) return false;
    const one = this.#categorized.get(oneId);
    const other = this.#categorized.get(otherId);
    if (one?.category == null || other?.category == null) return false;
    return one.advertiserId !== other.advertiserId && isSameCategory(one.category, other.category);
  }
}
