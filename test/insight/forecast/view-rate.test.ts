import { beforeAll, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { viewRateOf } from '../../../src/insight/forecast/view-rate';
import { aBox, aContext, find } from '../../api/rest/supply-finds';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await startApp();
  ({ id: owner } = await createAccount(app.ctx, {
    email: 'publisher@test.example',
    password: 'correct horse',
    roles: ['advertiser', 'publisher'],
  }));
  await createActiveCampaign(app.ctx, { campaign: { advertiserId: owner } });
});

/** The part of the offers that are seen, after 100 more of which nobody sees one. */
async function rateAfterOffers(page: { readonly publisher: string; readonly url: string }) {
  const boxes = Array.from({ length: 50 }, (_, at) => aBox({ id: `${at}` }));
  for (let nth = 0; nth < 2; nth += 1) {
    const { body } = await find(app, aContext(page), boxes);
    expect(body.data).toHaveLength(50);
  }
  await app.ctx.creativeResults.flush();
  await app.ctx.creativeResults.refresh();
  return viewRateOf(app.ctx);
}

it('counts no offers on sites of the advertiser’s own account, whose views do not count either', async () => {
  expect(await rateAfterOffers({ publisher: owner, url: 'https://own.example' })).toBe(1);
  const stranger = '0001-00000002-BB2D';
  expect(await rateAfterOffers({ publisher: stranger, url: 'https://news.example' })).toBe(0);
});
