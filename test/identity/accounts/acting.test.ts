import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { listLetIn } from '../../../src/identity/oauth/tokens/caller';
import { findViewer } from '../../../src/identity/accounts/session.service';
import { insertAccount, openSession, signToken } from '../../support/access-world';
import { sendGraphql, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let now = new Date(Math.ceil(Date.now() / 1000) * 1000);
let operator: Account;
let user: Account;
let token: string;
beforeAll(async () => {
  app = await startApp();
  app.clock.now = () => now;
  user = await insertAccount(app, ['advertiser', 'publisher']);
});

async function ask(query: string, as = token) {
  const { body } = await sendGraphql(app, as, query);
  return (body.errors?.[0]?.extensions.code as string | undefined) ?? body.data;
}

const actFor = (id: string, reason = 'asked us by phone') =>
  ask(`mutation { actForAccount(id: "${id}", reason: "${reason}") { id } }`);
const whoAmI = () => ask('{ viewer { id } acting { operatorEmail endsAt } }');
const entriesOf = (accountId: string) =>
  app.ctx.auditEntries.list(
    { accountId, operation: null, objectId: null, from: null, to: null },
    { after: null, limit: 100 },
  );

/** A new operator, whose session acts for the user. */
async function visit(): Promise<void> {
  operator = await insertAccount(app, ['operator']);
  token = await openSession(app, operator, 1e9);
  expect(await actFor(user.id)).toEqual({ actForAccount: { id: user.id } });
}

describe('actForAccount', () => {
  it('makes the session stand for the account, and says so, until it is over', async () => {
    await visit();
    expect(await whoAmI()).toEqual({
      viewer: { id: user.id },
      acting: {
        operatorEmail: operator.email,
        endsAt: new Date(now.getTime() + 3_600_000).toISOString().replace('.000Z', '+00:00'),
      },
    });
    expect(await ask('{ jobs { name } }')).toBe('FORBIDDEN');
    expect(await ask('mutation { stopActing { id } }')).toEqual({
      stopActing: { id: operator.id },
    });
    expect(await whoAmI()).toEqual({ viewer: { id: operator.id }, acting: null });
    expect(await ask('mutation { stopActing { id } }')).toBe('CONFLICT');
  });

  it('leaves an entry of itself, and of each change by whom and for whom', async () => {
    await visit();
    await ask(`mutation { deleteCampaign(id: "${'0'.repeat(32)}") }`);
    await ask('mutation { stopActing { id } }');
    const entries = await entriesOf(operator.id);
    const [start, change, stop] = ['actForAccount', 'deleteCampaign', 'stopActing'].map((name) =>
      entries.find(({ operation }) => operation === name),
    );
    expect(start).toMatchObject({
      ...{ objectId: user.id, actingForId: null, outcome: 'done' },
      members: [{ name: 'reason', value: 'asked us by phone' }],
    });
    const by = { accountId: operator.id, actingForId: user.id };
    expect(change).toMatchObject({ ...by, credential: 'apiToken' });
    expect(stop).toMatchObject(by);
    expect(await entriesOf(user.id)).toEqual(expect.arrayContaining([change, stop]));
  });

  it.each([
    'mutation { createPersonalAccessToken(input: { name: "stays" }) { token { id } } }',
    'mutation { setPayoutAddress(address: "0001-00000003-AB0C") { id } }',
    'mutation { changePassword(input: { oldPassword: "a", newPassword: "long enough" }) { id } }',
    'mutation { moveEarningsToFunds(amount: "1", reference: "r") { id } }',
    'mutation { requestWithdrawal(amount: "1", reference: "r") { id } }',
    'mutation { revokeApplication(clientId: "x") }',
    'mutation { logOutEverywhere }',
    'mutation { claimAddress(address: "0001-00000003-AB0C") { code } }',
    'mutation { createWebhook(input: { url: "https://h.example/", kinds: [view_accepted] }) { secret } }',
    'mutation { rotateWebhookSecret(id: "x") { secret } }',
    '{ webhooks { nodes { id } } }',
    '{ personalAccessTokens { id } }',
    '{ auditLog { nodes { id } } }',
  ])('does not give what is the owner’s alone: %s', async (query) => {
    await visit();
    expect(await ask(query)).toBe('FORBIDDEN');
  });

  it('is not for operators’ accounts, nor suspended or unknown ones, nor without a reason', async () => {
    const suspended = await insertAccount(app, ['advertiser']);
    await app.ctx.accounts.update(suspended.id, { suspendedReason: 'fraud' });
    token = await openSession(app, await insertAccount(app, ['operator']));
    expect(await actFor((await insertAccount(app, ['operator'])).id)).toBe('CONFLICT');
    expect(await actFor(suspended.id)).toBe('CONFLICT');
    expect(await actFor('f'.repeat(32))).toBe('NOT_FOUND');
    expect(await actFor('me')).toBe('NOT_FOUND');
    expect(await actFor(user.id, ' ')).toBe('VALIDATION_FAILED');
    const accessToken = await signToken(app, operator, ['campaign.read']);
    const query = `mutation { actForAccount(id: "${user.id}", reason: "r") { id } }`;
    expect(await ask(query, accessToken)).toBe('FORBIDDEN');
    await visit();
    expect(await actFor((await insertAccount(app, ['advertiser'])).id)).toBe('FORBIDDEN');
  });

  it('ends after an hour, with the session: nothing meant for the account is done to the operator’s', async () => {
    await visit();
    now = new Date(now.getTime() + 3_600_000 - 1);
    expect(await whoAmI()).toMatchObject({ viewer: { id: user.id } });
    now = new Date(now.getTime() + 1);
    expect(await whoAmI()).toBe('UNAUTHENTICATED');
    expect(await ask('mutation { stopActing { id } }')).toBe('UNAUTHENTICATED');
  });

  it.each([
    ['is no operator any more', () => app.ctx.accounts.update(operator.id, { roles: [] })],
    [
      'is suspended',
      () => app.ctx.accounts.update(operator.id, { suspendedReason: 'left the company' }),
    ],
  ])('ends for who %s', async (_name, change) => {
    await visit();
    await change();
    expect(await whoAmI()).toBe('UNAUTHENTICATED');
  });

  it('ends streams that were opened before, and after it those of the account', async () => {
    operator = await insertAccount(app, ['operator']);
    token = await openSession(app, operator, 1e9);
    const before = { viewer: (await findViewer(app.ctx, token))!, accessToken: null };
    expect((await listLetIn(app.ctx, [before])).size).toBe(1);
    await actFor(user.id);
    const during = { viewer: (await findViewer(app.ctx, token))!, accessToken: null };
    expect([...(await listLetIn(app.ctx, [before, during])).keys()]).toEqual([during]);
    await ask('mutation { stopActing { id } }');
    expect([...(await listLetIn(app.ctx, [before, during])).keys()]).toEqual([before]);
  });
});
