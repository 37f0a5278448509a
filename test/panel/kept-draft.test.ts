import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { updateCampaign } from '../../src/demand/campaigns/campaign.service';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { createActiveCampaign } from '../support/campaigns';
import { eventually } from '../support/eventually';
import { anAccount, expectAccessible, expectFits, openPanel, photograph, showIn } from './support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** Not the name of a place, which the page before may still show. */
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const isBack = (page: Page) => page.getByText('What you typed here before is back');

/** From now on the answers to saves of campaigns are lost. */
const loseAnswers = (page: Page) =>
  page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation UpdateCampaign') !== true)
      return route.continue();
    await route.fetch();
    return route.abort();
  });

/** Saves another name, of which nobody hears. */
async function saveUnheard(page: Page, name: string): Promise<void> {
  await nameOf(page).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This has not worked').waitFor();
}

/** Comes back to this tab until it knows by what name the campaign is saved. */
const knows = (page: Page, name: string) =>
  eventually(async () => {
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    expect(await page.getByRole('heading', { name: `Edit ${name}` }).count()).toBe(1);
  }, 60_000);

async function editCampaign(name: string) {
  const account = await anAccount(app, ['advertiser', 'publisher']);
  const campaign = { advertiserId: account.id, name };
  const { id } = (await createActiveCampaign(app.ctx, { campaign })).campaign;
  const path = `/panel/campaigns/${id}/edit`;
  return { id, account, ...(await openPanel(browser, app, { account, path })) };
}

describe('a form over something that is there', () => {
  it('has what was typed after a reload, says so, and lets drop it', async () => {
    const { page, offences } = await editCampaign('Spring');
    await nameOf(page).fill('Summer');
    await page.reload();
    await isBack(page).waitFor();
    expect(await nameOf(page).inputValue()).toBe('Summer');
    for (const colorScheme of ['light', 'dark'] as const) {
      await showIn(page, colorScheme);
      await expectAccessible(page);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectFits(page);
        await photograph(page, `edit-draft-${width}-${colorScheme}`);
      }
    }
    await page.getByRole('button', { name: 'Drop it' }).click();
    expect(await nameOf(page).inputValue()).toBe('Spring');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await nameOf(page).inputValue()).toBe('Summer');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Summer' }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await nameOf(page).waitFor();
    expect(await isBack(page).count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('keeps what somebody else changes while another member is typed', async () => {
    const { id, account, page, offences } = await editCampaign('Spring');
    await nameOf(page).fill('Summer');
    const changes = { note: 'Ask Ann', endsAt: new Date('2099-05-01T12:00:30Z') };
    await updateCampaign(app.ctx, { advertiserId: account.id, id, changes });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Summer' }).waitFor();
    expect(await app.ctx.campaigns.findById(id)).toMatchObject({ ...changes, name: 'Summer' });
    // Nothing is typed, and saved all the same.
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Summer is saved.').waitFor();
    expect(await app.ctx.campaigns.findById(id)).toMatchObject({ ...changes, name: 'Summer' });
    expect(offences).toEqual([]);
  });

  it('says that another tab has changed the same meanwhile, and shows that', async () => {
    const { id, account, page, offences } = await editCampaign('Spring');
    await nameOf(page).fill('Mine');
    const changes = { name: 'Theirs' };
    await updateCampaign(app.ctx, { advertiserId: account.id, id, changes });
    const said = page.getByText('This was changed meanwhile');
    await eventually(async () => {
      // Somebody comes back to this tab.
      await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
      expect(await said.count()).toBe(1);
    }, 60_000);
    expect(await nameOf(page).inputValue()).toBe('Mine');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show what is saved' }).click();
    expect(await nameOf(page).inputValue()).toBe('Theirs');
    expect(await said.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    expect(offences).toEqual([]);
  });

  it('says of no other tab where the answer to its own save was lost', async () => {
    const { page, offences } = await editCampaign('Spring');
    const said = page.getByText('This was changed meanwhile');
    await loseAnswers(page);
    await saveUnheard(page, 'Mine');
    await knows(page, 'Mine');
    expect(await said.count()).toBe(0);
    // Nor once the typing goes on, nor where it has gone on before, nor after a reload.
    await nameOf(page).fill('Still mine');
    expect(await said.count()).toBe(0);
    await saveUnheard(page, 'Mine, too');
    await nameOf(page).fill('Not sent yet');
    await knows(page, 'Mine, too');
    expect(await said.count()).toBe(0);
    expect(await nameOf(page).inputValue()).toBe('Not sent yet');
    await saveUnheard(page, 'Mine again');
    await page.reload();
    await page.getByRole('heading', { name: 'Edit Mine again' }).waitFor();
    expect(await said.count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Mine again is saved.').waitFor();
    expect(offences).toEqual([]);
  });

  it('has what was typed on behind a save whose answer was lost, after a reload', async () => {
    const { page, offences } = await editCampaign('Spring');
    await loseAnswers(page);
    await saveUnheard(page, 'Mine');
    await nameOf(page).fill('Typed on');
    await page.reload();
    await isBack(page).waitFor();
    expect(await nameOf(page).inputValue()).toBe('Typed on');
    expect(offences).toEqual([]);
  });

  it('saves a name as it was before a save whose answer was lost', async () => {
    const { id, page, offences } = await editCampaign('Spring');
    await loseAnswers(page);
    await saveUnheard(page, 'Mine');
    await page.unrouteAll();
    await nameOf(page).fill('Spring');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Spring is saved.').waitFor();
    expect(await app.ctx.campaigns.findById(id)).toMatchObject({ name: 'Spring' });
    expect(offences).toEqual([]);
  });

  it('drops what was typed over something that was changed since, and says so', async () => {
    const { id, account, page, offences } = await editCampaign('Autumn');
    await nameOf(page).fill('Winter');
    const changes = { name: 'Somebody’s' };
    await updateCampaign(app.ctx, { advertiserId: account.id, id, changes });
    await page.reload();
    await page.getByText('This was changed meanwhile').waitFor();
    expect(await nameOf(page).inputValue()).toBe('Somebody’s');
    // Once said it is over.
    await page.reload();
    await nameOf(page).waitFor();
    expect(await page.getByText('This was changed meanwhile').count()).toBe(0);
    // A draft that "Cancel" has given up is not kept either, and nobody else gets the typed text.
    await nameOf(page).fill('Secret');
    const kept = await page.evaluate<string[]>('Object.keys(localStorage)');
    expect(kept.filter((key) => key.includes(id))).toEqual([
      `adgate-edit-campaign-${id}-${account.id}`,
    ]);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await nameOf(page).waitFor();
    expect(await nameOf(page).inputValue()).toBe('Somebody’s');
    expect(offences).toEqual([]);
  });

  it('keeps a site’s changes, and a placement that is not there yet', async () => {
    const account = await anAccount(app, ['publisher']);
    const { page, offences } = await openPanel(browser, app, { account, path: '/panel/sites/new' });
    await page.getByLabel('Address').fill('https://drafts.example/');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Create site' }).click();
    const place = page.getByLabel('Name of the place');
    await place.fill('Above the fold');
    await page.reload();
    await isBack(page).waitFor();
    expect(await place.inputValue()).toBe('Above the fold');
    await page.getByRole('button', { name: 'Add placement' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Above the fold' }).waitFor();
    expect([await place.inputValue(), await isBack(page).count()]).toEqual(['', 0]);
    await page.getByRole('link', { name: 'Edit' }).click();
    await nameOf(page).fill('Drafts daily');
    await page.reload();
    await isBack(page).waitFor();
    expect(await nameOf(page).inputValue()).toBe('Drafts daily');
    expect(offences).toEqual([]);
  });
});
