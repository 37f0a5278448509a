import type { ShownAd } from './check-page';
import { Draws } from './draws';
import type { MonthCampaign } from './month-campaigns';
import { floorOf } from './month-floors';
import { type ownPlacements, ownSite } from './month-own-site';
import { bidOf, isScheduled, localOf } from './month-terms';

/** The answer to a find of one placement of the publisher's site. */
interface OwnSiteFind {
  /** null: none. */
  readonly ad: ShownAd | null;
  readonly placement: (typeof ownPlacements)[number];
  readonly at: Date;
  readonly country: string | null;
  /** False: the visitor has seen nothing, as far as anybody knows. */
  readonly isKnown: boolean;
}

interface Bidder {
  readonly campaign: MonthCampaign;
  readonly bid: bigint;
}

const largestShare = 100;
/** One find in twenty is for learning. */
const learning = 0.05;

const isOn = ({ terms: { schedule = null } }: MonthCampaign, at: Date): boolean =>
  schedule === null || isScheduled(schedule, localOf(at, 'UTC'));

/** Knows of each find of the publisher's site who could serve, by the terms of campaigns alone: no budget and no cap ends there. */
export class OwnSiteCheck {
  readonly problems: string[] = [];
  readonly draws = new Draws();

  constructor(private readonly campaigns: readonly MonthCampaign[]) {}

  note(find: OwnSiteFind): void {
    const { ad, at, country, placement } = find;
    const fitting = this.campaigns.filter((campaign) => isOn(campaign, at));
    const floor = floorOf({ ...ownSite, ofPlacement: placement.minimumRpm }, { at, country });
    const bidders = fitting
      .filter(({ terms: { priority = 'standard' } }) => priority === 'standard')
      .map((campaign) => ({ campaign, bid: plainBid(campaign, at, country) }))
      .filter(({ bid }) => bid >= floor);
    const shown = ad?.campaign.terms.priority ?? 'standard';
    const isBidder = bidders.some(({ campaign }) => campaign === ad?.campaign);
    const when = `${ad?.campaign.name} at ${at.toISOString()} in ${country}`;
    if (ad && !fitting.includes(ad.campaign)) this.problems.push(`${when} is off its schedule`);
    if (ad && shown === 'standard' && !isBidder) this.problems.push(`${when} is below ${floor}`);
    if (shown === 'house' && bidders.length > 0)
      this.problems.push(`${when} is before ${bidders[0]?.campaign.name}`);
    if (ad === null) this.problems.push(`nobody is shown at ${at.toISOString()}`);
    this.#noteShares(fitting, ad);
    if (ad && shown === 'standard' && !find.isKnown) this.#noteBest(bidders, ad);
    if (ad) this.#noteRotation(ad);
  }

  #noteShares(fitting: readonly MonthCampaign[], ad: ShownAd | null): void {
    const sponsors = fitting.filter(({ terms }) => terms.priority === 'sponsorship');
    const shares = sponsors.map(({ terms: { shareOfVoice = largestShare } }) => shareOfVoice);
    const sum = Math.max(
      largestShare,
      shares.reduce((some, share) => some + share, 0),
    );
    for (const [nth, sponsor] of sponsors.entries())
      this.draws.note(
        `share of ${sponsor.name}`,
        (shares[nth] ?? 0) / sum,
        ad?.campaign === sponsor,
      );
  }

  /** Learning alone lets a lower bid win, of visitors who have seen nothing. */
  #noteBest(bidders: readonly Bidder[], ad: ShownAd): void {
    const own = bidders.find(({ campaign }) => campaign === ad.campaign)?.bid ?? 0n;
    if (bidders.length > 1)
      this.draws.note(
        'lower bids',
        learning,
        bidders.some(({ bid }) => bid > own),
      );
  }

  #noteRotation({ campaign, nth }: ShownAd): void {
    const { creatives, terms } = campaign;
    const rotation = terms.creativeRotation ?? 'auction';
    if (rotation === 'auction') return;
    const weights = creatives.map(({ weight = 1 }) => (rotation === 'even' ? 1 : weight));
    const sum = weights.reduce((some, weight) => some + weight, 0);
    const first = (weights[0] ?? 0) / sum;
    this.draws.note(`rotation of ${campaign.name}`, first, nth === 0);
  }

  /** Says what was drawn too often or too seldom. */
  problemsOfDraws(): readonly string[] {
    return [
      ...this.draws.problems('share', 'both'),
      ...this.draws.problems('rotation', 'both'),
      ...this.draws.problems('lower bids', 'above'),
    ];
  }
}

function plainBid({ terms }: MonthCampaign, at: Date, country: string | null): bigint {
  const { maxCpm = null, bidModifiers = [] } = terms;
  return bidOf({ maxCpm: maxCpm ?? 0n, bidModifiers, timeZone: 'UTC' }, { at, country });
}
