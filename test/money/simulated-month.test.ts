import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setAuctionType } from '../../src/market/auction-types/auction-type.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { openDatabase } from '../../src/platform/database/connection';
import { send } from '../support/app';
import { usd } from '../support/campaigns';
import { freshDatabase } from '../support/database';
import { readSeed } from '../support/seed';
import { createChance } from './simulation/chance';
import { OwnSiteCheck } from './simulation/check-own-site';
import { problemsOfPage, type ShownAd } from './simulation/check-page';
import {
  lonelyCampaign,
  type MonthCampaign,
  monthCampaigns,
  optimisedCampaign,
} from './simulation/month-campaigns';
import { dealCampaigns, dealPlacement, dealSite, newsHost } from './simulation/month-deals';
import { MonthEdits } from './simulation/month-edits';
import { learnResults, openPlace, type Place, shareCounts } from './simulation/month-gateways';
import { createMarket, type MonthCreatives } from './simulation/month-market';
import { ownPlacements, ownSite, ownSiteCampaigns } from './simulation/month-own-site';
import { MonthVisitors, type Visit } from './simulation/month-visitors';
import { recountClicks } from './simulation/recount-clicks';
import { recountCreatives } from './simulation/recount-creatives';
import { recountMonth } from './simulation/recount-month';
import { recountPaces } from './simulation/recount-paces';
import { recountPeriods } from './simulation/recount-periods';
import { recountPrices } from './simulation/recount-prices';

/**
 * Three gateways deliver campaigns with flights, caps, schedules, budgets, priorities, competitors and creatives of each
 * kind. Simulated time passes over the days of the autumn on which clocks go back, with the first price in the first half and
 * the second price from then on. One campaign has its creatives chosen by their clicks. Clicks convert, and landing URLs and
 * pixels ask for facts. Gateways die without a farewell, with what they have set aside, and new ones take their place. In the
 * end all is recounted, by code that is none of the product's.
 *
 * The suite has one day, which takes some 90 seconds of a core; `npm run soak` has a month. MONTH_SEED repeats a run.
 */
const days = Number(process.env['SOAK_MONTH_DAYS'] ?? 1);
const seed = readSeed('MONTH_SEED');
const chance = createChance(seed);
const stepMinutes = 20;
const start = Date.parse(days < 7 ? '2026-10-24T12:00:00Z' : '2026-10-10T12:00:00Z');
const visitorCount = 16;
const visitsOfStep = 6;
const visitsOfOwnSite = 3;
/** Visits to the site of the optimised campaign; their clicks have verdicts when the step ends. */
const visitsOfOptimised = 2;
const stepsBetweenDeaths = 24;
/** Of a day, the flights that end soon have what a dead gateway has set aside back by then. */
const firstDeath = 6;
const minutesOfVisit = stepMinutes / visitsOfStep;

let clockMs = start;
let uri: string;
let places: Place[];
let campaigns: readonly MonthCampaign[];
let visitors: readonly string[];
let creatives: MonthCreatives;
let crowd: MonthVisitors;
let ownSiteCheck: OwnSiteCheck;
let edits: MonthEdits;
const dead: Place[] = [];
const deaths: Date[] = [];
/** Minutes that clocks of visitors are ahead of UTC. */
const clocks = [0, 330, -300, 60];
/** Broken promises about whole pages, and pages that a roadblock has taken. */
const pages = { problems: [] as string[], taken: 0 };

const countries = [null, 'de', 'us', 'fr'];

const open = () => openPlace(uri, () => new Date(clockMs));

beforeAll(async () => {
  console.log(`a month of ${days} days, MONTH_SEED=${seed}`);
  uri = await freshDatabase();
  places = [await open()];
  const { ctx, url } = places[0]!.app;
  campaigns = [...monthCampaigns(start, days), ...dealCampaigns()];
  const own = ownSiteCampaigns();
  ownSiteCheck = new OwnSiteCheck(own);
  const sizes = new Map([
    ['300x250', campaigns],
    ['728x90', own],
    ['160x600', [lonelyCampaign]],
    ['468x60', [optimisedCampaign]],
  ]);
  creatives = await createMarket(ctx, sizes);
  crowd = new MonthVisitors(chance, creatives);
  await crowd.conversions.define(ctx);
  edits = new MonthEdits(campaigns, days, places[0]!.app);
  places.push(await open(), await open());
  const registered = Array.from({ length: visitorCount }, async () => {
    const { headers } = await send(`${url}/supply/register?iid=${randomUUID()}`);
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  });
  visitors = await Promise.all(registered);
});
afterAll(() => Promise.all([...dead, ...places].map(({ proxy }) => proxy.close())));

const box = { width: 300, height: 250 };
const skyscraper = { width: 160, height: 600 };

/** Visits a page of another publisher, with three placements. */
async function visit(one: Visit, size = box): Promise<readonly ShownAd[]> {
  const placements = Array.from({ length: 3 }, (_value, at) => ({
    ...{ id: String(at), ...size, name: `Box ${at}` },
  }));
  const utcoffset = clocks[visitors.indexOf(one.cookie ?? '') % clocks.length] ?? 0;
  const context = { iid: randomUUID(), url: `https://${newsHost}`, medium: 'web', utcoffset };
  const ads = await crowd.find(one, { context, placements });
  const page = { ads, placements: placements.length, host: newsHost, at: new Date(clockMs) };
  pages.problems.push(...problemsOfPage({ ...page, utcOffset: utcoffset }));
  if (ads.some(({ campaign: { terms } }) => terms.roadblock === true)) pages.taken += 1;
  return ads;
}

/** Visits a page for which there are two creatives, each of which may be there once. */
async function visitLonely(one: Visit): Promise<void> {
  const { length } = await visit(one, skyscraper);
  if (length !== 2) pages.problems.push(`${length} creatives are on a page that two fit`);
}

/** Visits a page of the publisher who has campaigns, too, with one placement. */
async function visitOwnSite(one: Visit): Promise<void> {
  const placement = chance.pick(ownPlacements);
  const { name, width, height } = placement;
  const { host, publisherId: publisher } = ownSite;
  const context = { iid: randomUUID(), url: `https://${host}`, medium: 'web', publisher };
  const [country, at] = [chance.pick(countries), new Date(clockMs)];
  const placements = [{ id: '1', name, width, height }];
  const ads = await crowd.find(one, { context, placements }, country);
  const [ad = null] = ads;
  ownSiteCheck.note({ ad, placement, at, country, isKnown: one.cookie !== null });
  pages.problems.push(...problemsOfPage({ ads, placements: 1, host, at, utcOffset: 0 }));
}

/** A page of the site that takes direct deals alone; one of them has a budget that does not end. */
async function visitDeals(one: Visit): Promise<void> {
  const { host, publisherId: publisher } = dealSite;
  const { name, width, height } = dealPlacement;
  const context = { iid: randomUUID(), url: `https://${host}`, medium: 'web', publisher };
  const ads = await crowd.find(one, { context, placements: [{ id: '1', name, width, height }] });
  const page = { ads, placements: 1, host, at: new Date(clockMs), utcOffset: 0 };
  pages.problems.push(...problemsOfPage(page));
  if (ads.length === 0) pages.problems.push(`nobody is on ${host}`);
}

/** Visits a page with one placement, for which there is only the campaign with creatives chosen by their clicks. */
async function visitOptimised({ app, cookie }: Visit): Promise<void> {
  const context = { iid: randomUUID(), url: 'https://clicks.example', medium: 'web' };
  const placements = [{ id: '1', name: 'Banner', width: 468, height: 60 }];
  const [ad] = await crowd.find({ app, cookie }, { context, placements });
  if (ad) crowd.optimised.noteChoice(ad);
  else pages.problems.push('nobody is on a page that a campaign without end fits');
}

/** Does the work of the jobs of a minute: from now on creatives are chosen by all that has a verdict. */
async function learn(): Promise<void> {
  await learnResults(places);
  crowd.optimised.learn();
}

/** Does what jobs and the change feed do within two seconds. */
const share = () => shareCounts(places, new Date(clockMs - stepMinutes * 60_000));

/**
 * A gateway loses its database with all that it has set aside, and never comes back; another one begins. It has told what it had counted a
 * second before, and not what a visitor sees last.
 */
async function die(cookie: string | null): Promise<void> {
  // Results that a gateway counts of its verdicts in its last second go with it: there are no verdicts then.
  await verifyAllDue(places[0]!.app.ctx);
  await share();
  clockMs += 1_000;
  for (const gone of places.splice(chance.between(0, places.length), 1)) {
    await visit({ ...gone, cookie });
    gone.proxy.cut();
    dead.push(gone);
    deaths.push(new Date(clockMs));
  }
  places.push(await open());
}

/** Sets the second price, from the next hour on. */
async function takeSecondPrices(): Promise<void> {
  for (const { app } of places) await setAuctionType(app.ctx, 'second_price');
}

it('keeps every budget, cap, schedule and flight, and spends what was to be spent', async () => {
  const steps = (days * 24 * 60) / stepMinutes;
  for (let step = 0; step < steps; step += 1) {
    const late = crowd.pending.splice(0);
    const death = chance.between(0, visitsOfStep);
    const cookies = [null, ...chance.shuffle([...visitors]).slice(1, visitsOfStep)];
    if (step === Math.floor(steps / 2)) await takeSecondPrices();
    for (const [nth, cookie] of cookies.entries()) {
      const minute = (step + nth / visitsOfStep) * stepMinutes + chance.next() * minutesOfVisit;
      clockMs = start + Math.floor(minute * 60_000);
      const live = places.map(({ app }) => app);
      await edits.make(live, step / steps, new Date(clockMs));
      await Promise.all(live.map(({ ctx }) => ctx.offerGate.keep()));
      if (late.length > 0) {
        for (const look of late.splice(0)) await look(chance.pick(places).app);
        // The next find of the same visitor may be at another gateway, minutes later.
        await share();
      }
      await visit({ ...chance.pick(places), cookie });
      if (nth === 0) await visitLonely({ ...chance.pick(places), cookie });
      if (nth === 1) await visitDeals({ ...chance.pick(places), cookie });
      if (nth < visitsOfOptimised) await visitOptimised({ ...chance.pick(places), cookie });
      if (nth < visitsOfOwnSite)
        await visitOwnSite({ ...chance.pick(places), cookie: nth === 1 ? cookie : null });
      if (step % stepsBetweenDeaths === firstDeath && nth === death) await die(cookie);
    }
    // No visitor is at two gateways within two seconds: caps have no other grace than that.
    await share();
    await verifyAllDue(places[0]!.app.ctx);
    await learn();
  }
  clockMs += 2 * 60 * 60_000;
  await verifyAllDue(places[0]!.app.ctx);
  await learn();
  const db = await openDatabase(uri);
  const month = await recountMonth(db, edits.made, deaths);
  const periods = await recountPeriods(db, edits.made);
  const ofClicked = await recountClicks(db);
  const ofUrls = await crowd.urls.recount(db);
  const ofConversions = await crowd.conversions.recount(db);
  const paces = await recountPaces(db, edits.made);
  const ofCreatives = await recountCreatives(db, deaths);
  const prices = await recountPrices(db, ownPlacements[0]?.width ?? 0);
  const idsOfOptimised = [...creatives].flatMap(([id, one]) =>
    one.campaign === optimisedCampaign ? [id] : [],
  );
  const ofClicks = await crowd.optimised.recount(db, idsOfOptimised);
  await db.close();
  // The gateways that died need the database to close; nothing reads what they store now.
  for (const { proxy } of dead) proxy.restore();
  const { reached, verdicts, unknown } = month;
  const counts = { died: dead.length, reached, unknown, full: periods.full };
  const draws = [ownSiteCheck.draws.told, crowd.optimised.draws.told];
  console.log(JSON.stringify({ ...prices.counts, ofCreatives }), ...draws);
  const { counts: converted } = ofConversions;
  console.log(
    JSON.stringify({ ...crowd.urls.counts, ...converted, ...Object.fromEntries(periods.beyond) }),
  );
  console.log(JSON.stringify({ ...counts, ...Object.fromEntries(verdicts) }));
  console.log([...month.spent].map(([name, cost]) => `${name} ${Number(cost) / 1e11}`).join(', '));
  expect(month.problems).toEqual([]);
  expect(periods.problems).toEqual([]);
  expect(pages.problems).toEqual([]);
  expect(ofClicked.problems).toEqual([]);
  expect(paces).toEqual([]);
  expect(ofUrls).toEqual([]);
  expect(Object.values(crowd.urls.counts).every((count) => count > 5)).toBe(true);
  expect(ofConversions.problems).toEqual([]);
  expect(converted.paid).toBeGreaterThan(3);
  expect(converted.unpaid).toBeGreaterThan(0);
  // The day on which it was raised, and the next one.
  expect(periods.beyond.get('raised')).toBeGreaterThan(1);
  expect(ofClicked.paid).toBeGreaterThan(3);
  expect(ofCreatives.problems).toEqual([]);
  expect(prices.problems).toEqual([]);
  expect(ownSiteCheck.problems).toEqual([]);
  expect(ownSiteCheck.problemsOfDraws()).toEqual([]);
  expect(ofClicks).toEqual([]);
  expect(pages.taken).toBeGreaterThan(0);
  for (const count of Object.values(prices.counts)) expect(count).toBeGreaterThan(5);
  expect([ofCreatives.reached > 10, ofCreatives.timed > 10, unknown > 10]).not.toContain(false);
  // Verdicts come later here than 2 minutes after the views, so the share of offers that are seen is learnt too low.
  const { accepted = 0, budget_spent: unpaid = 0, ...others } = Object.fromEntries(verdicts);
  expect([others, unpaid * 100 < accepted]).toEqual([{}, true]);
  // Nobody looks at the last offers of a flight, some of which a gateway may take with it, and no time is left for others.
  const missed = campaigns.filter((campaign) => {
    const goal = edits.goalOf(campaign);
    const left = goal === null ? 0n : goal - (month.spent.get(campaign.name) ?? 0n);
    return left > usd('0.2') && left * 50n > (goal ?? 0n);
  });
  expect(missed.map(({ name }) => name)).toEqual([]);
  expect(dead.length).toBeGreaterThan(0);
  expect(reached).toBeGreaterThan(20);
  expect(periods.full).toBeGreaterThan(0);
}, 18_000_000);
