import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import pino from 'pino';
import type { Page } from 'playwright-core';
import { parseConfig } from '../src/config';
import type { ServiceContext } from '../src/api/context';
import { startGateway } from '../src/assembly/gateway';
import { createAccount } from '../src/identity/accounts/account.service';
import { createLogInLink } from '../src/identity/accounts/log-in-link.service';
import { foldAllChanges } from '../src/insight/statistics/roll-ups/fold-changes.service';
import { type AdEvent, eventIdOf } from '../src/market/events/event';
import type { CountedVerdict } from '../src/money/verification/verdict-listener';
import { launchBrowser } from '../test/support/browser';
import { anId } from './support/chance';
import { withDatabase } from './support/database';
import { insertOwnedCampaigns } from './support/inventory';
import { report } from './support/report';
import { median } from './support/statistics';

/**
 * E8: how long the panel takes in Chromium, everything on this machine: the dashboard of an advertiser with a thousand
 * campaigns beside an empty page of the same server, what happens after a click, these campaigns in the order of what
 * they cost in a month, and a page far down a long list.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    campaigns: { type: 'string', default: '1000' },
    list: { type: 'string', default: '10000' },
  },
});
const hours = 30 * 24;

void withDatabase(async (db, uri) => {
  const data = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const config = parseConfig({ PORT: '0', ADGATE_DATA_DIR: data });
  const gateway = await startGateway(config, pino({ level: 'silent' }));
  const browser = await launchBrowser();
  try {
    const ctx = await gateway.open(uri);
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
    });
    await logIn(ctx, page, await anAdvertiser(ctx, db, Number(options.campaigns)));
    await measureLoads(page, gateway.url);
    await measureClicks(page);
    await measureTable(page, gateway.url);
    await logIn(ctx, page, await anAdvertiser(ctx, db, Number(options.list)));
    await measureList(page, gateway.url);
  } finally {
    await browser.close();
    await gateway.close({ graceMs: 0 });
    rmSync(data, { recursive: true, force: true });
  }
});

let advertisers = 0;
let batches = 0;

/** With this many campaigns, the first of which have a month of views. */
async function anAdvertiser(ctx: ServiceContext, db: Connection, count: number): Promise<string> {
  advertisers += 1;
  const { id } = await createAccount(ctx, {
    email: `bench${advertisers}@adgate.example`,
    password: randomBytes(12).toString('hex'),
    roles: ['advertiser'],
  });
  await insertOwnedCampaigns(db, id, count);
  const some = await ctx.campaigns.listAll({ advertiserId: id }, { first: 100 });
  await recordViews(
    ctx,
    id,
    some.map((campaign) => campaign.id),
  );
  return id;
}

/** A view of each campaign in each hour of a month, as verdicts tell it. */
async function recordViews(
  ctx: ServiceContext,
  advertiserId: string,
  campaignIds: readonly string[],
): Promise<void> {
  const [publisherId, siteId, placementId] = [anId(), anId(), anId()];
  const verdict: CountedVerdict = {
    ...{ status: 'accepted', reason: null, price: 10n ** 8n, rate: 10n ** 11n },
    ...{ charge: 10n ** 8n, revenue: 98_000_000n },
    ...{ demandFee: 10n ** 6n, supplyFee: 10n ** 6n },
  };
  for (let hour = 0; hour < hours; hour += 1) {
    const occurredAt = new Date(Date.now() - (hours - hour) * 3_600_000);
    const events = campaignIds.map((campaignId): AdEvent => {
      const offerId = anId();
      return {
        ...{ id: eventIdOf('impression', offerId, null), kind: 'impression' },
        ...{ caseId: offerId, requestId: offerId, offerId, trackingId: null, advertiserId },
        ...{ campaignId, creativeId: campaignId, publisherId, siteId, placementId },
        ...{ offeredAt: occurredAt, occurredAt, remoteAddress: '198.51.100.0', price: 10n ** 8n },
        ...{ userAgent: '', invalidTraffic: null, needsConfirmation: false },
      };
    });
    batches += 1;
    const changes = {
      partition: 0,
      batch: batches,
      events: events.map((event) => ({ event: { ...event, settleAt: null }, verdict })),
      conversions: [],
      corrected: [],
    };
    await ctx.inTransaction((session) => ctx.onVerdicts(changes, session));
  }
  await foldAllChanges(ctx);
}

async function logIn(ctx: ServiceContext, page: Page, accountId: string): Promise<void> {
  await page.goto(await createLogInLink(ctx, accountId));
  await page.getByText('All campaigns').waitFor();
}

/** From the start of the navigation until what the selectors name is drawn, files from the browser's cache. */
async function timeOf(page: Page, url: string, ...selectors: readonly string[]): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  for (const selector of selectors) await page.locator(selector).first().waitFor();
  return page.evaluate<number>(`new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  })`);
}

async function measureLoads(page: Page, origin: string): Promise<void> {
  await timeOf(page, `${origin}/panel/dashboard?range=30d`, 'tfoot', '.chart canvas');
  report(
    'E8-bytes files of the dashboard, as they come',
    `${((await bytesOf(page)) / 1000).toFixed(1)} kB`,
  );
  const rounds = Number(options.rounds);
  const [empty, dashboard]: [number[], number[]] = [[], []];
  // The first one fills the caches.
  for (let round = 0; round <= rounds; round += 1) {
    empty.push(await timeOf(page, `${origin}/supply/register?iid=${anId()}`));
    dashboard.push(
      await timeOf(page, `${origin}/panel/dashboard?range=30d`, 'tfoot', '.chart canvas'),
    );
  }
  const [load, bare] = [median(dashboard.slice(1)), median(empty.slice(1))];
  report(
    `E8-load dashboard, ${options.campaigns} campaigns / an empty page`,
    `${load.toFixed(0)} / ${bare.toFixed(0)} ms`,
  );
}

/** Sums up the bytes of the page and its files, compressed, without what it asks the server for by GraphQL. */
const bytesOf = (page: Page) =>
  page.evaluate<number>(`
    ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .filter(({ initiatorType }) => initiatorType !== 'fetch')
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);

/** From a click until the page that it changes is drawn, as the browser itself tells it. */
async function measureClicks(page: Page): Promise<void> {
  await page.evaluate(`
    window.clicks = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === 'click') window.clicks.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 });`);
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const label of ['Clicks', 'Cost', 'Views']) {
      await page.locator(`.tile:has-text("${label}")`).first().click();
      await page.getByRole('img', { name: `${label} over time` }).waitFor();
    }
  const times = await page.evaluate<number[]>(
    'new Promise((resolve) => setTimeout(() => resolve(window.clicks), 500))',
  );
  const slowest = Math.max(0, ...times);
  report(
    'E8-click another series of the chart, slowest of all',
    times.length === 0 ? 'under 16 ms' : `${slowest.toFixed(0)} ms`,
  );
}

async function measureTable(page: Page, origin: string): Promise<void> {
  const times: number[] = [];
  const url = `${origin}/panel/campaigns?order=cost&range=30d`;
  for (let round = 0; round <= Number(options.rounds); round += 1)
    times.push(await timeOf(page, url, 'tbody tr:nth-child(50)'));
  report(
    `E8-table ${options.campaigns} campaigns by what they cost in a month`,
    `${median(times.slice(1)).toFixed(0)} ms`,
  );
}

async function measureList(page: Page, origin: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round <= Number(options.rounds); round += 1)
    times.push(
      await timeOf(page, `${origin}/panel/campaigns?page=${150 + round}`, 'tbody tr:nth-child(50)'),
    );
  report(
    `E8-list a page far down ${options.list} campaigns`,
    `${median(times.slice(1)).toFixed(0)} ms`,
  );
}
