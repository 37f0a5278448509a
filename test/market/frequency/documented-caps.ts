import { hourAt, offerMs, periodOf, type PlainOffer, type PlainQuestion } from './plain-caps';

/** The offers and views of a campaign, or a creative, and a visitor. */
interface Story {
  /** The hours of views, as they were counted. */
  readonly hours: string[];
  waiting: PlainOffer[];
  latestOfferAt: number;
}

/**
 * Caps as docs/contract.md §4 says beyond their plain meaning: the hour of a visitor never goes back, views count in the hour of the
 * time zone that was in force, offers that nobody looks at run out together, and those made before caps were set, or taken away, are not
 * closed by their views.
 */
export class DocumentedCaps {
  readonly #stories = new Map<string, Story>();

  #storyOf({ visitor, id }: Pick<PlainOffer, 'visitor' | 'id'>): Story {
    const key = `${visitor} ${id}`;
    const story = this.#stories.get(key) ?? { hours: [], waiting: [], latestOfferAt: -Infinity };
    this.#stories.set(key, story);
    return story;
  }

  #latestHour({ hours }: Story, at: number, timeZone: string): string {
    return [hourAt(at, timeZone), ...hours].toSorted().at(-1) ?? '';
  }

  offer(offer: PlainOffer): void {
    if (!offer.isCounted) return;
    const story = this.#storyOf(offer);
    const { latestOfferAt } = story;
    if (offer.offeredAt - latestOfferAt > offerMs) story.waiting = [];
    story.waiting.push(offer);
    story.latestOfferAt = Math.max(latestOfferAt, offer.offeredAt);
  }

  /** @param capsSince null: there are none */
  see(
    offer: PlainOffer,
    { at, timeZone }: Pick<PlainQuestion, 'at' | 'timeZone'>,
    capsSince: number | null,
  ): void {
    const story = this.#storyOf(offer);
    story.hours.push(this.#latestHour(story, at, timeZone));
    const isInTime = at - offer.offeredAt <= offerMs;
    const isNews = story.latestOfferAt - offer.offeredAt <= offerMs;
    // A time that is to come is of a clock that was ahead.
    const hasOneTerm = capsSince !== null && (offer.offeredAt > capsSince || capsSince > at);
    if (isInTime && isNews && hasOneTerm)
      story.waiting = story.waiting.filter((one) => one !== offer);
  }

  isReached(question: PlainQuestion): boolean {
    const { at, caps, timeZone, more } = question;
    const story = this.#storyOf(question);
    const open = at - story.latestOfferAt <= offerMs ? story.waiting.length : 0;
    const now = this.#latestHour(story, at, timeZone);
    return caps.some((cap) => {
      const [most, per = ''] = cap.split('/');
      const seen = story.hours.filter((hour) => periodOf(per, hour) === periodOf(per, now));
      return seen.length + open + more >= Number(most);
    });
  }
}
