import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import type { ObservedFind } from '../../../src/market/outcomes/judge';
import type { Candidate } from '../../../src/market/selection/types';
import type { NewPlacement } from '../../../src/supply/placements/placement.store';
import type { NewSite } from '../../../src/supply/sites/site.store';
import { floorOf } from '../../money/simulation/month-floors';
import { bidOf, isScheduled, localOf } from '../../money/simulation/month-terms';
import { DocumentedCaps } from '../frequency/documented-caps';
import { isPlainlyReached, type PlainOffer } from '../frequency/plain-caps';
import { answerPlainly, type PlainCampaign, type PlainWinner } from './plain-find';

export interface WorldCampaign extends PlainCampaign {
  readonly creatives: readonly Creative[];
}

/** A find, and each placement as the selection was asked for it. */
export interface Asked {
  /** null: nothing is known of the visitor. */
  readonly visitor: string | null;
  readonly country: string | null;
  readonly utcOffset: number | null;
  /** True on the page of the publisher who advertises there, too. */
  readonly isOwn: boolean;
  readonly at: Date;
  readonly observed: readonly ObservedFind[];
  /** Names of the placements. */
  readonly names: readonly string[];
  readonly isSecondPrice: boolean;
}

/** Terms that are left out, so as to see that they matter. */
export interface Without {
  readonly terms?: Partial<Campaign>;
  readonly creative?: Partial<Creative>;
  readonly candidate?: Partial<Candidate>;
  readonly floors?: true;
  readonly capsOf?: Item['of'];
}

/** A campaign or a creative, by its caps. */
interface Item {
  readonly of: 'campaign' | 'creative';
  readonly caps: readonly string[] | null;
  readonly terms: Campaign;
}

interface World {
  readonly campaigns: readonly WorldCampaign[];
  readonly site: NewSite;
  readonly placements: readonly NewPlacement[];
  /** True where each ad is looked at as soon as it is there: caps are what a list of all views says. */
  readonly looksAtAll: boolean;
}

const noHours: Candidate['schedule'] = new Map();

/** Answers finds from the terms as they were set and a list of all offers and views, in the plainest code. */
export class PlainWorld {
  readonly #documented = new DocumentedCaps();
  readonly #offers: PlainOffer[] = [];

  readonly #items = new Map<string, Item>();

  constructor(private readonly world: World) {
    for (const { terms, creatives } of world.campaigns) {
      this.#items.set(terms.id, { of: 'campaign', caps: terms.frequencyCaps, terms });
      for (const { id, frequencyCaps: caps } of creatives)
        this.#items.set(id, { of: 'creative', caps, terms });
    }
  }

  get site(): NewSite {
    return this.world.site;
  }

  get looksAtAll(): boolean {
    return this.world.looksAtAll;
  }

  answer(asked: Asked, without: Without = {}): readonly PlainWinner[] {
    const { at, country, isOwn, visitor, isSecondPrice } = asked;
    const campaigns = this.world.campaigns.map((campaign) => plainly(campaign, asked, without));
    const placed = asked.observed.map(({ imp, context }, nth) => {
      const placement = this.world.placements.find(({ name }) => name === asked.names[nth]);
      const floors = { ...this.world.site, ofPlacement: placement?.minimumRpm ?? null };
      const hasFloor = isOwn && without.floors !== true;
      const bidFloor = hasFloor ? Number(floorOf(floors, { at, country })) / 1e8 : 0;
      return {
        imp: { ...imp, bidFloor },
        context: { ...context, bidFloor: undefined, hoursOfWeek: undefined },
      };
    });
    const isReached = (id: string, more: number) =>
      this.#isReached({ visitor, id, at: at.getTime(), more }, without);
    return answerPlainly({ campaigns, asked: placed, isReached, isSecondPrice });
  }

  #isReached(
    { visitor, ...asked }: Pick<Asked, 'visitor'> & { id: string; at: number; more: number },
    without: Without,
  ): boolean {
    const { caps, of, terms } = this.#itemOf(asked.id);
    if (caps === null || without.capsOf === of) return false;
    if (visitor === null) return !terms.showsToUnknownVisitors;
    const question = { ...asked, visitor, caps, timeZone: terms.timeZone };
    return this.world.looksAtAll
      ? isPlainlyReached(this.#offers, question)
      : this.#documented.isReached(question);
  }

  #itemOf(id: string): Item {
    const item = this.#items.get(id);
    if (!item) throw new Error('a campaign or creative is not of this world');
    return item;
  }

  /** Notes an offer. @returns notes its view */
  offer(visitor: string | null, creativeId: string, at: number): (seenAt: number) => void {
    if (visitor === null) return () => undefined;
    const { terms } = this.#itemOf(creativeId);
    const offers = [terms.id, creativeId].map((id) => {
      const isCounted = this.#itemOf(id).caps !== null;
      return { visitor, id, offeredAt: at, isCounted, seenAt: null };
    });
    this.#offers.push(...offers);
    for (const offer of offers) this.#documented.offer(offer);
    return (seenAt) => {
      for (const offer of offers) {
        Object.assign(offer, { seenAt });
        const { timeZone } = terms;
        this.#documented.see(offer, { at: seenAt, timeZone }, offer.isCounted ? 0 : null);
      }
    };
  }
}

/** A campaign with those of its creatives that time lets compete, and its bid in this very find. */
function plainly(
  { terms: set, creatives, candidates, sizes }: WorldCampaign,
  { at, country, utcOffset }: Pick<Asked, 'at' | 'country' | 'utcOffset'>,
  without: Without,
): PlainCampaign {
  const terms = { ...set, ...without.terms };
  const { schedule, scheduleClock, timeZone, startsAt, endsAt } = terms;
  const ofVisitor = scheduleClock === 'visitor' ? utcOffset : null;
  const local =
    ofVisitor === null
      ? localOf(at, timeZone)
      : localOf(new Date(at.getTime() + ofVisitor * 60_000), 'UTC');
  const isIn = (start: Date | null, end: Date | null) =>
    (start ?? at) <= at && (end ?? at) >= at && (schedule === null || isScheduled(schedule, local));
  const bid = bidOf({ ...terms, maxCpm: terms.maxCpm ?? 0n }, { at, country });
  const shown = candidates.filter((_one, nth) => {
    const times = { ...creatives[nth], ...without.creative };
    return isIn(startsAt, endsAt) && isIn(times.startsAt ?? null, times.endsAt ?? null);
  });
  const time = { startsAt: 0, endsAt: null, schedule: noHours };
  const rpm = { effectiveRpm: Number(bid) / 1e8, modifiers: null };
  return {
    terms,
    sizes,
    candidates: shown.map((one) => ({ ...one, ...time, ...rpm, ...without.candidate })),
  };
}
