import { beforeAll, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { setCreditLimit } from '../../../src/identity/accounts/account-management.service';
import { suspendIfUnableToPay } from '../../../src/money/budgets/suspension.service';
import { suspendUnfundedCampaigns } from '../../../src/money/budgets/suspend-unfunded-campaigns.job';
import { bookDeposit, bookWithdrawal } from '../../../src/money/pockets/pocket.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { eventually } from '../../support/eventually';

let app: TestApp;
let accounts = 0;
beforeAll(async () => {
  app = await startApp();
  await setRate(app.ctx, { rate: usd('0.5') });
});

/** An account with some coins, and no credit unless it is given, with a campaign of 0.002 USD (0.004 coins) a view. */
async function anAdvertiser(funds: bigint, creditLimit: bigint | null = 0n, size = '300x250') {
  const email = `a${(accounts += 1)}@budgets.example`;
  const { id } = await createAccount(app.ctx, {
    email,
    password: 'correct horse',
    roles: ['advertiser'],
  });
  if (funds > 0n) await bookDeposit(app.ctx, { accountId: id, amount: funds, reference: email });
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: id },
    sizes: [size],
  });
  // An advertiser that cannot pay cannot activate.
  await setCreditLimit(app.ctx, { id, creditLimit });
  return { id, campaign };
}

const stateOf = async ({ id }: { readonly id: string }) => {
  const campaign = await app.ctx.campaigns.findById(id);
  return [campaign?.status, campaign?.suspendedReason];
};
const suspended = [
  'suspended',
  'the account has no funds left: pay in, then set the campaign active again',
];
const active = ['active', null];

it.each([
  ['nothing', 0n, 0n, true],
  ['less than one view costs', usd('0.0039'), 0n, true],
  ['one view', usd('0.004'), 0n, false],
  ['credit for one view', 0n, usd('0.004'), false],
  ['unlimited credit', 0n, null, false],
])('an account that has %s', async (_what, funds, creditLimit, isSuspended) => {
  const { id, campaign } = await anAdvertiser(funds, creditLimit);
  expect(await suspendIfUnableToPay(app.ctx, id)).toBe(isSuspended);
  expect(await stateOf(campaign)).toEqual(isSuspended ? suspended : active);
});

it('a campaign that is activated without funds is suspended at once, and says why', async () => {
  const { id, campaign } = await anAdvertiser(0n);
  const set = (status: 'inactive' | 'active') =>
    updateCampaign(app.ctx, { advertiserId: id, id: campaign.id, changes: { status } });
  await set('inactive');
  const refused = await set('active');
  expect([refused.status, refused.suspendedReason]).toEqual(suspended);
  await bookDeposit(app.ctx, { accountId: id, amount: usd('5'), reference: `${id} late` });
  const resumed = await set('active');
  expect([resumed.status, resumed.suspendedReason]).toEqual(active);
});

it('the job suspends the campaigns of whoever cannot pay, and no others', async () => {
  const poor = await anAdvertiser(0n);
  const rich = await anAdvertiser(usd('5'));
  await suspendUnfundedCampaigns.run(app.ctx, new AbortController().signal, wholeTurn);
  expect(await stateOf(poor.campaign)).toEqual(suspended);
  expect(await stateOf(rich.campaign)).toEqual(active);
});

it('the job asks the database for campaigns of those alone who may not be able to pay', async () => {
  const poor = await anAdvertiser(0n);
  const rich = await anAdvertiser(usd('5'));
  const asked: string[] = [];
  const listActivePaidIdsOf: typeof app.ctx.campaigns.listActivePaidIdsOf = (advertiserIds) => {
    asked.push(...advertiserIds);
    return app.ctx.campaigns.listActivePaidIdsOf(advertiserIds);
  };
  const ctx = { ...app.ctx, campaigns: { ...app.ctx.campaigns, listActivePaidIdsOf } };
  await suspendUnfundedCampaigns.run(ctx, new AbortController().signal, wholeTurn);
  expect(asked).toContain(poor.id);
  expect(asked).not.toContain(rich.id);
  expect([await stateOf(poor.campaign), await stateOf(rich.campaign)]).toEqual([suspended, active]);
});

it.each(['house', 'sponsorship'] as const)(
  'a campaign of the priority %s costs nothing: it stays, beside one that is suspended',
  async (priority) => {
    const { id, campaign } = await anAdvertiser(0n);
    const free = await createActiveCampaign(app.ctx, { campaign: { advertiserId: id, priority } });
    await suspendUnfundedCampaigns.run(app.ctx, new AbortController().signal, wholeTurn);
    expect(await stateOf(campaign)).toEqual(suspended);
    expect(await stateOf(free.campaign)).toEqual(active);
    const set = (status: 'inactive' | 'active') =>
      updateCampaign(app.ctx, { advertiserId: id, id: free.campaign.id, changes: { status } });
    await set('inactive');
    const resumed = await set('active');
    expect([resumed.status, resumed.suspendedReason]).toEqual(active);
    // Nothing of the account costs anything now.
    expect(await suspendIfUnableToPay(app.ctx, id)).toBe(false);
  },
);

it('an account whose funds are withdrawn is seen within 10 seconds, whoever asks for its campaigns', async () => {
  const { id, campaign } = await anAdvertiser(usd('5'));
  const turn = () => suspendUnfundedCampaigns.run(app.ctx, new AbortController().signal, wholeTurn);
  await turn();
  expect(await stateOf(campaign)).toEqual(active);
  await bookWithdrawal(app.ctx, { accountId: id, amount: usd('5'), reference: `${id} all` });
  await turn();
  expect(await stateOf(campaign)).toEqual(suspended);
  // From the end of one run to the next look of the clock that starts another one.
  expect(suspendUnfundedCampaigns.everySeconds + 2).toBeLessThan(10);
});

it('a find offers nothing of an account without funds, and has its campaigns suspended', async () => {
  const { campaign } = await anAdvertiser(0n, 0n, '970x250');
  const { body } = await send(`${app.url}/supply/find`, {
    json: {
      context: {
        iid: 'b6a7c3c8-6f3f-4a53-9d0a-3b6f7c1d2e4f',
        url: 'https://funds.example/page',
        publisher: '0001-00000003-AB0C',
        medium: 'web',
      },
      placements: [{ id: '1', width: 970, height: 250 }],
    },
  });
  expect(body.data).toEqual([]);
  await eventually(async () => {
    expect(await stateOf(campaign)).toEqual(suspended);
  });
});
