import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { de } from '../../../panel/texts/de';
import { createLogInLink } from '../../../src/identity/accounts/log-in-link.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { usd } from '../../support/campaigns';
import { eventually } from '../../support/eventually';
import { fillBasics, anAccount, expectAccessible, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
let picture: Buffer;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  picture = await sharp({
    create: { width: 300, height: 250, channels: 3, background: '#2a7871' },
  })
    .png()
    .toBuffer();
});
afterAll(() => browser.close());

describe('the wizard', () => {
  it('does not start without a file that is on its way', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Slow');
    await page.getByRole('button', { name: 'Ads', exact: true }).click();
    const { promise: released, resolve: release } = Promise.withResolvers<unknown>();
    await page.route('**/graphql', async (route) => {
      const type = route.request().headers()['content-type'] ?? '';
      if (type.startsWith('multipart/')) await released;
      await route.continue();
    });
    await page
      .getByLabel('Choose files for ads')
      .setInputFiles([{ name: 'slow.png', mimeType: 'image/png', buffer: picture }]);
    await page.getByText('slow.png').waitFor();
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByText('On their way: slow.png').waitFor();
    const start = page.getByRole('button', { name: 'Start campaign' });
    expect(await start.isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save as draft' }).isDisabled()).toBe(true);
    release(null);
    await page.getByText('On their way: slow.png').waitFor({ state: 'hidden' });
    await start.click();
    await page.getByRole('heading', { name: 'Slow' }).waitFor();
    await page.getByRole('img', { name: 'slow' }).waitFor();
    expect(offences).toEqual([]);
  });

  it('goes a step back by the browser’s “Back”, and keeps what was typed', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    const isAt = (step: string) =>
      page.locator(`.steps [aria-current=step]:has-text("${step}")`).waitFor();
    await fillBasics(page, 'Back and forth');
    await page.getByRole('button', { name: 'Next' }).click();
    await isAt('Audience');
    await page.getByRole('button', { name: 'Next' }).click();
    await isAt('Ads');
    await page.goBack();
    await isAt('Audience');
    await page.goBack();
    await isAt('Basics');
    expect(await page.getByLabel('Name').inputValue()).toBe('Back and forth');
    await page.goForward();
    await isAt('Audience');
    await page.reload();
    await isAt('Audience');
    // The page’s own goes the same way: nothing is left to go through twice.
    await page.getByRole('button', { name: 'Next' }).click();
    await isAt('Ads');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await isAt('Audience');
    await page.goBack();
    await isAt('Basics');
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.goForward();
    await isAt('Basics');
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`${app.url}${path}?step=3`);
    await isAt('Basics');
    await page.goto(`${app.url}/panel/sites/new?step=1`);
    await isAt('Site');
    expect(offences).toEqual([]);
  });

  it('takes the size that a document says, asks where one says none, and adds a window without a file', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Documents');
    await page.getByRole('button', { name: 'Ads', exact: true }).click();
    const aDocument = (name: string, head = '') => ({
      ...{ name, mimeType: 'text/html' },
      buffer: Buffer.from(`<!doctype html><head>${head}</head><p>Offer</p>`),
    });
    const size = '<meta name="ad.size" content="width=728,height=90">';
    await page
      .getByLabel('Choose files for ads')
      .setInputFiles([
        aDocument('said.html', size),
        aDocument('named-300x250.html'),
        aDocument('unsaid.html'),
      ]);
    const added = page.locator('.creatives');
    await added.getByText('728x90', { exact: true }).waitFor();
    await added.getByText('300x250', { exact: true }).waitFor();
    await page.locator('.uploads select').selectOption('160x600');
    await page.getByRole('button', { name: 'Send unsaid.html' }).click();
    await added.getByText('160x600', { exact: true }).waitFor();
    await page.getByLabel('Ad without a file').selectOption('pop-under');
    await page.getByRole('button', { name: 'Add window' }).click();
    await added.getByText('Opens the landing page').waitFor();
    // The whole of a document that is wider than its card.
    await eventually(async () => {
      const [room, shown] = await Promise.all(
        ['.preview-document', 'iframe'].map((part) => added.locator(part).first().boundingBox()),
      );
      expect(shown!.width).toBeLessThanOrEqual(room!.width + 1);
      expect(shown!.width / shown!.height).toBeCloseTo(728 / 90, 1);
    });
    await expectAccessible(page);
    await page.getByLabel('Alternative text').first().fill('Half price');
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    const [campaign] = await app.ctx.campaigns.listAll(
      { advertiserId: account.id, status: null },
      { first: 10 },
    );
    const ads = await app.ctx.creatives.listByCampaigns([campaign!.id]);
    expect(ads.map(({ scope, type, alt }) => [scope, type, alt])).toEqual([
      ['728x90', 'html', 'Half price'],
      ['300x250', 'html', null],
      ['160x600', 'html', null],
      ['pop-under', 'direct', null],
    ]);
    expect(offences).toEqual([]);
  });

  it('sums up the terms of delivery that were chosen, and those alone', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Chosen');
    await page.getByLabel('Days and hours').fill('Mo-Fr 09:00-17:00');
    await page.getByLabel('Time zone').fill('Europe/Warsaw');
    await page.getByLabel('Views by one visitor').fill('3/day; 9/life');
    await page.getByLabel('Also to visitors who are not recognised').uncheck();
    await page.getByLabel('On sites of other servers, too').uncheck();
    await page.getByRole('button', { name: 'Summary' }).click();
    const facts = await page.locator('dl.facts > div').allInnerTexts();
    const lines = facts.map((text) => text.replace(/\s*\n\s*/, ': '));
    expect(lines).toEqual(
      expect.arrayContaining([
        'Days and hours: Mo-Fr 09:00-17:00 (Europe/Warsaw)',
        'Views by one visitor: 3/day; 9/life; no unknown visitors',
        'On sites of other servers, too: No',
      ]),
    );
    for (const usual of ['Pace', 'Rotation of ads', 'Priority'])
      expect(lines.filter((line) => line.startsWith(usual))).toEqual([]);
    expect(offences).toEqual([]);
  });

  it('gives an ad its own caps and pixels, and names what is wrong with them', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Own caps');
    await page.getByRole('button', { name: 'Ads', exact: true }).click();
    await page
      .getByLabel('Choose files for ads')
      .setInputFiles([{ name: 'ad.png', mimeType: 'image/png', buffer: picture }]);
    await page.getByText('More of ad:').click();
    const ads = page.locator('.creatives');
    await ads.getByLabel('Views by one visitor').fill('1/day; 0/week');
    await ads.getByLabel('Pixels').fill('https://count.example/p\nhttp://count.example/q');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Summary' }).click();
    await ads.locator('.mantine-InputWrapper-error').nth(1).waitFor();
    await ads.getByLabel('Views by one visitor').fill('1/day; 5/week');
    await ads.getByLabel('Pixels').fill('https://count.example/p');
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { name: 'Own caps' }).waitFor();
    const [campaign] = await app.ctx.campaigns.listAll(
      { advertiserId: account.id, status: null },
      { first: 10 },
    );
    const [creative] = await app.ctx.creatives.listByCampaigns([campaign!.id]);
    expect(creative).toMatchObject({
      frequencyCaps: ['1/day', '5/week'],
      impressionPixels: ['https://count.example/p'],
    });
    expect(offences).toEqual([]);
  });

  it('keeps a budget of a day as it was typed', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Daily');
    await page.getByLabel('Budget in USD').fill('25');
    await page.getByLabel('Budget for').selectOption('day');
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { name: 'Daily' }).waitFor();
    const [campaign] = await app.ctx.campaigns.listAll(
      { advertiserId: account.id, status: null },
      { first: 10 },
    );
    expect(campaign).toMatchObject({ hourlyBudget: usd('25') / 24n, dailyBudget: usd('25') });
    await page.getByRole('link', { name: 'Edit' }).click();
    expect(await page.getByLabel('Budget in USD').inputValue()).toBe('25');
    expect(await page.getByLabel('Budget for').inputValue()).toBe('day');
    await page.getByLabel('Budget in USD').fill('12');
    await page.getByLabel('Budget for').selectOption('hour');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Daily is saved').waitFor();
    // The page has said so of the draft, too.
    await eventually(async () => {
      expect(await app.ctx.campaigns.findById(campaign!.id)).toMatchObject({
        ...{ hourlyBudget: usd('12'), dailyBudget: null },
      });
    });
    expect(offences).toEqual([]);
  });

  it('saves once, although the answer is lost and the page is loaded anew', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Once');
    await page.getByRole('button', { name: 'Summary' }).click();
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      const isFirst = !isLost && route.request().postData()?.includes('createCampaign') === true;
      if (!isFirst) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { name: 'Once' }).waitFor();
    const filter = { advertiserId: account.id, status: null };
    expect(await app.ctx.campaigns.listAll(filter, { first: 10 })).toHaveLength(1);
  });

  it('names a problem at its field, and leads there', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, {
      account,
      path: '/panel/campaigns/new',
    });
    const next = page.getByRole('button', { name: 'Next' });
    const landingPage = page.getByLabel('Landing page');
    await landingPage.fill('javascript:alert(1)');
    await page.getByLabel('Budget in USD').fill('a lot');
    await next.click();
    await page.getByText('Must be filled in.').waitFor();
    await page.getByText('Must be an amount').waitFor();
    await page.getByText('Must be the address of a page').waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(3);
    expect(await page.getByLabel('Name').and(page.locator(':focus')).count()).toBe(1);
    await photograph(page, 'wizard-problem');
    await fillBasics(page, 'Autumn');
    await landingPage.fill('shop.example/offer');
    await next.click();
    await page.getByRole('button', { name: 'Ads', exact: true }).click();
    await page
      .getByLabel('Choose files for ads')
      .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }]);
    await page.getByText('Files of this kind are not shown here').waitFor();
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByText('https://shop.example/offer').waitFor();
    await page.getByRole('button', { name: 'Start campaign' }).click();
    await page.getByText('an active campaign needs it').waitFor();
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('It is a draft: start it.').waitFor();
    expect(offences).toEqual([]);
  });

  it('reads an amount as the person means it, or asks', async () => {
    const { page, offences } = await openPanel(browser, app, {
      account: await anAccount(app),
      path: '/panel/campaigns/new',
      locale: 'de-DE',
    });
    const { budgetInUsd, landingPage, summary } = de.campaigns;
    const budget = page.getByLabel(budgetInUsd);
    const showSummary = () => page.getByRole('button', { name: summary }).click();
    await page.getByLabel(de.common.name).fill('Beträge');
    await page.getByLabel(landingPage).fill('https://shop.example/');
    await budget.fill('1.200,48');
    await page.getByText(/^50,02\s\$/).waitFor();
    await budget.fill('1.200.000');
    await page.getByText(/^50\.000,00\s\$/).waitFor();
    await budget.fill('2.400');
    await page.getByText('mindestens 0,05').first().waitFor();
    await showSummary();
    await page.getByText('Kann 2400 oder 2,4 heißen').waitFor();
    await budget.fill('2,4');
    await page.getByText(/^0,10\s\$/).waitFor();
    expect(offences).toEqual([]);
  });

  it('keeps what is typed while the session ends, and goes on after another log-in', async () => {
    const account = await anAccount(app);
    const { page } = await openPanel(browser, app, { account, path: '/panel/campaigns/new' });
    await fillBasics(page, 'Winter');
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Save as draft' }).waitFor();
    await app.ctx.sessions.deleteAllOf(account.id, null);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('You are logged out').waitFor();
    const again = await openPanel(browser, app, { account });
    const cookies = await again.page.context().cookies();
    await page.context().addCookies(cookies);
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await page.getByText('You are logged out').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { name: 'Winter' }).waitFor();
  });

  it('goes on at once after a log-in in another tab', async () => {
    const account = await anAccount(app);
    const { page } = await openPanel(browser, app, { account, path: '/panel/campaigns/new' });
    await fillBasics(page, 'Spring');
    await page.getByRole('button', { name: 'Summary' }).click();
    await app.ctx.sessions.deleteAllOf(account.id, null);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('You are logged out').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(await createLogInLink(app.ctx, account.id));
    await page.getByText('You are logged out').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { name: 'Spring' }).waitFor();
  });

  it('is of one account: another log-in in another tab sends nothing of it, and takes nothing away', async () => {
    const [account, other] = [await anAccount(app), await anAccount(app)];
    const { page, offences } = await openPanel(browser, app, {
      account,
      path: '/panel/campaigns/new',
    });
    await fillBasics(page, 'Mine');
    const tab = await page.context().newPage();
    await tab.goto(await createLogInLink(app.ctx, other.id));
    await tab.getByText('Three steps').waitFor();
    await page.getByText('Somebody else is logged in').waitFor();
    await page.getByText(`In another tab ${other.email} has been logged in`).waitFor();
    await tab.goto(`${app.url}/panel/campaigns/new`);
    await tab.getByLabel('Name').waitFor();
    expect(await tab.getByLabel('Name').inputValue()).toBe('');
    await tab.goto(await createLogInLink(app.ctx, account.id));
    await page.getByText('Somebody else is logged in').waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Mine');
    expect(offences).toEqual([]);
  });
});
