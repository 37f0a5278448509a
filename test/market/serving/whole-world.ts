import { readToken } from '../../../src/market/events/event-token';
import type { ObservedFind } from '../../../src/market/outcomes/judge';
import type { Bid } from '../../../src/market/serving/bid';
import { requestBids } from '../../../src/market/serving/serving.service';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { asRequest, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anEvent } from '../../support/events';
import type { Dice } from '../selection/dice';
import type { PlainWinner } from './plain-find';
import { type Asked, PlainWorld, type Without, type WorldCampaign } from './plain-world';
import {
  mostPlacements,
  nameOf,
  publisherId,
  someCreativeTerms,
  somePlacements,
  someSite,
  someStart,
  someTerms,
  sizes,
} from './world-terms';

const campaignsOfWorld = 14;
const waits = [1, 60, 600, 1_200, 1_801, 3_600, 4 * 3_600, 9 * 3_600, 86_400];
/** Nobody looks at an offer that is older. */
const lastLookMs = 20 * 3_600_000;
const { userAgent } = anEvent();
const countryHeader = 'x-country';

/** An offer that nobody has looked at. */
interface Unseen {
  readonly url: string;
  readonly madeAt: number;
  readonly see: (seenAt: number) => void;
}

/** A find as it was answered, and as the plain definition answers it. */
export interface ComparedFind {
  readonly told: readonly PlainWinner[];
  readonly plain: readonly PlainWinner[];
  /** The same without some terms, by what is left out. */
  readonly others: ReadonlyMap<string, readonly PlainWinner[]>;
}

/** A market with all terms together, in which a gateway and its plain definition answer the same finds, and count the same views. */
export class WholeWorld {
  readonly #unseen: Unseen[] = [];

  private constructor(
    private readonly dice: Dice,
    private readonly app: TestApp,
    readonly plain: PlainWorld,
    private at: number,
  ) {}

  static async make(dice: Dice): Promise<WholeWorld> {
    const start = someStart(dice);
    const env = { ADGATE_COUNTRY_HEADER: countryHeader, ADGATE_RATE_MAX_AGE: '8760' };
    const app = await startApp({ env, now: () => start });
    const { ctx } = app;
    await setRate(ctx, { rate: usd('1') });
    await ctx.accounts.insert({
      ...{ id: publisherId, email: 'own@test.example', roles: ['advertiser', 'publisher'] },
      ...{ isEmailConfirmed: true, passwordHash: null, payoutAddress: null },
    });
    const site = someSite(dice);
    await ctx.sites.insertOrFind(site);
    const placements = somePlacements(dice);
    for (const placement of placements) await ctx.placements.insert(placement);
    const campaigns: WorldCampaign[] = [];
    // Ids decide between equals: they are drawn, too.
    const randomBytes = (length: number) =>
      Buffer.from(Array.from({ length }, () => dice.below(256)));
    const drawing = Object.assign(asRequest(ctx), { randomBytes });
    while (campaigns.length < campaignsOfWorld)
      campaigns.push(await someCampaign(drawing, dice, start));
    const plain = new PlainWorld({ campaigns, site, placements, looksAtAll: dice.isOnce(3) });
    return new WholeWorld(dice, app, plain, start.getTime());
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** Time passes, somebody looks at some offers, and asks for the ads of a page. */
  async find(
    isSecondPrice: boolean,
    parts: Readonly<Record<string, Without>>,
  ): Promise<ComparedFind> {
    const { dice, app, plain } = this;
    this.at += dice.pick(waits) * 1_000;
    const now = new Date(this.at);
    app.clock.now = () => now;
    // Money that is being fetched is for the minute before: a find that waits for that money finds it stale.
    await app.ctx.offerGate.keep();
    if (!plain.looksAtAll) await this.#lookAtSome();
    const type = isSecondPrice ? 'second_price' : 'first_price';
    Object.assign(app.ctx, { auctionTypes: { at: () => type } });
    const visitor = dice.pick(['ann', 'ann', 'ben', 'cat', null]);
    const country = dice.pick([null, 'de', 'us']);
    const page = {
      visitor,
      country,
      isOwn: !dice.isOnce(3),
      utcOffset: dice.pick([null, 330, -300]),
    };
    const { bids, observed, names } = await this.#ask(page);
    const asked = { ...page, at: now, observed, names, isSecondPrice };
    const answer = plain.answer(asked);
    const others = Object.entries(parts).map(
      ([part, without]) => [part, plain.answer(asked, without)] as const,
    );
    for (const bid of bids) {
      const see = plain.offer(visitor, bid.creativeId, this.at);
      this.#unseen.push({ url: bid.impressionUrl, madeAt: this.at, see });
      if (plain.looksAtAll || dice.isOnce(3)) await this.#look(this.#unseen.length - 1);
    }
    return {
      told: bids.map((bid) => this.#toWinner(bid, now)),
      plain: answer,
      others: new Map(others),
    };
  }

  #toWinner({ impId, creativeId, impressionUrl }: Bid, now: Date): PlainWinner {
    const token = new URL(impressionUrl).searchParams.get('e') ?? '';
    const { viewPrice } = readToken(this.app.ctx.eventUrlKeys, 'impression', token, now);
    return { nth: Number(impId), creativeId, rpm: Number(viewPrice) / 1e8 };
  }

  async #lookAtSome(): Promise<void> {
    for (let looks = this.dice.below(3); looks > 0 && this.#unseen.length > 0; looks -= 1)
      await this.#look(this.dice.below(this.#unseen.length));
  }

  async #look(nth: number): Promise<void> {
    const [offer] = this.#unseen.splice(nth, 1);
    if (!offer || this.at - offer.madeAt > lastLookMs) return;
    const { pathname, search } = new URL(offer.url);
    const headers = { 'user-agent': userAgent };
    const { status } = await send(this.app.url + pathname + search, { headers });
    if (status !== 200) throw new Error(`a view is answered with ${status}`);
    offer.see(this.at);
  }

  /** Asks as a visitor does. @returns bids, and each placement as the selection was asked */
  async #ask({
    visitor,
    country,
    isOwn,
    utcOffset,
  }: Pick<Asked, 'visitor' | 'country' | 'isOwn' | 'utcOffset'>) {
    const { dice, app } = this;
    const observed: ObservedFind[] = [];
    const note = <One>(imps: readonly One[], observe: (imp: One) => ObservedFind) => {
      observed.push(...imps.map(observe));
    };
    Object.assign(app.ctx.findObserver, { note });
    const shown = Array.from({ length: 1 + dice.below(mostPlacements) }, () => dice.pick(sizes));
    const names = shown.map(nameOf);
    const imps = shown.map((size, at) => {
      const [width = 0, height = 0] = size.split('x').map(Number);
      const placement = { width, height, depth: 0, name: names[at] ?? '' };
      return { types: undefined, mimes: undefined, isTopFrame: null, id: `${at}`, placement };
    });
    const headers = country === null ? {} : { [countryHeader]: country };
    const request = { remoteAddress: '127.0.0.1', userAgent, isHead: false, headers };
    const { host } = this.plain.site;
    const { bids } = await requestBids(
      Object.assign(asRequest(app.ctx), { request }),
      {
        id: `find ${dice.below(2 ** 32)}`,
        site: {
          ...(isOwn
            ? { host, publisher: publisherId }
            : { host: 'pages.example', publisher: null }),
          ...{ medium: 'web', vendor: null },
        },
        user: { id: visitor, hasWallet: false, utcOffset, consent: visitor ? null : 'refused' },
        imps,
        ...{ isTest: false, isFromTag: false },
      },
      { explainTo: null },
    );
    return { bids, observed, names };
  }
}

async function someCampaign(ctx: TestApp['ctx'], dice: Dice, start: Date): Promise<WorldCampaign> {
  const ofSizes = dice.pick([['300x250'], [...sizes], [...sizes, ...sizes], ['728x90', '728x90']]);
  const made = await createActiveCampaign(ctx, {
    campaign: someTerms(dice, start),
    sizes: ofSizes,
  });
  const { id: campaignId, advertiserId } = made.campaign;
  const creatives = [];
  for (const { id } of made.creatives) {
    const terms = someCreativeTerms(dice, start);
    creatives.push(await updateCreative(ctx, { id, campaignId, advertiserId, ...terms }));
  }
  const creativeIds = creatives.map(({ id }) => id);
  await ctx.inventory.refresh({ campaignIds: [campaignId], creativeIds });
  const candidates = creativeIds.map((id) => {
    const candidate = ctx.inventory.index.find(id);
    if (!candidate) throw new Error('a creative is not for sale');
    return candidate;
  });
  return { terms: made.campaign, creatives, candidates, sizes: ofSizes };
}
