import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { de } from '../../../panel/texts/de';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aPng } from '../../support/campaigns';
import { anAccount, expectAccessible, openPanel, problemAt } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const path = '/panel/campaigns/new';
const aFile = { name: 'ad.png', mimeType: 'image/png', buffer: aPng('300x250') };

const stepOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isAt = (page: Page, step: string) =>
  page.locator(`.steps [aria-current=step]:has-text("${step}")`).waitFor();
const focused = (page: Page) => page.locator(':focus');

describe('a step of the wizard that is left', () => {
  it('tells of each mistake where it is made, and of the first one by its focus', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account, path });
    const next = page.getByRole('button', { name: 'Next' });
    await page.getByLabel('Name').fill('Three mistakes');
    await page.getByLabel('Landing page').fill('https://shop.example/');
    await page.getByLabel('Budget in USD').fill('0.01');
    await page.getByLabel('Budget for').selectOption('hour');
    await page.getByLabel('At most a day, in USD').fill('0.001');
    await page.getByLabel('USD for 1,000 views').fill('0.000001');
    await page.getByLabel('Ends').fill('2020-01-01T00:00');
    await page.getByLabel('Days and hours').fill('Mo-Fr 9-17');
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await page.getByLabel('Views by one visitor').fill('0/day; 3/week');
    await page.getByRole('button', { name: 'Add a multiplier' }).click();
    await page.getByLabel('Multiplier 1', { exact: true }).fill('99');
    await next.click();
    await page.getByText(/^Must be at least .* USD per hour/).waitFor();
    await page.getByLabel('Budget in USD').and(focused(page)).waitFor();
    expect(await problemAt(page, 'At most a day, in USD')).toMatch(/hour/i);
    expect(await problemAt(page, 'USD for 1,000 views')).toMatch(/^Must be null, at least/);
    expect(await problemAt(page, 'Ends')).toMatch(/^Must not be before the start/);
    expect(await problemAt(page, 'Days and hours')).toMatch(/^Must be days and whole hours/);
    expect(await problemAt(page, 'Time zone')).toMatch(/^Must be a time zone/);
    expect(await problemAt(page, 'Views by one visitor')).toMatch(/^Must be 1 to 9999 views/);
    expect(await problemAt(page, 'Where multiplier 1 holds')).not.toBe('');
    await expectAccessible(page);

    await page.getByLabel('Budget in USD').fill('5');
    await page.getByLabel('At most a day, in USD').fill('100');
    await page.getByLabel('USD for 1,000 views').fill('');
    await page.getByLabel('Ends').fill('');
    await page.getByLabel('Days and hours').fill('Mo-Fr 09:00-17:00');
    await page.getByLabel('Time zone').fill('Europe/Warsaw');
    await page.getByLabel('Views by one visitor').fill('3/week');
    await page.getByLabel('Multiplier 1', { exact: true }).fill('1.5');
    await next.click();
    await isAt(page, 'Audience');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);

    await page.getByText('Domain', { exact: true }).click();
    await page.getByLabel('Require: Domain').fill('no domain at all');
    await next.click();
    await focused(page).and(page.getByRole('alert')).waitFor();
    await isAt(page, 'Audience');
    await page.getByLabel('Require: Domain').fill('news.example');
    await next.click();
    await isAt(page, 'Ads');

    await page.getByLabel('Choose files for ads').setInputFiles([aFile]);
    await page.getByText('More of ad:').click();
    const ads = page.locator('.creatives');
    await ads.getByLabel('Starts').fill('21260-12-01T10:00');
    await next.click();
    await ads.getByText('Must be a time in a year of four digits').waitFor();
    await ads.getByLabel('Starts').fill('2126-12-01T10:00');
    await ads.getByLabel('Ends').fill('2126-11-01T10:00');
    await next.click();
    await ads.getByText('Must not be before the start').waitFor();
    await ads.getByLabel('Ends').fill('2126-12-24T10:00');
    await ads.getByLabel('Views by one visitor').fill('0/day');
    await next.click();
    await ads.getByText(/^Must be 1 to 9999 views/).waitFor();
    await isAt(page, 'Ads');
    await ads.getByLabel('Views by one visitor').and(focused(page)).waitFor();
    await expectAccessible(page);
    await ads.getByLabel('Views by one visitor').fill('1/day');
    await next.click();
    await page.getByText(/^ad \(300x250; 1\/day; Dec 1, 2126/).waitFor();
    await page.getByRole('button', { name: 'Start campaign' }).click();
    await page.getByRole('heading', { name: 'Three mistakes' }).waitFor();
    const [campaign] = await app.ctx.campaigns.listAll(
      { advertiserId: account.id, status: null },
      { first: 10 },
    );
    const [creative] = await app.ctx.creatives.listByCampaigns([campaign!.id]);
    expect([campaign?.status, creative]).toMatchObject([
      'active',
      {
        startsAt: new Date('2126-12-01T10:00:00Z'),
        endsAt: new Date('2126-12-24T10:00:00Z'),
        frequencyCaps: ['1/day'],
      },
    ]);
    expect(offences).toEqual([]);
  });

  it('is checked by a jump over it, too; the way back asks nothing and loses nothing', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account, path });
    await page.getByLabel('Name').fill('Jump');
    await page.getByLabel('Landing page').fill('https://shop.example/');
    await page.getByLabel('Budget in USD').fill('24');
    await stepOf(page, 'Ads').click();
    await isAt(page, 'Ads');
    await page.getByLabel('Choose files for ads').setInputFiles([
      aFile,
      {
        ...{ name: 'unsaid.html', mimeType: 'text/html' },
        buffer: Buffer.from('<!doctype html><p>Offer</p>'),
      },
    ]);
    const ads = page.locator('.creatives');
    await ads.getByLabel('Name').fill('');
    await page.locator('.uploads select').waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await isAt(page, 'Audience');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await isAt(page, 'Basics');
    expect(await page.getByLabel('Budget in USD').inputValue()).toBe('24');
    await page.getByLabel('Days and hours').fill('Mo 25:00');
    await stepOf(page, 'Summary').click();
    await page.getByText(/^Must be days and whole hours/).waitFor();
    await isAt(page, 'Basics');
    await page.getByLabel('Days and hours').fill('');
    await stepOf(page, 'Summary').click();
    await isAt(page, 'Ads');
    await page.getByText(/^Choose a size for these under Ads.*unsaid\.html/).waitFor();
    await ads.getByText(/^Must/).first().waitFor();
    await ads.getByLabel('Name').fill('Named');
    await page.locator('.uploads select').selectOption('160x600');
    await page.getByRole('button', { name: 'Send unsaid.html' }).click();
    await ads.getByText('160x600', { exact: true }).waitFor();
    await stepOf(page, 'Summary').click();
    await page.getByText(/^Named \(300x250\), unsaid \(160x600\)/).waitFor();
    // An upload that is gone is told where its ad is.
    const [upload] = await app.ctx.uploads.listOwned(account.id, await uploadIds(page), new Date());
    await app.ctx.uploads.delete([upload!.id]);
    await stepOf(page, 'Audience').click();
    await isAt(page, 'Audience');
    await stepOf(page, 'Summary').click();
    await isAt(page, 'Ads');
    await ads.getByText('Is not an unused upload of yours').waitFor();
    expect(offences).toEqual([]);
  });

  it('goes on without the server, which has the last word', async () => {
    const account = await anAccount(app);
    const { page } = await openPanel(browser, app, { account, path });
    await page.getByLabel('Name').fill('Offline');
    await page.getByLabel('Landing page').fill('https://shop.example/');
    await page.getByLabel('Budget in USD').fill('24');
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('button', { name: 'Next' }).click();
    await isAt(page, 'Audience');
  });

  it('says so in the language of the person', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account, path, locale: 'de-DE' });
    const { campaigns, common } = de;
    await page.getByLabel(common.name).fill('Fehler');
    await page.getByLabel(campaigns.landingPage).fill('https://shop.example/');
    await page.getByLabel(campaigns.budgetInUsd).fill('0,01');
    await page.getByLabel(campaigns.timeZone).fill('Mars/Olympus');
    await page.getByLabel(campaigns.caps).fill('0/day');
    await page.getByRole('button', { name: common.next }).click();
    await page.getByText(/^Müssen mindestens .* USD je Stunde/).waitFor();
    for (const label of [campaigns.timeZone, campaigns.caps])
      expect(await problemAt(page, label)).toMatch(/^(?:Muss|Müssen) /);
    expect(offences).toEqual([]);
  });
});

/** The uploads of the ads in the draft that the browser keeps. */
const uploadIds = (page: Page) =>
  page.evaluate<string[]>(
    `Object.entries(localStorage).filter(([key]) => key.startsWith('adgate-new-campaign'))
      .flatMap(([, draft]) => JSON.parse(draft).creatives.map(({ id }) => id))`,
  );
