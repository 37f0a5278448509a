import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { changeSiteBlocks } from '../../../src/supply/sites/site-blocks.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { eventually } from '../../support/eventually';
import { anId } from '../../support/events';
import { aSite } from '../../support/verifier';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

const noBlocks = { domains: [], categories: [], advertisers: [], types: [], servers: [] };
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('an edit of a site keeps what was blocked while its form was open', async () => {
  const account = await anAccount(app, ['publisher']);
  const id = anId();
  const excludes = { type: ['video'], mime: ['image/gif'] };
  const blockedDomains = ['one.example', 'two.example'];
  await app.ctx.sites.insertOrFind(
    aSite({ id, publisherId: account.id, filtering: { requires: {}, excludes }, blockedDomains }),
  );
  const { page, offences } = await openPanel(browser, app, {
    ...{ account, path: `/panel/sites/${id}/edit` },
  });
  const domains = page.getByLabel('Blocked landing domains');
  await domains.fill('two.example\nthree.example');
  await page.getByLabel('Name').fill('Evening news');
  await changeSiteBlocks(app.ctx, {
    ...{ publisherId: account.id, id },
    decisions: {
      block: { ...noBlocks, domains: ['four.example'], types: ['image'] },
      allow: { ...noBlocks, domains: ['two.example'], types: ['video'] },
    },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Evening news is saved.').waitFor();
  expect(await app.ctx.sites.findById(id)).toMatchObject({
    name: 'Evening news',
    blockedDomains: ['three.example', 'four.example'],
    filtering: { excludes: { type: ['image'], mime: ['image/gif'] } },
  });
  expect(offences).toEqual([]);
});

it('blocks by what an ad is of, in two tabs at once, and takes a block back', async () => {
  const { ctx } = app;
  await createActiveCampaign(ctx, { campaign: { landingUrl: 'https://one.example/' } });
  await createActiveCampaign(ctx, { campaign: { landingUrl: 'https://two.example/' } });
  const account = await anAccount(app, ['publisher']);
  const id = anId();
  await ctx.sites.insertOrFind(aSite({ id, publisherId: account.id }));
  const blocked = async () => {
    const site = await ctx.sites.findById(id);
    return { domains: site?.blockedDomains, types: site?.filtering.excludes['type'] };
  };
  const path = `/panel/sites/${id}/ads`;
  const { page: one, offences } = await openPanel(browser, app, { account, path, width: 360 });
  const { page: two } = await openPanel(browser, app, { account, path });
  const press = (name: string) => ({ name, exact: true }) as const;
  await two.getByRole('button', press('Block this domain: two.example')).waitFor();
  await one.getByRole('button', press('Block this domain: one.example')).click();
  await one.getByText('Blocked here: one.example.').waitFor();
  // The other tab has not heard of it.
  await two.getByRole('button', press('Block this kind of ads: image')).first().click();
  await two.getByText('Nothing to decide on').waitFor();
  await eventually(async () =>
    expect(await blocked()).toEqual({ domains: ['one.example'], types: ['image'] }),
  );
  await two.getByText('Blocked here: 2', { exact: true }).click();
  await expectAccessible(two);
  await expectFits(two);
  await two.getByRole('button', { name: 'Undo' }).click();
  await two.getByRole('button', press('Block this domain: two.example')).waitFor();
  expect(await blocked()).toEqual({ domains: ['one.example'], types: [] });
  await expectFits(one);
  expect(offences).toEqual([]);
});

it('blocks a category and an advertiser of an ad by a press, and categories in the form', async () => {
  const { ctx } = app;
  const offer = { landingUrl: 'https://ring.example/', category: 'IAB9-9' };
  await createActiveCampaign(ctx, { campaign: offer });
  const account = await anAccount(app, ['publisher']);
  const id = anId();
  await ctx.sites.insertOrFind(aSite({ id, publisherId: account.id }));
  const { page, offences } = await openPanel(browser, app, {
    ...{ account, path: `/panel/sites/${id}/ads`, width: 360 },
  });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Block this category: Hobbies and interests (IAB9-9)');
  await page.getByText('Blocked here: Hobbies and interests (IAB9-9).').waitFor();
  await press('Undo');
  await press('Block this advertiser: all of the advertiser of ring.example');
  await page.getByText('Blocked here: 1', { exact: true }).click();
  await page.getByText('all of the advertiser of ring.example', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectFits(page);
  const site = await ctx.sites.findById(id);
  expect([site?.blockedCategories, site?.blockedAdvertisers.length]).toEqual([[], 1]);

  await page.goto(`${app.url}/panel/sites/${id}/edit`);
  await page.getByText('Blocked categories: 0').click();
  await page.getByLabel('Automotive', { exact: true }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('is saved.').waitFor();
  expect((await ctx.sites.findById(id))?.blockedCategories).toEqual(['IAB2']);
  expect(offences).toEqual([]);
});
