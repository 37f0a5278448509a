import type { Connection } from 'mongoose';

/** A landing URL that asks for what is known of a click, as we and as the trade name it. */
export const askingLandingUrl =
  'https://shop.example/to/{campaign}?site={site}&zid={zid}&creative={creative}&price={price}&auction=${AUCTION_PRICE}&r={cachebuster}&s=%%CACHEBUSTER%%';

const ofView =
  'campaign={campaign}&site={site}&zid={zid}&creative={creative}&price={price}&auction=${AUCTION_PRICE}&at={timestamp}';

/** As many as a creative may have. */
export const threePixels = ['a', 'b', 'c'].map(
  (name) => `https://pixel.example/${name}?${ofView}&r={cachebuster}&s=%%CACHEBUSTER%%`,
);
export const onePixel = threePixels.slice(0, 1);

/** The words of the page and its browser on the visitor. */
export interface PageWord {
  readonly consent?: object;
  readonly tag?: boolean;
}

/** Those of pages, but for refusals, by which a visitor becomes unknown. */
export const pageWords: readonly PageWord[] = [
  {},
  { tag: true },
  { consent: { given: true } },
  { consent: { given: true }, tag: true },
  { consent: { gdpr: false }, tag: true },
];

/** An ad in the answer to a find. */
interface Answered {
  readonly creativeId: string;
  readonly pixels?: readonly string[];
}

interface Asked {
  readonly word: PageWord;
  readonly isKnown: boolean;
  readonly host: string;
}

interface StoredEvent {
  readonly kind: string;
  readonly caseId: string;
  readonly offerId: string;
  readonly campaignId: string;
  readonly creativeId: string;
  readonly placementId: string;
  readonly offeredAt: Date;
  readonly verdict?: { readonly status: string; readonly price: bigint };
}

/** A URL that was filled in for an ad on a site. */
interface Filled {
  readonly url: URL;
  readonly host: string;
}

/** Compares URLs of advertisers that finds and clicks have filled in with what was stored of views and clicks. */
export class UrlCheck {
  readonly problems: string[] = [];
  /** Ads that told their pixels, ads that kept them, and clicks that were compared with their views. */
  readonly counts = { told: 0, kept: 0, views: 0, clicks: 0 };
  readonly #pixels: Filled[] = [];
  readonly #landings: Filled[] = [];

  /** @param templates of the creative */
  noteAd({ creativeId, pixels }: Answered, templates: readonly string[], asked: Asked): void {
    const { word, isKnown, host } = asked;
    const isAgreed = isKnown && word.consent !== undefined && word.tag === true;
    const expected = isAgreed ? templates.length : 0;
    const { length } = pixels ?? [];
    if (templates.length > 0) this.counts[isAgreed ? 'told' : 'kept'] += 1;
    if (length !== expected)
      this.problems.push(
        `${creativeId} tells ${length} pixels in place of ${expected}: ${JSON.stringify(word)}, known: ${isKnown}`,
      );
    this.#pixels.push(...(pixels ?? []).map((text) => ({ url: new URL(text), host })));
  }

  noteLanding(url: URL, host: string): void {
    this.#landings.push({ url, host });
  }

  /** Compares all of them with what is stored, by none of the product's code. */
  async recount(db: Connection): Promise<readonly string[]> {
    const found: unknown = await db
      .collection('events')
      .find({ 'verdict.status': 'accepted' }, { useBigInt64: true })
      .toArray();
    const events = found as readonly StoredEvent[];
    const views = new Map<string, StoredEvent>();
    const byPlace = new Map<string, StoredEvent>();
    const placeOf = (zid: string | null, creative: string | null, at: string | null) =>
      `${zid} ${creative} ${at}`;
    for (const one of events.filter(({ kind }) => kind === 'impression')) {
      views.set(one.offerId, one);
      const seconds = String(Math.floor(one.offeredAt.getTime() / 1_000));
      byPlace.set(placeOf(one.placementId, one.creativeId, seconds), one);
    }
    for (const filled of this.#pixels) {
      const told = filled.url.searchParams;
      const view = byPlace.get(placeOf(told.get('zid'), told.get('creative'), told.get('at')));
      if (!view) continue;
      this.counts.views += 1;
      this.#compare(filled, view, told.get('campaign'));
    }
    const clicks = new Map(
      events.filter(({ kind }) => kind === 'click').map((one) => [one.caseId, one]),
    );
    for (const filled of this.#landings) {
      const click = clicks.get(filled.url.searchParams.get('cid') ?? '');
      const view = click && views.get(click.offerId);
      if (!view) continue;
      this.counts.clicks += 1;
      this.#compare(filled, view, filled.url.pathname.slice('/to/'.length));
    }
    return this.problems;
  }

  #compare({ url, host }: Filled, view: StoredEvent, campaign: string | null): void {
    const told = url.searchParams;
    const { creativeId, placementId, campaignId, verdict } = view;
    const price = Number(verdict?.price) / 1e8;
    const [one, other] = [told.get('r') ?? '', told.get('s') ?? ''];
    const isRight =
      campaign === campaignId &&
      told.get('site') === host &&
      told.get('zid') === placementId &&
      told.get('creative') === creativeId &&
      [told.get('price'), told.get('auction')].every((text) => Number(text) === price) &&
      /^\d{8} \d{8}$/.test(`${one} ${other}`) &&
      one !== other;
    if (!isRight) this.problems.push(`${url.href} is of ${campaignId} on ${host} for ${price}`);
  }
}
