import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { defaultTaxonomyText } from '../../../src/demand/taxonomy/default-taxonomy';
import { toTargeting } from '../../../src/demand/taxonomy/taxonomy';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { anAccount, expectAccessible, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const open = async () =>
  openPanel(browser, app, {
    account: await anAccount(app, ['operator']),
    path: '/panel/operator/taxonomy',
  });
const choose = async (page: Page, buffer: Buffer, name = 'ours.json') => {
  await page
    .getByLabel('Import another one')
    .setInputFiles([{ name, mimeType: 'application/json', buffer }]);
  await page.getByRole('dialog').getByText(`Import ${name}?`).waitFor();
};
const dialogButton = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

describe('the page of the taxonomy', () => {
  it('shows a platform by its own address, and finds values by label and id', async () => {
    const { page, offences } = await open();
    await page.getByRole('heading', { name: 'Ads for Website' }).waitFor();
    await page.getByRole('link', { name: 'Decentraland' }).click();
    await page.getByRole('heading', { name: 'Ads for Decentraland' }).waitFor();
    expect(new URL(page.url()).search).toBe('?medium=metaverse&vendor=decentraland');
    await page.reload();
    await page.getByRole('heading', { name: 'Targeting for Decentraland' }).waitFor();
    await page.getByRole('link', { name: 'Website' }).click();
    const targeting = page.getByRole('region', { name: 'Targeting for Website' });
    await targeting.getByLabel('Search').fill('Andorra');
    await targeting.locator('.tree-item', { hasText: 'Andorra' }).waitFor();
    expect(await targeting.getByText('Austria').count()).toBe(0);
    await targeting.getByLabel('Search').fill('at');
    await targeting.locator('.tree-item', { hasText: 'Austria' }).waitFor();
    await expectAccessible(page);
    await photograph(page, 'taxonomy-search');
    await targeting.getByLabel('Search').fill('no such value');
    await targeting.getByText('Nothing is like that.').waitFor();
    expect(offences).toEqual([]);
  });

  it('gives the document away, and takes a changed one, which is in force when it says so', async () => {
    const { page, offences } = await open();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('adgate-1.0.0.json');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toBe(defaultTaxonomyText);
    const deepest = '{"label":"Vegan","values":{"raw":"Uncooked"}}';
    const changed = text
      .replace('"1.0.0"', '"2.0.0"')
      .replace('"300x250"', '"300x250", "7x7"')
      .replace('"diets": "Diets"', `"diets":{"label":"Diets","values":{"vegan":${deepest}}}`);
    await choose(page, Buffer.from(changed));
    await dialogButton(page, 'Import').click();
    await page.getByText('The taxonomy is imported.').waitFor();
    await page.getByText('2.0.0').waitFor();
    await page.getByText('an import').waitFor();
    await page.getByText(/\b7x7\b/).waitFor();
    await page.getByLabel('Search').fill('Uncooked');
    await page.locator('.tree-item', { hasText: 'Uncooked' }).waitFor();
    expect(app.ctx.taxonomy.text).toBe(changed);
    expect(offences).toEqual([]);
  });

  it('says what is wrong with a file, and which campaigns would lose what they stand on', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { targeting: toTargeting({ device: { os: ['unix'] } }) },
    });
    const { page, offences } = await open();
    await choose(page, Buffer.from([0xff, 0xfe]));
    await dialogButton(page, 'Import').click();
    await page.getByText('The file is not text in UTF-8.').waitFor();
    await dialogButton(page, 'Cancel').click();
    await choose(page, Buffer.alloc(200_001, ' '));
    await dialogButton(page, 'Import').click();
    await page.getByText('The file is larger than 200 KB').waitFor();
    await dialogButton(page, 'Cancel').click();
    await choose(page, Buffer.from('{'));
    await dialogButton(page, 'Import').click();
    await page.getByText('The document is not JSON').waitFor();
    await dialogButton(page, 'Cancel').click();
    await choose(page, Buffer.from(defaultTaxonomyText.replace('"name": "web"', '"name": ""')));
    await dialogButton(page, 'Import').click();
    await page.getByText('media.0.name must').waitFor();
    await dialogButton(page, 'Cancel').click();

    const without = defaultTaxonomyText.replaceAll('"name": "os"', '"name": "system"');
    await choose(page, Buffer.from(without));
    await dialogButton(page, 'Import').click();
    await page.getByText(campaign.id, { exact: false }).waitFor();
    await expectAccessible(page);
    await photograph(page, 'taxonomy-conflict');
    await dialogButton(page, 'Import it nevertheless').click();
    await page.getByText('The taxonomy is imported.').waitFor();
    expect(app.ctx.taxonomy.text).toBe(without);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('row').getByText('Imported the taxonomy').first().waitFor();
    await page.getByText('by force: yes').waitFor();
    expect(offences).toEqual([]);
  });
});
