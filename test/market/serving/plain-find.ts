import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import type { ObservedFind } from '../../../src/market/outcomes/judge';
import { rpmIn } from '../../../src/market/selection/bid-modifiers';
import type { Candidate } from '../../../src/market/selection/types';
import { secondRpmByDefinition, selectByDefinition } from '../selection/definition';

/** A campaign for sale with all of its creatives. */
export interface PlainCampaign {
  readonly terms: Campaign;
  readonly candidates: readonly Candidate[];
  /** Sizes of all of its creatives, also of those that compete at other times. */
  readonly sizes: readonly string[];
}

/** A find of several placements. */
interface PlainFind {
  readonly campaigns: readonly PlainCampaign[];
  /** The placements in their order, as the selection is asked for them. */
  readonly asked: readonly Pick<ObservedFind, 'imp' | 'context'>[];
  /** Says that a campaign or a creative reaches a cap of its own. @param chosen offers of it that this find makes already */
  readonly isReached: (id: string, chosen: number) => boolean;
  readonly isSecondPrice: boolean;
}

export interface PlainWinner {
  /** The place of its placement. */
  readonly nth: number;
  readonly creativeId: string;
  /** USD for 1,000 views; 0 on a site of the campaign's own account. */
  readonly rpm: number;
}

/** Roadblocks that try in a find. */
const mostAttempts = 3;

function areCompetitors(one: Campaign, other: Campaign): boolean {
  const [mine, theirs] = [one.category, other.category];
  if (mine === null || theirs === null || one.advertiserId === other.advertiserId) return false;
  const isOne = mine === theirs || mine.startsWith(`${theirs}-`) || theirs.startsWith(`${mine}-`);
  return isOne && (one.competitiveExclusion || other.competitiveExclusion);
}

/**
 * Answers a find of several placements in the plainest code: `RequestAuction` is tested against it. It looks at every campaign for every
 * placement, in their order. A campaign that wants all placements and wins the first has them all, or all are chosen anew without it. It does not
 * try where it lacks the size of a placement.
 *
 * @see docs/http-api.md
 */
export function answerPlainly(find: PlainFind): readonly PlainWinner[] {
  const refused = new Set<Campaign>();
  for (;;) {
    const { winners, holder } = choosePlainly(find, refused);
    if (holder === null || winners.length === find.asked.length) return winners;
    refused.add(holder);
  }
}

function hasAllSizes({ campaigns, asked }: PlainFind, { id }: Campaign): boolean {
  const sizes = campaigns.find(({ terms }) => terms.id === id)?.sizes ?? [];
  return asked.every(({ imp }) => imp.scopes.some((scope) => sizes.includes(scope)));
}

function choosePlainly(find: PlainFind, refused: ReadonlySet<Campaign>) {
  const all = find.campaigns.flatMap(({ candidates }) => candidates);
  const termsOf = ({ campaignId }: Candidate) => {
    const found = find.campaigns.find(({ terms }) => terms.id === campaignId);
    if (!found) throw new Error('a candidate of no campaign');
    return found.terms;
  };
  const winners: PlainWinner[] = [];
  let chosen: readonly Candidate[] = [];
  let holder: Campaign | null = null;
  for (const [nth, asked] of find.asked.entries()) {
    const idsWhere = (isKept: (one: Candidate, terms: Campaign) => boolean) =>
      all.filter((one) => isKept(one, termsOf(one)));
    const reached = (idOf: 'campaignId' | 'creativeId') =>
      all
        .map((one) => one[idOf])
        .filter((id) => find.isReached(id, chosen.filter((one) => one[idOf] === id).length));
    const competing = idsWhere((_one, terms) =>
      chosen.some((other) => areCompetitors(terms, termsOf(other))),
    );
    const onPage = idsWhere(
      (one, { showsOncePerPage }) => showsOncePerPage && chosen.includes(one),
    );
    const mayHaveAll = (terms: Campaign) =>
      nth === 0 && refused.size < mostAttempts && !refused.has(terms) && hasAllSizes(find, terms);
    const blocking = idsWhere(
      (_one, terms) =>
        find.asked.length > 1 && terms.roadblock && terms !== holder && !mayHaveAll(terms),
    );
    const ofHolder = idsWhere((_one, terms) => terms === holder);
    const imp = {
      ...asked.imp,
      cappedCampaignIds: new Set(reached('campaignId')),
      cappedCreativeIds: new Set(reached('creativeId')),
      competingCampaignIds: new Set(competing.map(({ campaignId }) => campaignId)),
      creativeIdsOnPage: new Set(onPage.map(({ creativeId }) => creativeId)),
      roadblockCreativeIds: new Set(blocking.map(({ creativeId }) => creativeId)),
      onlyCreativeIds:
        holder === null ? undefined : new Set(ofHolder.map(({ creativeId }) => creativeId)),
      chosenBefore: chosen,
    };
    const input = { imp, context: asked.context, ineligibleCampaignIds: new Set<string>() };
    const winner = selectByDefinition(all, input);
    if (!winner) continue;
    const rivals = { ...input, imp: { ...imp, onlyCreativeIds: undefined } };
    const rpm = find.isSecondPrice
      ? secondRpmByDefinition(all, rivals, winner).rpm
      : rpmIn(winner, asked.context);
    const isFree = winner.advertiserId === asked.imp.publisherId;
    winners.push({ nth, creativeId: winner.creativeId, rpm: isFree ? 0 : rpm });
    chosen = [winner, ...chosen];
    if (nth === 0 && find.asked.length > 1 && termsOf(winner).roadblock) holder = termsOf(winner);
  }
  return { winners, holder };
}
