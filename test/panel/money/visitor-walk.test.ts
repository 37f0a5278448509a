import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addressOfUser } from '../../money/payments/ledger-world';
import { inAd } from '../../support/ad-page';
import { expectAccessible, openPanel, photograph } from '../support';
import { type MoneyWorld, startMoneyWorld, tile } from './money-world';

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoneyWorld();
  const advertiser = await world.addAccount('advertiser');
  await world.fund(advertiser, '8');
  await world.startCampaign(advertiser, 'Spring shoes', {
    behalf: 'Shoe <Shop> Ltd',
    paid: 'Agency & Co',
  });
});
afterAll(() => world.close());

/** Sees the ad, and follows its label. */
async function askWhy(html: string) {
  const { page, event, requests } = await world.open(html);
  await event('view');
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Ad: who pays, and why' }).click();
  const why = await opening;
  await why.getByText('It leads to').waitFor();
  return { page, why, requests };
}

const cookieNames = async () => (await world.context.cookies()).map(({ name }) => name);

it('a visitor sees who pays for an ad and why it is there, with and without consent; its views are earnings', async () => {
  const { page, why, requests } = await askWhy(world.adPage);
  expect(await page.evaluate(`${inAd('img')}.naturalWidth`)).toBe(300);
  const text = await why.locator('main, body').first().innerText();
  for (const part of [
    'It leads to shop.example, whose advertiser pays for it.',
    'It is shown on behalf of Shoe <Shop> Ltd, and paid by Agency & Co.',
    'It is shown on 127.0.0.1, which is paid.',
    `Paid by the account ${addressOfUser(1)} of the ledger.`,
    'Your browser has no id here.',
  ])
    expect(text).toContain(part);
  await expectAccessible(why);
  await photograph(why, 'why-without-consent');
  expect([requests('/supply/register'), await cookieNames()]).toEqual([[], []]);

  const agreed = await askWhy(world.adPage.replace('<script', '<script data-consent="yes"'));
  await agreed.why.getByText('Your browser has an id here, without a name').waitFor();
  expect([agreed.requests('/supply/register').length, await cookieNames()]).toEqual([1, ['tid']]);

  const { page: money } = await openPanel(world.browser, world.app, {
    account: world.publisher,
    path: '/panel/sites',
  });
  await tile(money, 'Views').getByText('2', { exact: true }).waitFor();
  await tile(money, 'Revenue').getByText('$0.98').waitFor();
  await money.goto(`${world.app.url}/panel/payments`);
  const payments = money.getByRole('table', { name: 'Payments' });
  await payments.getByText('coins').first().waitFor();
});
