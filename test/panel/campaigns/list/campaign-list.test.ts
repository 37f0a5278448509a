import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Campaign } from '../../../../src/demand/campaigns/campaign.resource';
import { createCampaign } from '../../../../src/demand/campaigns/campaign-creation.service';
import type { Account } from '../../../../src/identity/accounts/account';
import { foldAllChanges } from '../../../../src/insight/statistics/roll-ups/fold-changes.service';
import { startApp, type TestApp } from '../../../support/app';
import { launchBrowser } from '../../../support/browser';
import { aCampaign, createActiveCampaign, usd } from '../../../support/campaigns';
import { eventually } from '../../../support/eventually';
import { tellVerdicts } from '../../../support/verdicts';
import {
  anAccount,
  expectAccessible,
  expectFits,
  openPanel,
  type PanelPage,
  photograph,
  showIn,
} from '../../support';

const longName = `Spring${'sale'.repeat(40)} with a name that is as long as names can be`;
const path = '/panel/campaigns';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const active = (account: Account, name: string) =>
  createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id, name, hourlyBudget: usd('12.5') },
  });
async function drafts(account: Account, names: readonly string[]): Promise<readonly Campaign[]> {
  const made: Campaign[] = [];
  for (const name of names)
    made.push(
      await createCampaign(app.ctx, aCampaign({ advertiserId: account.id, name, status: 'draft' })),
    );
  return made;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const namesOf = (page: Page) => page.locator('tbody td[data-title] a').allInnerTexts();
const expectNames = (page: Page, names: readonly string[]) =>
  eventually(async () => {
    expect(await namesOf(page)).toEqual(names);
  }, 30_000);
const choose = async (page: Page, ...names: readonly string[]) => {
  for (const name of names)
    await page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).check();
};
const stored = (id: string) => app.ctx.campaigns.findById(id);
const open = (account: Account, options: { width?: number } = {}): Promise<PanelPage> =>
  openPanel(browser, app, { account, path, ...options });

describe('the list of campaigns', () => {
  it('is searched, put in order and paged, in an address that can be kept', async () => {
    const account = await anAccount(app);
    const { campaign, creatives } = await active(account, longName);
    await drafts(
      account,
      Array.from({ length: 50 }, (_one, at) => `Draft ${at + 1}`),
    );
    await tellVerdicts(app.ctx, [
      {
        ...{ advertiserId: account.id, campaignId: campaign.id, creativeId: creatives[0]!.id },
        occurredAt: new Date(),
      },
    ]);
    await foldAllChanges(app.ctx);
    const { page, offences } = await open(account);
    await page.getByText('51 campaigns').waitFor();
    expect((await namesOf(page)).slice(0, 2)).toEqual(['Draft 50', 'Draft 49']);
    await page.getByRole('button', { name: 'page 2' }).click();
    await expectNames(page, [longName]);
    await page.getByLabel('Search names').fill('DRAFT 4');
    await page.getByText('11 campaigns').waitFor();
    await page.getByRole('button', { name: 'Name' }).click();
    await expectNames(page, ['Draft 4', ...Array.from({ length: 10 }, (_, at) => `Draft 4${at}`)]);
    await page.reload();
    await page.getByText('11 campaigns').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await page.getByLabel('Search names').fill('');
    await page.getByRole('button', { name: 'Cost', exact: true }).click();
    await page.getByText('51 campaigns').waitFor();
    const cells = rowOf(page, longName).getByRole('cell');
    await eventually(async () => {
      expect((await namesOf(page))[0]).toBe(longName);
      expect((await cells.allInnerTexts()).slice(-5)).toEqual(['1', '0', '0%', '$0.01', '$10.00']);
    }, 30_000);
    await expectAccessible(page);
    await expectFits(page);
    await photograph(page, 'campaign-list');
    await showIn(page, 'dark');
    await expectAccessible(page);
    await photograph(page, 'campaign-list-dark');
    await page.setViewportSize({ width: 360, height: 800 });
    await expectFits(page);
    await photograph(page, 'campaign-list-narrow-dark');
    await showIn(page, 'light');
    await expectAccessible(page);
    await photograph(page, 'campaign-list-narrow');
    expect(offences).toEqual([]);
  });

  it('changes budget, bid and status in the row, by the keyboard too', async () => {
    const account = await anAccount(app);
    const { campaign } = await active(account, 'Shoes');
    const { page, offences } = await open(account);
    const budget = page.getByRole('button', { name: 'Budget an hour of Shoes: $12.50. Change' });
    await budget.focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Budget an hour of Shoes' });
    await field.fill('7,25');
    await field.press('Enter');
    const changed = page.getByRole('button', { name: 'Budget an hour of Shoes: $7.25. Change' });
    await changed.waitFor();
    expect((await stored(campaign.id))?.hourlyBudget).toBe(usd('7.25'));
    const focused = await page.evaluate(`document.activeElement.getAttribute('aria-label')`);
    expect(focused).toBe('Budget an hour of Shoes: $7.25. Change');
    await page.getByRole('button', { name: 'Undo' }).click();
    await budget.waitFor();
    expect((await stored(campaign.id))?.hourlyBudget).toBe(usd('12.5'));

    await budget.click();
    await field.fill('much');
    await field.press('Enter');
    await page.getByText('Must be an amount, such as 12.50').waitFor();
    await field.press('Escape');
    await budget.waitFor();
    await page.getByRole('button', { name: /^Bid \(CPM\) of Shoes/ }).click();
    const bid = page.getByRole('textbox', { name: 'Bid (CPM) of Shoes' });
    await bid.fill('');
    await page.getByRole('heading', { name: 'Campaigns' }).click();
    await page.getByRole('button', { name: /of Shoes: automatic/ }).waitFor();
    expect((await stored(campaign.id))?.maxCpm).toBeNull();

    const isActive = page.getByRole('switch', { name: 'Shoes is active' });
    await isActive.focus();
    await page.keyboard.press('Space');
    await page.getByText('Shoes is stopped.').waitFor();
    await rowOf(page, 'Shoes').getByText('stopped').waitFor();
    expect((await stored(campaign.id))?.status).toBe('inactive');
    expect(offences).toEqual([]);
  });

  it('stops, starts and copies those that are chosen, and says which it could not', async () => {
    const account = await anAccount(app);
    const { campaign } = await active(account, 'Shoes');
    const [noAds] = await drafts(account, ['No ads']);
    const { page, offences } = await open(account);
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
    await page.getByText('2 chosen').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('1 campaign is stopped.').waitFor();
    expect((await stored(campaign.id))?.status).toBe('inactive');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 campaign is started.').waitFor();
    expect((await stored(campaign.id))?.status).toBe('active');

    await choose(page, 'No ads', 'Shoes');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('alert').getByText('No ads:').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    expect((await stored(noAds!.id))?.status).toBe('draft');
    await choose(page, 'No ads', 'Shoes');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('2 campaigns are copied').waitFor();
    expect((await namesOf(page)).slice(0, 2).sort()).toEqual(['No ads (2)', 'Shoes (2)']);
    expect(offences).toEqual([]);
  });

  it('chooses the campaigns of all pages at once, and none that a filter leaves out', async () => {
    const account = await anAccount(app);
    const { campaign } = await active(account, 'Shoes');
    const made = await drafts(
      account,
      Array.from({ length: 120 }, (_one, at) => `Draft ${at + 1}`),
    );
    const { page, offences } = await open(account);
    await page.getByLabel('Search names').fill('draft');
    await page.getByText('120 campaigns').waitFor();
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
    await page.getByText('All 50 of this page are chosen.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose all 120' }).click();
    await page.getByText('120 chosen').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete now' }).click();
    await page.getByText('120 campaigns are deleted.').waitFor();
    const left = await app.ctx.campaigns.listOwned(account.id, [
      ...made.map(({ id }) => id),
      campaign.id,
    ]);
    expect(left.map(({ name }) => name)).toEqual(['Shoes']);
    expect(offences).toEqual([]);
  });

  it('deletes what is chosen when it is left, and not before: it can be taken back', async () => {
    const account = await anAccount(app);
    const made = await drafts(account, ['One', 'Two', 'Three', 'Four', 'Five']);
    const listed = async () =>
      (
        await app.ctx.campaigns.listOwned(
          account.id,
          made.map(({ id }) => id),
        )
      )
        .map(({ name }) => name)
        .sort();
    const { page, offences } = await open(account);
    await choose(page, 'One', 'Two');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectNames(page, ['Five', 'Four', 'Three']);
    await page.getByText('2 are deleted in 20 seconds').waitFor();
    await expectAccessible(page);
    await photograph(page, 'campaign-list-deletion');
    expect(await listed()).toEqual(['Five', 'Four', 'One', 'Three', 'Two']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectNames(page, ['Five', 'Four', 'Three', 'Two', 'One']);

    await choose(page, 'One');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete now' }).click();
    await page.getByText('1 campaign is deleted.').waitFor();
    expect(await listed()).toEqual(['Five', 'Four', 'Three', 'Two']);

    await choose(page, 'Two');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await eventually(async () => {
      expect(await listed()).toEqual(['Five', 'Four', 'Three']);
    }, 30_000);

    await page.goBack();
    await choose(page, 'Three');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectNames(page, ['Five', 'Four']);
    await page.goto('about:blank');
    await eventually(async () => {
      expect(await listed()).toEqual(['Five', 'Four']);
    }, 30_000);

    await page.clock.install();
    await page.goto(`${app.url}${path}`);
    await choose(page, 'Four');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('1 is deleted in 20 seconds').waitFor();
    await page.clock.fastForward(20_000);
    await page.getByText('1 campaign is deleted.').waitFor();
    expect(await listed()).toEqual(['Five']);
    expect(offences).toEqual([]);
  });
});
