import { campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { FrequencyCounts } from '../../../src/market/frequency/frequency-counts';
import { ForSale } from '../../../src/market/inventory/for-sale';
import { exampleOf } from '../../../src/platform/resources/resource';
import { anEvent } from '../../support/events';
import { idOf } from '../selection/factories';
import { DocumentedCaps } from './documented-caps';
import { isPlainlyReached, type PlainOffer, type PlainQuestion } from './plain-caps';

export const campaignNames = ['spring', 'autumn'] as const;
type CampaignName = (typeof campaignNames)[number];
export const creativeNames = ['first', 'second', 'third'] as const;
type CreativeName = (typeof creativeNames)[number];
type Name = CampaignName | CreativeName;
/** The campaign that each creative is of. */
const owners = { spring: 'spring', autumn: 'autumn', first: 'spring', second: 'spring' } as const;
const ownerOf = (name: Name): CampaignName => (name === 'third' ? 'autumn' : owners[name]);
/** null: nothing is known of the visitor. */
export const visitorNames = ['ann', 'ben', null] as const;
export type Caps = readonly string[] | null;

/** Each thing happens at once; time passes by `wait` alone. */
export type Step =
  | {
      readonly kind: 'find';
      readonly visitor: (typeof visitorNames)[number];
      readonly creative: CreativeName;
      readonly boxes: number;
      /** Each ad is looked at as soon as it is there. */
      readonly looks: boolean;
    }
  | { readonly kind: 'look'; readonly nth: number; readonly isBot: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'caps'; readonly of: Name; readonly caps: Caps }
  | { readonly kind: 'zone'; readonly of: CampaignName; readonly timeZone: string };

export interface Start {
  readonly at: number;
  readonly timeZone: string;
  readonly caps: Readonly<Record<Name, Caps>>;
}

interface StoryOffer extends PlainOffer {
  readonly id: Name;
}

interface Unseen {
  readonly creative: CreativeName;
  readonly trackingId: string | null;
  readonly offers: readonly StoryOffer[];
}

/** The word on one campaign or creative for one place of a page. */
export interface Answer {
  readonly asked: PlainQuestion;
  readonly product: boolean;
  readonly plain: boolean;
  readonly documented: boolean;
}

/** Lets the same happen to the product, to a plain list, and to caps as they are documented. */
export class CapsStory {
  readonly answers: Answer[] = [];
  #at: number;
  readonly #caps: Record<Name, Caps>;
  readonly #since: Record<Name, number>;
  readonly #zones: Record<CampaignName, string>;
  readonly #forSale = new ForSale(() => new Date(this.#at));
  readonly #counts = new FrequencyCounts({
    findCapped: (id) => this.#forSale.findCapped(id),
    timeZoneOf: (id) => this.#forSale.findCampaign(id)?.timeZone ?? 'UTC',
    ...{ offerMinutes: 30, maxEntries: 10_000, maxUncapped: 10_000 },
  });
  readonly #plain: PlainOffer[] = [];
  readonly #documented = new DocumentedCaps();
  /** Offers that nobody has looked at, each as one of its campaign and one of its creative. */
  readonly #unseen: Unseen[] = [];

  constructor({ at, timeZone, caps }: Start) {
    // Caps are set at half seconds, and offers made at whole ones: neither is of the other's moment, whatever clocks do.
    this.#at = at - 500;
    this.#caps = { ...caps };
    this.#zones = { spring: timeZone, autumn: timeZone };
    const since = this.#at;
    this.#since = { spring: since, autumn: since, first: since, second: since, third: since };
    for (const creative of creativeNames) this.#refresh(creative);
    this.#at += 1_500;
  }

  take(step: Step): void {
    if (step.kind === 'find') this.#find(step);
    else if (step.kind === 'look') this.#look(step);
    else if (step.kind === 'wait') this.#at += step.seconds * 1_000;
    else if (step.kind === 'caps') this.#setCaps(step.of, step.caps);
    else {
      this.#zones[step.of] = step.timeZone;
      this.#refreshAll();
    }
  }

  #setCaps(name: Name, caps: Caps): void {
    this.#at += 500;
    if (this.#caps[name] === null) this.#since[name] = this.#at;
    this.#caps[name] = caps;
    this.#refreshAll();
    this.#at += 500;
  }

  #refreshAll(): void {
    for (const creative of creativeNames) this.#refresh(creative);
  }

  #refresh(creative: CreativeName): void {
    const name = ownerOf(creative);
    const campaign = {
      ...exampleOf(campaignResource),
      ...{ id: idOf(name), frequencyCaps: this.#caps[name], timeZone: this.#zones[name] },
    };
    this.#forSale.add(
      {
        ...{ id: idOf(creative), campaignId: campaign.id, frequencyCaps: this.#caps[creative] },
        ...{ type: 'image', mime: 'image/png', scope: '300x250', hash: '', keywords: {} },
        ...{ alt: '', weight: 1, impressionPixels: null, times: null },
      },
      campaign,
    );
  }

  #find({ visitor, creative, boxes, looks }: Extract<Step, { kind: 'find' }>): void {
    let chosen = 0;
    for (let box = 0; box < boxes; box += 1) {
      const told = [ownerOf(creative), creative].map((name) => this.#ask(visitor, name, chosen));
      this.answers.push(...told);
      if (!told.some(({ product }) => product)) chosen += 1;
    }
    for (let nth = 0; nth < chosen; nth += 1) {
      this.#offer(visitor, creative);
      if (looks) this.#look({ nth: this.#unseen.length - 1, isBot: false });
    }
  }

  #ask(visitor: string | null, name: Name, more: number): Answer {
    const [caps, campaign] = [this.#caps[name], ownerOf(name)];
    const onlooker = { trackingId: visitor === null ? null : idOf(visitor), at: this.#at };
    const product = this.#counts.isReached(onlooker, idOf(name), () => more);
    const terms = { caps: caps ?? [], timeZone: this.#zones[campaign] };
    const asked = { visitor: visitor ?? '', id: name, at: this.#at, ...terms, more };
    if (visitor === null) return { asked, product, plain: false, documented: false };
    const plain = isPlainlyReached(this.#plain, asked);
    return { asked, product, plain, documented: this.#documented.isReached(asked) };
  }

  #offer(visitor: string | null, creative: CreativeName): void {
    const ids = { campaignId: idOf(ownerOf(creative)), creativeId: idOf(creative) };
    const trackingId = visitor === null ? null : idOf(visitor);
    this.#counts.noteOffer({ trackingId, at: this.#at }, ids);
    const offers = [ownerOf(creative), creative].map((name) => ({
      ...{ visitor: visitor ?? '', id: name, offeredAt: this.#at, seenAt: null },
      isCounted: this.#caps[name] !== null,
    }));
    this.#unseen.push({ creative, trackingId, offers });
    if (visitor === null) return;
    this.#plain.push(...offers);
    for (const offer of offers) this.#documented.offer(offer);
  }

  #look({ nth, isBot }: Pick<Extract<Step, { kind: 'look' }>, 'nth' | 'isBot'>): void {
    const [seen] = this.#unseen.splice(nth % Math.max(this.#unseen.length, 1), 1);
    if (seen === undefined) return;
    const { creative, trackingId, offers } = seen;
    const ids = { campaignId: idOf(ownerOf(creative)), creativeId: idOf(creative), trackingId };
    const offeredAt = new Date(offers[0]?.offeredAt ?? 0);
    const invalidTraffic = isBot ? 'bot' : null;
    const times = { offeredAt, occurredAt: new Date(this.#at) };
    this.#counts.noteEvents([anEvent({ kind: 'impression', ...ids, ...times, invalidTraffic })]);
    if (isBot) return;
    for (const offer of offers) this.#see(offer);
  }

  #see(offer: StoryOffer): void {
    const { id: name } = offer;
    const hasCaps = this.#caps[name] !== null;
    offer.seenAt = this.#at;
    // Views of a creative without caps are counted for its campaign alone.
    if (!hasCaps && ownerOf(name) !== name) return;
    const terms = { at: this.#at, timeZone: this.#zones[ownerOf(name)] };
    this.#documented.see(offer, terms, hasCaps ? this.#since[name] : null);
  }
}
