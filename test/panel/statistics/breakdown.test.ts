import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { eventually } from '../../support/eventually';
import { anId } from '../../support/events';
import { aSite } from '../../support/verifier';
import { tellVerdicts } from '../../support/verdicts';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('figures stand on the cards of ads, by ad, size and more, and as a file', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
    sizes: ['300x250', '728x90'],
  });
  const ids = [creatives[0]?.id, creatives[0]?.id, creatives[1]?.id];
  await tellVerdicts(
    app.ctx,
    ids.map((creativeId = '') => ({
      ...{ advertiserId: account.id, campaignId: campaign.id, creativeId },
      occurredAt: new Date(),
    })),
  );
  await foldAllChanges(app.ctx);
  const path = `/panel/campaigns/${campaign.id}`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const ads = page.getByRole('table', { name: 'Figures by Ad' });
  await ads.getByRole('cell', { name: 'Banner 300x250' }).waitFor();
  const card = page.getByRole('listitem').filter({ hasText: 'Banner 300x250' });
  await card.getByText('Views 2').waitFor();
  await page.getByLabel('By', { exact: true }).selectOption('Size');
  const sizes = page.getByRole('table', { name: 'Figures by Size' });
  await sizes.getByRole('cell', { name: '728x90', exact: true }).waitFor();
  // The address is the page: who gets it sees the same, whatever else is chosen there.
  await page.getByLabel('Chart of').selectOption('Clicks');
  await page.waitForURL(/series=/);
  await page.reload();
  await sizes.getByRole('cell', { name: '728x90', exact: true }).waitFor();
  const href = await page.getByRole('link', { name: 'Save as CSV' }).getAttribute('href');
  const lines = decodeURIComponent(href ?? '').split('\r\n');
  expect(lines.slice(1, 3).map((line) => line.slice(0, 13))).toEqual([
    '"300x250","2"',
    '"728x90","1",',
  ]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectFits(page);
  expect(offences).toEqual([]);
});

it('figures of ads follow what happens, and none goes away when a quarter of an hour is over', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const view = async () => {
    await tellVerdicts(app.ctx, [
      {
        ...{ advertiserId: account.id, campaignId: campaign.id },
        ...{ creativeId: creatives[0]?.id ?? '', occurredAt: new Date() },
      },
    ]);
    await foldAllChanges(app.ctx);
  };
  await view();
  const { page } = await openPanel(browser, app, { account });
  await page.clock.install();
  await page.goto(`${app.url}/panel/campaigns/${campaign.id}`);
  const views = page
    .getByRole('table', { name: 'Figures by Ad' })
    .getByRole('row', { name: 'Banner 300x250' })
    .locator('td')
    .nth(1);
  const card = page.getByRole('listitem').filter({ hasText: 'Banner 300x250' });
  await card.getByText('Views 1').waitFor();
  expect(await views.innerText()).toBe('1');
  await view();
  await page.clock.fastForward(10_000);
  await card.getByText('Views 2').waitFor();
  await views.filter({ hasText: /^2$/ }).waitFor();
  const quarterMs = 15 * 60_000;
  const soon = (await page.evaluate<number>('Date.now()')) + quarterMs;
  // Nothing is answered: what is asked of the next quarter is late.
  const asked: number[] = [];
  await page.route('**/graphql', (route) => {
    const body = route.request().postData() ?? '';
    const [, to = ''] = /"to":"([^"]+)"/.exec(body) ?? [];
    if (body.includes('query FiguresBy')) asked.push(Date.parse(to));
  });
  await page.clock.fastForward(quarterMs);
  await eventually(() => {
    expect(asked.some((to) => to > soon)).toBe(true);
  }, 30_000);
  expect(await views.innerText()).toBe('2');
  await card.getByText('Views 2').waitFor();
  await page.context().close();
});

const dayMs = 86_400_000;
const today = new Date().toISOString().slice(0, 10);
/** Days ago, at a time of UTC, which is the browser's zone. */
const daysAgo = (days: number, time: string) =>
  new Date(Date.parse(`${today}T${time}:00Z`) - days * dayMs);

it('an operator reads the whole server by ad, site and hour of the day or of one day, and takes a file of it', async () => {
  const [first, second] = await Promise.all([anAccount(app), anAccount(app)]);
  const publisher = await anAccount(app, ['publisher']);
  const site = aSite({ id: anId(), publisherId: publisher.id });
  const host = 'whole-server.example';
  await app.ctx.sites.insertOrFind({ ...site, host, name: host });
  const views = [];
  for (const { id: advertiserId } of [first, second]) {
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId, name: 'Alike' },
    });
    const creativeId = creatives[0]?.id ?? '';
    const own = { advertiserId, publisherId: publisher.id, siteId: site.id };
    for (const occurredAt of [daysAgo(2, '17:10'), daysAgo(2, '17:50'), daysAgo(3, '03:10')])
      views.push({ ...own, campaignId: campaign.id, creativeId, occurredAt });
  }
  await tellVerdicts(app.ctx, views);
  await foldAllChanges(app.ctx);
  const account = await anAccount(app, ['operator']);
  const dayOf = (days: number) => daysAgo(days, '00:00').toISOString().slice(0, 10);
  const pathOf = (from: number, to: number) =>
    `/panel/operator/overview?range=custom&from=${dayOf(from)}&to=${dayOf(to)}`;
  const { page, offences } = await openPanel(browser, app, { account, path: pathOf(3, 2) });
  const by = async (what: string) => {
    await page.getByLabel('By', { exact: true }).selectOption(what);
    return page.getByRole('table', { name: `Figures by ${what}` });
  };
  // Two accounts have named theirs alike.
  for (const what of ['Campaign', 'Ad'] as const) {
    const table = await by(what);
    for (const view of views.filter((_view, at) => at % 3 === 0)) {
      const id = what === 'Ad' ? view.creativeId : view.campaignId;
      await table.getByRole('cell', { name: `(${id.slice(0, 8)})` }).waitFor();
    }
  }
  for (const what of ['Site', 'Host']) {
    const table = await by(what);
    await table.getByRole('row', { name: /^whole-server\.example .* 6 / }).waitFor();
  }
  const hours = await by('Hour of the day');
  await hours.getByRole('row', { name: /^17:00–17:59 .* 4 / }).waitFor();
  const linesOf = async () => {
    const href = await page.getByRole('link', { name: 'Save as CSV' }).getAttribute('href');
    const lines = decodeURIComponent(href ?? '').split('\r\n');
    // The hour, spend, revenue, views and more.
    return lines
      .slice(1)
      .map((line) => line.split(',').filter((_cell, at) => at === 0 || at === 3));
  };
  // From midnight on, not with most views first.
  expect(await linesOf()).toEqual([['"03:00–03:59"', '"2"'], ['"17:00–17:59"', '"4"'], ['']]);
  await page.goto(`${app.url}${pathOf(3, 3)}`);
  await (await by('Hour of the day')).getByRole('row', { name: /^03:00–03:59 .* 2 / }).waitFor();
  expect(await linesOf()).toEqual([['"03:00–03:59"', '"2"'], ['']]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectFits(page);
  expect(offences).toEqual([]);
});

it('a publisher reads the hours of all its sites in German', async () => {
  const account = await anAccount(app, ['publisher']);
  const site = aSite({ id: anId(), publisherId: account.id });
  await app.ctx.sites.insertOrFind({ ...site, host: 'hours.example' });
  const own = { publisherId: account.id, siteId: site.id };
  // Warsaw is ahead by one hour or two.
  await tellVerdicts(app.ctx, [{ ...own, occurredAt: daysAgo(2, '23:30') }]);
  await foldAllChanges(app.ctx);
  const { page, offences } = await openPanel(browser, app, {
    ...{ account, path: '/panel/sites', locale: 'de', timeZone: 'Europe/Warsaw' },
  });
  await page.getByLabel('Nach', { exact: true }).selectOption('Stunde des Tages');
  const hours = page.getByRole('table', { name: 'Zahlen nach: Stunde des Tages' });
  await hours.getByRole('row', { name: /^0[01]:00–0[01]:59 .* 1 / }).waitFor();
  await page.setViewportSize({ width: 360, height: 900 });
  await expectFits(page);
  expect(offences).toEqual([]);
});
