import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  createOwnedPlacement,
  updatePlacement,
} from '../../../src/supply/placements/publisher-placement.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { usd } from '../../support/campaigns';
import { anId } from '../../support/events';
import { aSite } from '../../support/verifier';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const top = 'Top <b>of</b> page';

/** The page of a site with the placements "Top" and "Below", both of one size, and what is stored of the first. */
async function openSite(locale = 'en-US') {
  const account = await anAccount(app, ['publisher']);
  const publisherId = account.id;
  const siteId = anId();
  await app.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
  const make = (name: string) =>
    createOwnedPlacement(app.ctx, { publisherId, siteId, size: '300x250', name });
  const { id } = await make(top);
  await make('Below');
  const own = { publisherId, id };
  await updatePlacement(app.ctx, { ...own, changes: { minimumRpm: usd('2.5') } });
  const path = `/panel/sites/${siteId}`;
  const { page, offences } = await openPanel(browser, app, { account, path, locale });
  return {
    ...{ page, offences, own },
    read: () => app.ctx.placements.findOwned(publisherId, id),
    row: page.getByRole('listitem').filter({ hasText: 'Top' }),
  };
}

const fieldsOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: `Edit ${top}` });
  return {
    dialog,
    name: dialog.getByLabel('Name of the place'),
    least: dialog.getByLabel('Least USD for 1,000 views'),
    showsAds: dialog.getByLabel('It shows ads'),
    save: dialog.getByRole('button', { name: 'Save' }),
    wrong: dialog.locator('[aria-invalid="true"]'),
  };
};

describe('a placement that is there', () => {
  it('gets another name and least price, is a draft, and gives its least price up', async () => {
    const { page, offences, read, row } = await openSite();
    const { dialog, name, least, showsAds, save } = fieldsOf(page);
    await row.getByText('At least $2.50 for 1,000 views').waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    const shown = [await name.inputValue(), await least.inputValue(), await showsAds.isChecked()];
    expect(shown).toEqual([top, '2.5', true]);
    await expectAccessible(page);
    await name.fill('Topmost');
    await least.fill('0.4');
    await showsAds.uncheck();
    await save.click();
    await page.getByText('Topmost is saved.').waitFor();
    await row.getByText('At least $0.40 for 1,000 views').waitFor();
    await row.getByText('draft', { exact: true }).waitFor();
    expect(await read()).toMatchObject({
      ...{ name: 'Topmost', minimumRpm: usd('0.4'), status: 'draft' },
    });

    await row.getByRole('button', { name: 'Edit' }).click();
    const again = page.getByRole('dialog', { name: 'Edit Topmost' });
    await again.getByLabel('Least USD for 1,000 views').fill('');
    await again.getByLabel('It shows ads').check();
    await again.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByText(/^At least/).waitFor({ state: 'hidden' });
    expect(await read()).toMatchObject({
      ...{ name: 'Topmost', minimumRpm: null, status: 'active' },
    });
    await page.setViewportSize({ width: 360, height: 900 });
    await expectFits(page);
    expect(offences).toEqual([]);
  });

  it('is told what is wrong at its field, and nothing is stored or lost', async () => {
    const { page, offences, read, row } = await openSite();
    const { dialog, name, least, save, wrong } = fieldsOf(page);
    const before = await read();
    await row.getByRole('button', { name: 'Edit' }).click();
    for (const typed of ['-1', 'much', '1.000', '10001']) {
      await least.fill(typed);
      await save.click();
      await wrong.and(least).waitFor();
      await dialog.getByText(/^(Must|May) /).waitFor();
      expect([await least.inputValue(), await wrong.count()]).toEqual([typed, 1]);
      await page.reload();
      await row.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByText('What you typed here before is back').waitFor();
      expect(await least.inputValue()).toBe(typed);
    }
    await least.fill('3');
    await name.fill('Below');
    await save.click();
    await dialog.getByText(/^Is that of another placement of this size/).waitFor();
    await wrong.and(name).waitFor();
    await expectAccessible(page);
    await name.fill(' ');
    await save.click();
    await dialog.getByText(/^Must have 1 to 255 characters/).waitFor();
    expect([await least.inputValue(), await wrong.count()]).toEqual(['3', 1]);
    expect(await read()).toEqual(before);
    expect(offences).toEqual([]);
  });

  it('keeps what somebody else changes while another member is typed', async () => {
    const { page, offences, own, read, row } = await openSite();
    const { name, dialog, save } = fieldsOf(page);
    await row.getByRole('button', { name: 'Edit' }).click();
    await name.fill('Topmost');
    await updatePlacement(app.ctx, { ...own, changes: { minimumRpm: usd('7') } });
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByText('At least $7.00 for 1,000 views').waitFor();
    expect(await read()).toMatchObject({ name: 'Topmost', minimumRpm: usd('7') });
    expect(offences).toEqual([]);
  });

  it('is changed by the keyboard alone, and what is cancelled is not kept', async () => {
    const { page, offences, read, row } = await openSite();
    const { dialog, name, least } = fieldsOf(page);
    const edit = row.getByRole('button', { name: 'Edit' });
    const isFocused = (field: typeof edit) => field.and(page.locator(':focus')).waitFor();
    await row.getByRole('button', { name: 'Why empty?' }).focus();
    await page.keyboard.press('Tab');
    await isFocused(edit);
    await page.keyboard.press('Enter');
    await name.waitFor();
    while ((await least.and(page.locator(':focus')).count()) === 0)
      await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await row.getByText('At least $5.00 for 1,000 views').waitFor();
    await isFocused(edit);

    await page.keyboard.press('Enter');
    await least.fill('6');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await isFocused(edit);
    await page.keyboard.press('Enter');
    expect(await least.inputValue()).toBe('5');
    await least.fill('7');
    await page.keyboard.press('Escape');
    await isFocused(edit);
    await page.keyboard.press('Enter');
    await dialog.getByText('What you typed here before is back').waitFor();
    expect(await least.inputValue()).toBe('7');
    expect(await read()).toMatchObject({ name: top, minimumRpm: usd('5') });
    expect(offences).toEqual([]);
  });

  it('has its least price in the person’s way of writing, and is edited in German', async () => {
    const { page, offences, read, row } = await openSite('de-DE');
    await row.getByRole('button', { name: 'bearbeiten' }).click();
    const dialog = page.getByRole('dialog', { name: `${top} bearbeiten` });
    const least = dialog.getByLabel('Mindestens USD für 1.000 Einblendungen');
    expect(await least.inputValue()).toBe('2,5');
    await least.fill('x');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText(/^Muss /).waitFor();
    await least.fill('1,25');
    await dialog.getByLabel('Zeigt Anzeigen').uncheck();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await row.getByText('Entwurf', { exact: true }).waitFor();
    expect(await read()).toMatchObject({ minimumRpm: usd('1.25'), status: 'draft' });
    expect(offences).toEqual([]);
  });
});
