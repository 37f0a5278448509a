import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anAccount, expectAccessible, fillBasics, openPanel, problemAt } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

async function openCampaign() {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id, hourlyBudget: usd('5') },
  });
  const path = `/panel/campaigns/${campaign.id}/edit`;
  return { campaign, ...(await openPanel(browser, app, { account, path })) };
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const termsOf = async (page: Page) =>
  (await page.locator('dl.facts > div').allInnerTexts()).map((text) =>
    text.replace(/\s*\n\s*/, ': '),
  );

/** The terms of delivery, none of which is the usual one. */
async function fillDelivery(page: Page): Promise<void> {
  await page.getByLabel('Pace').selectOption('As fast as possible');
  await page.getByLabel('At most a day, in USD').fill('60');
  await page.getByLabel('At most in all, in USD').fill('1500');
  await page.getByLabel('Days and hours').fill('Mo-Fr 09:00-17:00; Sa 10:00-14:00');
  await page.getByLabel('Time zone').fill('Europe/Warsaw');
  await page.getByLabel('Hours by the visitor’s clock').check();
  await page.getByRole('button', { name: 'Add a multiplier' }).click();
  await page.getByLabel('Multiplier 1', { exact: true }).fill('1.25');
  await page.getByLabel('Category', { exact: true }).selectOption('Travel');
  await page.getByLabel('Not beside competitors').check();
  await page.getByLabel('Each ad once a page').check();
  await page.getByLabel('The whole page or nothing').check();
  await page.getByLabel('Priority').selectOption('Sponsorship: before all bids');
  await page.getByLabel('Share of voice in percent').fill('35');
}

const filled = {
  ...{ pacing: 'asap', dailyBudget: usd('60'), totalBudget: usd('1500') },
  schedule: ['Mo-Fr 09:00-17:00', 'Sa 10:00-14:00'],
  ...{ scheduleClock: 'visitor', timeZone: 'Europe/Warsaw' },
  bidModifiers: ['device:mobile 1.25'],
  ...{ category: 'IAB20', competitiveExclusion: true },
  ...{ showsOncePerPage: true, roadblock: true, priority: 'sponsorship', shareOfVoice: 35 },
};

describe('the terms of delivery', () => {
  it('of a new campaign are those that were typed, from the summary to what is stored', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Every term');
    await fillDelivery(page);
    await page.getByRole('button', { name: 'Summary' }).click();
    const days = 'Mo-Fr 09:00-17:00; Sa 10:00-14:00 (by the visitor’s clock)';
    const expected = [`Days and hours: ${days}`, 'Priority: Sponsorship: 35 % before all bids'];
    expect(await termsOf(page)).toEqual(expect.arrayContaining(expected));
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { name: 'Every term' }).waitFor();
    const [stored] = await app.ctx.campaigns.listAll(
      { advertiserId: account.id, status: null },
      { first: 10 },
    );
    expect(stored).toMatchObject({ ...filled, hourlyBudget: usd('120') / 24n });
    expect(offences).toEqual([]);
  });

  it('of a campaign that is there are changed, shown, and taken back', async () => {
    const { page, offences, campaign } = await openCampaign();
    await fillDelivery(page);
    await save(page);
    await page.getByText('Sponsorship: 35 % before all bids').waitFor();
    expect(await app.ctx.campaigns.findById(campaign.id)).toMatchObject(filled);
    const shown = ['At most a day, in USD: $60.00', 'At most in all, in USD: $1,500.00'];
    expect(await termsOf(page)).toEqual(expect.arrayContaining(shown));

    await page.getByRole('link', { name: 'Edit' }).click();
    expect(await page.getByLabel('Pace').inputValue()).toBe('asap');
    expect(await page.getByLabel('At most in all, in USD').inputValue()).toBe('1500');
    expect(await page.getByLabel('Hours by the visitor’s clock').isChecked()).toBe(true);
    await page.getByLabel('At most a day, in USD').fill('');
    await page.getByLabel('At most in all, in USD').fill('');
    await page.getByLabel('Days and hours').fill('');
    await page.getByRole('button', { name: 'Remove multiplier 1' }).click();
    await page.getByLabel('Category', { exact: true }).selectOption('none');
    await page.getByLabel('Each ad once a page').uncheck();
    await page.getByLabel('The whole page or nothing').uncheck();
    await page.getByLabel('Priority').selectOption('Standard: by its bid');
    await save(page);
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    expect(await app.ctx.campaigns.findById(campaign.id)).toMatchObject({
      ...{ dailyBudget: null, totalBudget: null, schedule: null, bidModifiers: [] },
      ...{ category: null, showsOncePerPage: false, roadblock: false, priority: 'standard' },
    });
    expect(offences).toEqual([]);
  });
});

describe('wrong terms of delivery', () => {
  it('are told each at its field, and nothing that was typed is lost or stored', async () => {
    const { page, offences, campaign } = await openCampaign();
    await fillDelivery(page);
    const expectTold = async (wrong: readonly (readonly [string, string, RegExp])[]) => {
      for (const [label, value, problem] of wrong) {
        expect([label, await problemAt(page, label)]).toEqual([
          label,
          expect.stringMatching(problem),
        ]);
        expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
      }
      expect(await page.locator('[aria-invalid="true"]').count()).toBe(wrong.length);
      expect(await page.getByLabel('Pace').inputValue()).toBe('asap');
      expect(await page.getByLabel('Not beside competitors').isChecked()).toBe(true);
      expect(await app.ctx.campaigns.findById(campaign.id)).toEqual(campaign);
    };
    await page.getByLabel('Days and hours').fill('Mo-Fr 9-17');
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await page.getByLabel('Multiplier 1', { exact: true }).fill('twice');
    await page.getByLabel('Share of voice in percent').fill('101');
    await page.getByLabel('Share of voice in percent').evaluate((input) => {
      input.closest('form')?.setAttribute('novalidate', '');
    });
    await save(page);
    await page.getByText('Must be 1 to 100').waitFor();
    await expectTold([
      ['Days and hours', 'Mo-Fr 9-17', /^Must be days and whole hours/],
      ['Time zone', 'Mars/Olympus', /^Must be a time zone/],
      ['Where multiplier 1 holds', 'mobile', /0\.1 to 10/],
      ['Share of voice in percent', '101', /^Must be 1 to 100/],
    ]);
    await expectAccessible(page);
    await page.getByLabel('Days and hours').fill('Mo-Fr 09:00-17:00');
    await page.getByLabel('Time zone').fill('Europe/Warsaw');
    await page.getByLabel('Multiplier 1', { exact: true }).fill('1.25');
    await page.getByLabel('Share of voice in percent').fill('35');
    await page.getByLabel('At most a day, in USD').fill('4');
    await page.getByLabel('At most in all, in USD').fill('3');
    await save(page);
    await page.getByText('Must be 1 to 100').waitFor({ state: 'hidden' });
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await expectTold([
      ['At most a day, in USD', '4', /hour/i],
      ['At most in all, in USD', '3', /hour|day/i],
    ]);
    expect(offences).toEqual([]);
  });

  it.each([
    ['a share of voice', 'Share of voice in percent', '101', '40'],
    ['a percentage', 'Percent of the price for other views', '101', '40'],
    ['a server', 'Not on sites of these servers', 'nobody', ''],
  ])(
    'are told of %s, too, whose field is not asked for any more',
    async (_what, label, value, right) => {
      const { page, campaign } = await openCampaign();
      const field = page.getByLabel(label);
      await page.getByLabel('Priority').selectOption('Sponsorship: before all bids');
      await field.fill(value);
      await page.getByLabel('Priority').selectOption('Standard: by its bid');
      await page.getByLabel('Pay for measured views alone').check();
      await page.getByLabel('On sites of other servers, too').uncheck();
      expect(await field.count()).toBe(0);
      await page.getByLabel('At most in all, in USD').fill('1500');
      await save(page);
      await field.waitFor();
      expect(await problemAt(page, label)).toMatch(/^Must be /);
      expect(await field.inputValue()).toBe(value);
      await field.fill(right);
      await save(page);
      await page.getByText('$1,500.00').waitFor();
      expect(await app.ctx.campaigns.findById(campaign.id)).toMatchObject({
        ...{ totalBudget: usd('1500'), requiresViewability: true, showsOnPeers: false },
        ...{ priority: 'standard', excludedPeers: [] },
      });
    },
  );
});
