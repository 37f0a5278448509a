import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setRate } from '../../src/money/rates/rate.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { openDatabase } from '../../src/platform/database/connection';
import { send, startApp, type TestApp } from '../support/app';
import { aCampaign, createActiveCampaign, usd } from '../support/campaigns';
import { freshDatabase } from '../support/database';
import { anEvent } from '../support/events';
import { type DatabaseProxy, startDatabaseProxy } from '../support/fault-proxy';
import { readSeed } from '../support/seed';
import { createChance } from './simulation/chance';
import { problemsOfPage } from './simulation/check-page';
import { type MonthCampaign, monthCampaigns } from './simulation/month-campaigns';
import { recountMonth } from './simulation/recount-month';
import { recountPeriods } from './simulation/recount-periods';

/**
 * Three gateways deliver twenty campaigns with flights, caps, schedules and budgets of each kind, in simulated time over the days of the
 * autumn on which clocks go back. Gateways die, with what they have set aside, and new ones take their place.
 * In the end all is recounted, by code that is none of the product's.
 *
 * The suite has one day; `npm run soak` has a month. MONTH_SEED repeats a run.
 */
const days = Number(process.env['SOAK_MONTH_DAYS'] ?? 1);
const seed = readSeed('MONTH_SEED');
const chance = createChance(seed);
const stepMinutes = 20;
const start = Date.parse(days < 7 ? '2026-10-24T12:00:00Z' : '2026-10-10T12:00:00Z');
const visitorCount = 16;
const visitsOfStep = 6;
const stepsBetweenDeaths = 24;
const minutesOfVisit = stepMinutes / visitsOfStep;

interface Place {
  readonly app: TestApp;
  readonly proxy: DatabaseProxy;
}

let clockMs = start;
let uri: string;
let places: Place[];
let campaigns: readonly MonthCampaign[];
let visitors: readonly string[];
const dead: Place[] = [];
/** Campaigns by the ids of their creatives. */
const owners = new Map<string, MonthCampaign>();
/** Minutes that clocks of visitors are ahead of UTC. */
const clocks = [0, 330, -300, 60];
/** Broken promises about whole pages, and pages that a roadblock has taken. */
const pages = { problems: [] as string[], taken: 0 };
/** Of the offers that somebody looks at in the next step. */
const pending: string[] = [];

const userAgent = { 'user-agent': anEvent({}).userAgent };

async function open(): Promise<Place> {
  const proxy = await startDatabaseProxy(uri);
  const env = { ADGATE_RATE_MAX_AGE: '8760', ADGATE_MAX_NETWORK_CASES: '0' };
  const limits = { ADGATE_MAX_VISITOR_CASES: '0', ADGATE_MAX_PAIR_CASES: '0' };
  const now = () => new Date(clockMs);
  const app = await startApp({ mongodbUri: proxy.uri, env: { ...env, ...limits }, now });
  return { app, proxy };
}

beforeAll(async () => {
  console.log(`a month of ${days} days, MONTH_SEED=${seed}`);
  uri = await freshDatabase();
  places = [await open()];
  const { ctx, url } = places[0]!.app;
  await setRate(ctx, { rate: usd('1') });
  const account = { isEmailConfirmed: true, passwordHash: null, payoutAddress: null };
  const { advertiserId } = aCampaign();
  const email = 'ads@shop.example';
  await ctx.accounts.insert({ ...account, id: advertiserId, email, roles: ['advertiser'] });
  campaigns = monthCampaigns(start, days);
  for (const one of campaigns) {
    const { creatives } = await createActiveCampaign(ctx, { campaign: one.terms });
    for (const { id } of creatives) owners.set(id, one);
  }
  places.push(await open(), await open());
  const registered = Array.from({ length: visitorCount }, async () => {
    const { headers } = await send(`${url}/supply/register?iid=${randomUUID()}`);
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  });
  visitors = await Promise.all(registered);
});
afterAll(() => Promise.all([...dead, ...places].map(({ proxy }) => proxy.close())));

/** Offers of three placements to a visitor, of whom some look at once, some later and some never. */
async function visit({ app }: Place, cookie: string): Promise<void> {
  const placements = Array.from({ length: 3 }, (_value, at) => ({
    ...{ id: String(at), width: 300, height: 250, name: `Box ${at}` },
  }));
  const utcoffset = clocks[visitors.indexOf(cookie) % clocks.length] ?? 0;
  const context = { iid: randomUUID(), url: 'https://news.example', medium: 'web', utcoffset };
  const json = { context, placements };
  const found = await send(`${app.url}/supply/find`, { json, headers: { ...userAgent, cookie } });
  const bids = found.body.data as readonly { readonly viewUrl: string; creativeId: string }[];
  const shown = bids.flatMap(({ creativeId }) => owners.get(creativeId) ?? []);
  const page = { campaigns: shown, placements: placements.length, at: new Date(clockMs) };
  pages.problems.push(...problemsOfPage({ ...page, utcOffset: utcoffset }));
  if (shown.some(({ terms }) => terms.roadblock === true)) pages.taken += 1;
  for (const { viewUrl } of bids) {
    if (chance.happens(0.9)) await look(app, viewUrl);
    else if (chance.happens(0.5)) pending.push(viewUrl);
  }
}

async function look({ url }: TestApp, viewUrl: string): Promise<void> {
  const { pathname, search } = new URL(viewUrl);
  expect((await send(`${url}${pathname}${search}`, { headers: userAgent })).status).toBe(200);
}

/** As jobs and the change feed do within two seconds. */
async function share(): Promise<void> {
  const live = places.map(({ app }) => app.ctx);
  await Promise.all(live.map(({ frequencyExchange }) => frequencyExchange.flush()));
  const ids: string[] = [];
  const { frequencyShares } = live[0]!;
  const since = new Date(clockMs - stepMinutes * 60_000);
  for await (const { id } of frequencyShares.stream(since, new Date(8.64e15))) ids.push(id);
  await Promise.all(live.map(({ frequencyExchange }) => frequencyExchange.refresh(ids)));
}

/** A gateway loses its database with all that it has set aside, and never comes back; another one begins. */
async function die(): Promise<void> {
  await share();
  for (const gone of places.splice(chance.between(0, places.length), 1)) {
    gone.proxy.cut();
    dead.push(gone);
  }
  places.push(await open());
}

it('keeps every budget, cap, schedule and flight, and spends what was to be spent', async () => {
  const steps = (days * 24 * 60) / stepMinutes;
  for (let step = 0; step < steps; step += 1) {
    const late = pending.splice(0);
    const death = chance.between(0, visitsOfStep);
    const crowd = chance.shuffle([...visitors]).slice(0, visitsOfStep);
    for (const [nth, cookie] of crowd.entries()) {
      const minute = (step + nth / visitsOfStep) * stepMinutes + chance.next() * minutesOfVisit;
      clockMs = start + Math.floor(minute * 60_000);
      await Promise.all(places.map(({ app }) => app.ctx.offerGate.keep()));
      if (late.length > 0) {
        for (const viewUrl of late.splice(0)) await look(chance.pick(places).app, viewUrl);
        // The next find of the same visitor may be at another gateway, minutes later.
        await share();
      }
      await visit(chance.pick(places), cookie);
      if (step % stepsBetweenDeaths === 1 && nth === death) await die();
    }
    // No visitor is at two gateways within two seconds: caps have no other grace than that.
    await share();
    await verifyAllDue(places[0]!.app.ctx);
  }
  clockMs += 2 * 60 * 60_000;
  await verifyAllDue(places[0]!.app.ctx);
  const db = await openDatabase(uri);
  const month = await recountMonth(db);
  const periods = await recountPeriods(db);
  await db.close();
  // For their own end alone: they are not heard any more.
  for (const { proxy } of dead) proxy.restore();
  const { reached, verdicts } = month;
  const counts = { died: dead.length, reached, full: periods.full };
  console.log(JSON.stringify({ ...counts, ...Object.fromEntries(verdicts) }));
  console.log([...month.spent].map(([name, cost]) => `${name} ${Number(cost) / 1e11}`).join(', '));
  expect(month.problems).toEqual([]);
  expect(periods.problems).toEqual([]);
  expect(pages.problems).toEqual([]);
  expect(pages.taken).toBeGreaterThan(0);
  // Verdicts come later here than 2 minutes after the views, so the share of offers that are seen is learnt too low.
  const { accepted = 0, budget_spent: unpaid = 0, ...others } = Object.fromEntries(verdicts);
  expect([others, unpaid * 100 < accepted]).toEqual([{}, true]);
  // Nobody looks at the last offers of a flight, some of which a gateway may take with it, and no time is left for others.
  const missed = campaigns.filter(({ name, goal }) => {
    const left = goal === null ? 0n : goal - (month.spent.get(name) ?? 0n);
    return left > usd('0.2') && left * 50n > (goal ?? 0n);
  });
  expect(missed.map(({ name }) => name)).toEqual([]);
  expect(dead.length).toBeGreaterThan(0);
  expect(reached).toBeGreaterThan(20);
  expect(periods.full).toBeGreaterThan(0);
}, 3_600_000);
