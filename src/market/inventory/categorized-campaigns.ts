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
    const { id, competitiveExclusion } = campaign;
    this.delete(id);
    const categorized = toCategorized(campaign);
    if (categorized === undefined) return;
    this.#categorized.set(id, categorized);
    if (competitiveExclusion) this.#excluding.add(id);
  }

  delete(campaignId: string): void {
    this.#categorized.delete(campaignId);
    this.#excluding.delete(campaignId);
  }

  /**
   * Competitors of these campaigns, which may not be on one page with them; undefined: there are none.
   *
   * @param tried a campaign that is looked at as if it were for sale, too
   */
  competitorsOf(
    campaignIds: readonly string[],
    tried?: Competing,
  ): Pick<ReadonlySet<string>, 'has'> | undefined {
    if (this.#excluding.size === 0 && tried?.competitiveExclusion !== true) return undefined;
    const find = (id: string) =>
      id === tried?.id ? toCategorized(tried) : this.#categorized.get(id);
    const some = campaignIds.flatMap((id) => find(id) ?? []);
    if (some.length === 0) return undefined;
    return {
      has: (id) => {
        const other = find(id);
        return other !== undefined && some.some((one) => exclude(one, other));
      },
    };
  }
}

/** undefined: the campaign has no category, and no competitors. */
function toCategorized(campaign: Competing): Categorized | undefined {
  const { id, advertiserId, category, competitiveExclusion } = campaign;
  return category === null ? undefined : { id, advertiserId, category, competitiveExclusion };
}

/** Says that two campaigns may not be on one page: of one category, of two advertisers, and one of the campaigns asks for it. */
const exclude = (one: Categorized, other: Categorized): boolean =>
  (one.competitiveExclusion || other.competitiveExclusion) &&
  one.advertiserId !== other.advertiserId &&
  isSameCategory(one.category, other.category);
