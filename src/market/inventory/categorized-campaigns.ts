import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { isSameCategory } from '../../demand/campaigns/content-category';

type Competing = Pick<Campaign, 'id' | 'advertiserId' | 'category' | 'competitiveExclusion'>;
interface Categorized extends Competing {
  readonly category: string;
}

/** The campaigns for sale that have a category, and which of them may not be on one page. */
export class CategorizedCampaigns {
  readonly #categorized = new Map<string, Categorized>();
  /** Those that ask for no competitor on their page. */
  readonly #excluding = new Set<string>();

  set(campaign: Competing): void {
    const { id, advertiserId, category, competitiveExclusion } = campaign;
    this.delete(id);
    if (category === null) return;
    this.#categorized.set(id, { id, advertiserId, category, competitiveExclusion });
    if (competitiveExclusion) this.#excluding.add(id);
  }

  delete(campaignId: string): void {
    this.#categorized.delete(campaignId);
    this.#excluding.delete(campaignId);
  }

  /** Competitors of these campaigns, which may not be on one page with them; undefined: there are none. */
  competitorsOf(campaignIds: readonly string[]): Pick<ReadonlySet<string>, 'has'> | undefined {
    if (this.#excluding.size === 0) return undefined;
    const some = campaignIds.flatMap((id) => this.#categorized.get(id) ?? []);
    if (some.length === 0) return undefined;
    return {
      has: (id) => {
        const other = this.#categorized.get(id);
        return other !== undefined && some.some((one) => exclude(one, other));
      },
    };
  }
}

/** Says that two campaigns may not be on one page: of one category, of two advertisers, and one of the campaigns asks for it. */
const exclude = (one: Categorized, other: Categorized): boolean =>
  (one.competitiveExclusion || other.competitiveExclusion) &&
  one.advertiserId !== other.advertiserId &&
  isSameCategory(one.category, other.category);
