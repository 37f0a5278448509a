import type { MonthCampaign } from './month-campaigns';
import { dealSite } from './month-deals';
import { isScheduled, localOf } from './month-terms';

/** An ad of a page. */
export interface ShownAd {
  readonly campaign: MonthCampaign;
  /** The place of its creative among those of the campaign. */
  readonly nth: number;
  /** The mark of what has not won by its bid; absent: it has. */
  readonly priority?: string | undefined;
}

/** The answer to a find: its ads, in any order. */
interface ShownPage {
  readonly ads: readonly ShownAd[];
  readonly placements: number;
  readonly host: string;
  readonly at: Date;
  /** Minutes that the visitor's clock is ahead of UTC. */
  readonly utcOffset: number;
}

const isWithin = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}-`);

/** Says that two campaigns may not be on one page. */
function areCompetitors({ terms: one }: MonthCampaign, { terms: other }: MonthCampaign) {
  const [mine, theirs] = [one.category ?? null, other.category ?? null];
  if (mine === null || theirs === null || one.advertiserId === other.advertiserId) return false;
  const isAsked = one.competitiveExclusion === true || other.competitiveExclusion === true;
  return isAsked && (isWithin(mine, theirs) || isWithin(theirs, mine));
}

/** Says what of a page breaks a promise to an advertiser, which no stored event tells. */
export function problemsOfPage({
  ads,
  placements,
  host,
  at,
  utcOffset,
}: ShownPage): readonly string[] {
  const local = localOf(new Date(at.getTime() + utcOffset * 60_000), 'UTC');
  const campaigns = ads.map(({ campaign }) => campaign);
  return [...new Set(campaigns)].flatMap((campaign) => {
    const { name, terms } = campaign;
    const own = ads.filter((ad) => ad.campaign === campaign);
    const isTwice = new Set(own.map(({ nth }) => nth)).size < own.length;
    const competitor = campaigns.find((other) => areCompetitors(campaign, other));
    const deals = campaign.deals ?? [];
    const when = `${name} at ${at.toISOString()}`;
    return [
      terms.roadblock === true &&
        own.length < placements &&
        `${when} has ${own.length} places of its page`,
      terms.showsOncePerPage === true && isTwice && `${when} has a creative twice on its page`,
      deals.length > 0 && !deals.includes(host) && `${when} is on ${host}`,
      deals.length === 0 && host === dealSite.host && `${when} has no deal with ${host}`,
      competitor && `${when} is beside ${competitor.name}`,
      terms.scheduleClock === 'visitor' &&
        !isScheduled(terms.schedule ?? [], local) &&
        `${when} is off its schedule by a clock of ${utcOffset} minutes`,
      own.some(({ priority = 'standard' }) => priority !== (terms.priority ?? 'standard')) &&
        `${when} is marked wrongly`,
    ].filter((problem) => typeof problem === 'string');
  });
}
