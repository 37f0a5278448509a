import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { usd } from '../../support/campaigns';
import { anId } from '../../support/events';
import { aSite } from '../../support/verifier';
import { anAccount, expectAccessible, expectFits, openPanel, problemAt } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const least = 'Least USD for 1,000 views';
const byPlaceAndHour = 'Least USD by country and hour';
const zone = 'Time zone of these hours';

/** A site without least prices. */
async function openSite(then: string) {
  const account = await anAccount(app, ['publisher']);
  const id = anId();
  await app.ctx.sites.insertOrFind(aSite({ id, publisherId: account.id }));
  const path = `/panel/sites/${id}${then}`;
  return { id, ...(await openPanel(browser, app, { account, path })) };
}

describe('least prices of a site', () => {
  it('are set by country and hour, shown on its page, and taken back', async () => {
    const { id, page, offences } = await openSite('/edit');
    const save = page.getByRole('button', { name: 'Save' });
    await page.getByLabel(least).fill('1.5');
    await page.getByLabel(byPlaceAndHour).fill('country:pl 2.5\n\ncountry:pl Mo-Fr 09:00-17:00 3');
    await page.getByLabel(zone).fill('Europe/Warsaw');
    await save.click();
    const floors = 'country:pl 2.5; country:pl Mo-Fr 09:00-17:00 3 (Europe/Warsaw)';
    await page.getByText(floors).waitFor();
    await page.getByText('$1.50', { exact: true }).waitFor();
    expect(await app.ctx.sites.findById(id)).toMatchObject({
      ...{ minimumRpm: usd('1.5'), timeZone: 'Europe/Warsaw' },
      minimumRpms: ['country:pl 2.5', 'country:pl Mo-Fr 09:00-17:00 3'],
    });
    await page.setViewportSize({ width: 360, height: 900 });
    await expectFits(page);

    await page.getByRole('link', { name: 'Edit' }).click();
    expect(await page.getByLabel(least).inputValue()).toBe('1.5');
    await page.getByLabel(least).fill('');
    await page.getByLabel(byPlaceAndHour).fill('');
    await save.click();
    await page.getByText('anything', { exact: true }).waitFor();
    expect(await page.getByText(byPlaceAndHour).count()).toBe(0);
    expect(await app.ctx.sites.findById(id)).toMatchObject({ minimumRpm: null, minimumRpms: [] });
    expect(offences).toEqual([]);
  });

  it('that are wrong are told at their fields by their lines, and nothing is stored', async () => {
    const { id, page, offences } = await openSite('/edit');
    const save = page.getByRole('button', { name: 'Save' });
    const before = await app.ctx.sites.findById(id);
    const typed = 'country:pl 2.5\ncountry:pl Mo-Fr 9-17 3';
    await page.getByLabel(byPlaceAndHour).fill(typed);
    await page.getByLabel(zone).fill('Mars/Olympus');
    await save.click();
    await page.getByText(/Must be a time zone/).waitFor();
    expect(await problemAt(page, byPlaceAndHour)).toMatch(/2: must be /i);
    expect(await page.getByLabel(byPlaceAndHour).inputValue()).toBe(typed);
    await expectAccessible(page);
    await page.getByLabel(zone).fill('Europe/Warsaw');
    await page.getByLabel(byPlaceAndHour).fill('country:pl 2.5\ncountry:poland 3');
    await page.getByLabel(least).fill('-1');
    await save.click();
    await page.locator('[aria-invalid="true"]').and(page.getByLabel(least)).waitFor();
    expect(await problemAt(page, least)).toMatch(/^Must be /);
    expect(await page.getByLabel(zone).inputValue()).toBe('Europe/Warsaw');
    await page.getByLabel(least).fill('1');
    await save.click();
    await page.locator('[aria-invalid="true"]').and(page.getByLabel(byPlaceAndHour)).waitFor();
    expect(await problemAt(page, byPlaceAndHour)).toMatch(/2: /);
    expect(await problemAt(page, least)).toBe('');
    expect(await app.ctx.sites.findById(id)).toEqual(before);
    expect(offences).toEqual([]);
  });

  it('are those of a new site from its second step on', async () => {
    const account = await anAccount(app, ['publisher']);
    const path = '/panel/sites/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await page.getByLabel('Address').fill('https://floors.example');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel(byPlaceAndHour).fill('Sa-Su 00:00-24:00 0.4x');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByText(/1: must be /i).waitFor();
    await page.getByLabel(byPlaceAndHour).fill('Sa-Su 00:00-24:00 0.4');
    await page.getByLabel(least).fill('0.2');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByText('Sa-Su 00:00-24:00 0.4 (UTC)').waitFor();
    expect(await app.ctx.sites.findByHost(account.id, 'floors.example')).toMatchObject({
      ...{ minimumRpm: usd('0.2'), minimumRpms: ['Sa-Su 00:00-24:00 0.4'], timeZone: 'UTC' },
    });
    expect(offences).toEqual([]);
  });
});

it('the least price of a placement is its own, and a wrong one is told at its field', async () => {
  const { id, page, offences } = await openSite('');
  await page.getByLabel('Name of the place').fill('Top');
  await page.getByLabel(least).fill('-2');
  await page.getByRole('button', { name: 'Add placement' }).click();
  await page.getByText(/^Must be /).waitFor();
  expect(await problemAt(page, least)).toMatch(/^Must be /);
  expect(await page.getByLabel('Name of the place').inputValue()).toBe('Top');
  await page.getByLabel(least).fill('2.75');
  await page.getByRole('button', { name: 'Add placement' }).click();
  const placement = page.getByRole('listitem').filter({ hasText: 'Top' });
  await placement.getByText('At least $2.75 for 1,000 views').waitFor();
  const stored = await app.ctx.inTransaction((session) =>
    app.ctx.placements.listOfSite(id, 10, session),
  );
  expect(stored).toMatchObject([{ name: 'Top', minimumRpm: usd('2.75') }]);
  expect(offences).toEqual([]);
});
