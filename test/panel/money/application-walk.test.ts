import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { aClient, aVerifier, redeem, type TestClient } from '../../identity/oauth/support';
import { send } from '../../support/app';
import { openPanel, password, photograph } from '../support';
import { type MoneyWorld, startMoneyWorld, tile } from './money-world';

let world: MoneyWorld;
let account: Account;
let client: TestClient;
/** Where the application takes people back: its own site. */
let callback: string;
beforeAll(async () => {
  world = await startMoneyWorld();
  callback = `${world.publisherUrl}/callback`;
  account = await world.addAccount('advertiser');
  await world.fund(account, '8');
  await world.startCampaign(account, 'Spring shoes');
  client = await aClient(world.app, {
    ownerId: (await world.addAccount('advertiser')).id,
    name: 'Bookkeeping',
    redirectUris: [callback],
    scopes: ['campaign.read', 'payment.read'],
  });
});
afterAll(() => world.close());

/** Lets the account allow the application a scope, as a person does. @returns its token */
async function allow(scope: string): Promise<string> {
  const { verifier, challenge } = aVerifier();
  const { page } = await openPanel(world.browser, world.app);
  const query = new URLSearchParams({
    ...{ client_id: client.id, redirect_uri: callback, response_type: 'code', scope },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  });
  await page.goto(`${world.app.url}/auth/authorize?${query.toString()}`);
  await page.getByLabel('Email').fill(String(account.email));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Bookkeeping asks for access to your account').waitFor();
  await photograph(page, 'bookkeeping-consent');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${callback}?**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const { body } = await redeem(world.app, client, code, {
    redirect_uri: callback,
    code_verifier: verifier,
  });
  await page.context().close();
  return body.access_token as string;
}

const month = () => {
  const now = world.app.ctx.now();
  const first = (add: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + add));
  return { from: first(0).toISOString(), to: first(1).toISOString() };
};

async function read(token: string) {
  const query = `query ($from: DateTime!, $to: DateTime!) {
    viewer { funds }
    statement(from: $from, to: $to) { rows { kind amount campaignId } }
  }`;
  const headers = { Authorization: `Bearer ${token}` };
  const { body } = await send(`${world.app.url}/graphql`, {
    headers,
    json: { query, variables: month() },
  });
  return body;
}

it('an application reads its user’s money by the scope that was allowed, as the panel shows it', async () => {
  await world.view();
  const { page, offences } = await openPanel(world.browser, world.app, {
    account,
    path: '/panel/wallet',
  });
  await tile(page, 'Funds').getByText('7.00 coins').waitFor();

  const token = await allow('payment.read');
  const { data, errors } = await read(token);
  expect(errors).toBeUndefined();
  expect(data.viewer).toEqual({ funds: '7' });
  const byAmount = (one: { readonly amount: string }, other: { readonly amount: string }) =>
    Number(one.amount) - Number(other.amount);
  expect(data.statement.rows.toSorted(byAmount)).toEqual([
    { kind: 'charge', amount: '-1', campaignId: expect.stringMatching(/^[0-9a-f]{32}$/) },
    { kind: 'deposit', amount: '8', campaignId: null },
  ]);
  const other = await read(await allow('campaign.read'));
  expect(other.errors[0].extensions.code).toBe('FORBIDDEN');

  await page.goto(`${world.app.url}/panel/applications`);
  await page.getByText('payment.read').waitFor();
  await page.getByRole('button', { name: 'Revoke Bookkeeping' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No applications').waitFor();
  expect((await read(token)).errors[0].extensions.code).toBe('UNAUTHENTICATED');
  expect(offences).toEqual([]);
});
