import { expect } from '@jest/globals';
import { send, type TestApp } from '../../support/app';
import { anEvent } from '../../support/events';
import type { Chance } from './chance';
import { OptimisedCheck } from './check-optimised';
import type { ShownAd } from './check-page';
import { optimisedCampaign } from './month-campaigns';
import { convertedName, MonthConversions } from './month-conversions';
import { countryHeader } from './month-gateways';
import type { MonthCreatives } from './month-market';
import { askingLandingUrl, pageWords, UrlCheck } from './month-urls';

/** A visitor at a gateway. */
export interface Visit {
  readonly app: TestApp;
  /** null: a visitor of whom nothing is known. */
  readonly cookie: string | null;
}

interface Asked {
  readonly context: { readonly url: string };
  readonly placements: readonly object[];
}

/** An ad as a find answers it. */
interface Bid {
  readonly viewUrl: string;
  readonly clickUrl: string;
  readonly creativeId: string;
  readonly priority?: string;
  readonly pixels?: readonly string[];
}

type Headers = Readonly<Record<string, string>>;

interface Clicked extends ShownAd {
  readonly clickUrl: string;
  readonly host: string;
  readonly headers: Headers;
}

const userAgent = { 'user-agent': anEvent({}).userAgent };

/** The acts of visitors of all pages, and what these show of the promises to advertisers. */
export class MonthVisitors {
  readonly urls = new UrlCheck();
  readonly conversions = new MonthConversions();
  readonly optimised = new OptimisedCheck();
  /** Looks at the offers that somebody sees in the next step, and what somebody buys then. */
  readonly pending: ((at: TestApp) => Promise<void>)[] = [];

  constructor(
    private readonly chance: Chance,
    private readonly creatives: MonthCreatives,
  ) {}

  /** Asks for the ads of a page, which has or has not asked the visitor. Some of them are looked at at once, some later and some never. */
  async find(
    { app, cookie }: Visit,
    asked: Asked,
    country: string | null = null,
  ): Promise<readonly ShownAd[]> {
    const { chance, optimised } = this;
    const headers = { ...userAgent, ...(country !== null && { [countryHeader]: country }) };
    const visitor = cookie === null ? { 'sec-gpc': '1' } : { cookie };
    const word = chance.pick(pageWords);
    const json = { ...asked, context: { ...asked.context, ...word } };
    const found = await send(`${app.url}/supply/find`, {
      json,
      headers: { ...headers, ...visitor },
    });
    const bids = found.body.data as readonly Bid[];
    const { host } = new URL(asked.context.url);
    const ads: ShownAd[] = [];
    for (const { viewUrl, clickUrl, priority, ...bid } of bids) {
      const known = this.creatives.get(bid.creativeId);
      const templates = known?.campaign.creatives[known.nth]?.impressionPixels ?? [];
      this.urls.noteAd(bid, templates, { word, host, isKnown: cookie !== null });
      if (known) ads.push({ ...known, priority });
      const look = async (at: TestApp) => {
        await call(at, viewUrl, { status: 200, headers });
        if (known?.campaign === optimisedCampaign) optimised.noteView(known.nth);
      };
      if (chance.happens(0.9)) {
        await look(app);
        if (known) await this.#click(app, { ...known, clickUrl, host, headers });
      } else if (chance.happens(0.5)) this.pending.push(look);
    }
    return ads;
  }

  /** A visitor clicks on what is seen, or does not; some who do buy later. */
  async #click(at: TestApp, { campaign, nth, clickUrl, headers, host }: Clicked): Promise<void> {
    if (!this.chance.happens(campaign.clickRates?.[nth] ?? 0)) return;
    const landing = new URL((await call(at, clickUrl, { status: 302, headers })) ?? '');
    if (campaign === optimisedCampaign) this.optimised.noteClick(nth);
    if (campaign.terms.landingUrl === askingLandingUrl) this.urls.noteLanding(landing, host);
    const cid = landing.searchParams.get('cid') ?? '';
    if (campaign.name === convertedName)
      this.pending.push((later) => this.conversions.convert(later, cid));
  }
}

/** @returns where the answer leads; null: nowhere */
async function call(
  { url }: TestApp,
  address: string,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): Promise<string | null> {
  const { pathname, search } = new URL(address);
  const answer = await send(`${url}${pathname}${search}`, { headers });
  expect(answer.status).toBe(status);
  return answer.headers.get('location');
}
