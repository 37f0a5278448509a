import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aPng, createActiveCampaign } from '../../support/campaigns';
import { anAccount, expectAccessible, fillBasics, openPanel, problemAt } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const share = 'Share of voice in percent';
const others = 'Percent of the price for other views';
const most = 'Most paid for in a day';

async function openCampaign(then: string) {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const path = `/panel/campaigns/${campaign.id}${then}`;
  return { campaign, ...(await openPanel(browser, app, { account, path })) };
}

describe('an emptied number', () => {
  it('of a campaign is told at its field beside what else is wrong, and nothing is stored', async () => {
    const { page, offences, campaign } = await openCampaign('/edit');
    const save = page.getByRole('button', { name: 'Save' });
    const wrong = page.locator('[aria-invalid="true"]');
    await page.getByLabel('Priority').selectOption('Sponsorship: before all bids');
    await page.getByLabel(share).fill('');
    await page.getByLabel(others).fill('');
    await page.getByLabel('At most in all, in USD').fill('much');
    await save.click();
    await wrong.and(page.getByLabel(share)).waitFor();
    expect(await problemAt(page, share)).toBe('Must be filled in.');
    expect(await problemAt(page, others)).toBe('Must be filled in.');
    expect(await problemAt(page, 'At most in all, in USD')).toMatch(/^Must be an amount/);
    expect(await wrong.count()).toBe(3);
    await expectAccessible(page);
    // Neither comes back by itself.
    await page.reload();
    await page.getByText('What you typed here before is back').waitFor();
    expect(await page.getByLabel(share).inputValue()).toBe('');
    expect(await page.getByLabel(others).inputValue()).toBe('');
    expect(await app.ctx.campaigns.findById(campaign.id)).toEqual(campaign);

    await page.getByLabel('At most in all, in USD').fill('');
    await page.getByLabel(share).fill('40');
    await page.getByLabel(others).fill('0');
    await save.click();
    await page.getByText('Sponsorship: 40 % before all bids').waitFor();
    expect(await app.ctx.campaigns.findById(campaign.id)).toMatchObject({
      ...{ priority: 'sponsorship', shareOfVoice: 40, unmeasuredPrice: 0 },
    });
    expect(offences).toEqual([]);
  });

  it.each([share, others])(
    'is told, too, where its field is not asked for any more: %s',
    async (label) => {
      const { page, campaign } = await openCampaign('/edit');
      const field = page.getByLabel(label);
      await page.getByLabel('Priority').selectOption('Sponsorship: before all bids');
      await field.fill('');
      await page.getByLabel('Priority').selectOption('Standard: by its bid');
      await page.getByLabel('Pay for measured views alone').check();
      expect(await field.count()).toBe(0);
      await page.getByRole('button', { name: 'Save' }).click();
      await field.waitFor();
      expect(await problemAt(page, label)).toBe('Must be filled in.');
      expect(await app.ctx.campaigns.findById(campaign.id)).toEqual(campaign);
    },
  );

  it('of a new campaign is told when its step is left', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Emptied');
    await page.getByLabel('Priority').selectOption('Sponsorship: before all bids');
    await page.getByLabel(share).fill('');
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.locator('[aria-invalid="true"]').and(page.getByLabel(share)).waitFor();
    expect(await problemAt(page, share)).toBe('Must be filled in.');
    // An address does not lead past it either.
    await page.goto(`${app.url}${path}?step=3`);
    await page.getByLabel(share).waitFor();
    await page.getByLabel(share).fill('25');
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByText('Sponsorship: 25 % before all bids').waitFor();
    expect(offences).toEqual([]);
  });

  it('of a conversion is told at its field, unless it is a signed one, which has none', async () => {
    const { page, offences, campaign } = await openCampaign('');
    await page.getByRole('button', { name: 'Add a conversion' }).click();
    const add = page.getByRole('button', { name: 'Add conversion' });
    const form = page.locator('form').filter({ has: add });
    const wrong = form.locator('[aria-invalid="true"]');
    await form.getByLabel('Name').fill('Order');
    await form.getByLabel('Value in USD').fill('much');
    await form.getByLabel(most).fill('');
    await add.click();
    await wrong.and(page.getByLabel(most)).waitFor();
    expect([await problemAt(page, most), await wrong.count()]).toEqual(['Must be filled in.', 2]);
    await form.getByLabel('Value in USD').fill('2');
    await form.getByLabel('Who can record it').selectOption('advanced');
    await add.click();
    await form.waitFor({ state: 'hidden' });
    expect(await app.ctx.conversions.listByCampaigns([campaign.id])).toMatchObject([
      { name: 'Order', type: 'advanced' },
    ]);
    expect(offences).toEqual([]);
  });
});

describe('a number with a fraction, or one without end,', () => {
  it('is told at its field in the wizard', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    const wrong = page.locator('[aria-invalid="true"]');
    await fillBasics(page, 'A part');
    await page.getByLabel('Priority').selectOption('Sponsorship: before all bids');
    await page.getByLabel(share).fill('1.5');
    await page.getByLabel(others).fill('0.5');
    await page.getByRole('button', { name: 'Next' }).click();
    await wrong.and(page.getByLabel(share)).and(page.locator(':focus')).waitFor();
    expect(await problemAt(page, share)).toBe('Must be a whole number.');
    expect(await problemAt(page, others)).toBe('Must be a whole number.');
    await expectAccessible(page);
    await page.getByLabel(others).fill('0');
    await page.getByLabel(share).fill('99999999999');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^Must be 1 to 100/).waitFor();
    expect(await problemAt(page, share)).toMatch(/^Must be 1 to 100/);
    expect(await wrong.count()).toBe(1);
    expect(offences).toEqual([]);
  });

  it('is no weight of an ad', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Weighed');
    await page.getByLabel('Rotation of ads').selectOption('By weight');
    await page.getByRole('button', { name: 'Ads', exact: true }).click();
    const buffer = aPng('300x250');
    const file = { name: 'ad.png', mimeType: 'image/png', buffer };
    await page.getByLabel('Choose files for ads').setInputFiles([file]);
    const weight = page.locator('.creatives').getByLabel('Weight', { exact: true });
    await weight.fill('1.5');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('[aria-invalid="true"]').and(weight).waitFor();
    expect(await problemAt(page, 'Weight')).toMatch(/1 to 100/);
    expect(offences).toEqual([]);
  });
});
