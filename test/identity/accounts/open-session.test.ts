import { beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createAccount } from '../../../src/identity/accounts/account.service';

const password = 'correct horse';
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

const fields = 'id kind userAgent network isThis';

async function ask(query: string, token: string) {
  const { body } = await sendGraphql(app, token, query);
  return body;
}

async function logIn(email: string, userAgent: string): Promise<string> {
  const { body } = await send(`${app.url}/auth/login`, {
    json: { email, password },
    headers: { 'User-Agent': userAgent },
  });
  return String(body.apiToken);
}

const statusOf = async (token: string) =>
  (await send(`${app.url}/auth/check`, { headers: { Authorization: `Bearer ${token}` } })).status;

describe('sessions of an account', () => {
  it('are told to the account with what opened them, and end one by one', async () => {
    const email = 'sessions@test.example';
    await createAccount(app.ctx, { email, password, roles: ['advertiser'] });
    const first = await logIn(email, 'first/1 '.padEnd(400, 'x'));
    const second = await logIn(email, 'second/2');
    const { data } = await ask(`{ openSessions { ${fields} } }`, second);
    const id = expect.stringMatching(/^[0-9a-f]{32}$/);
    const same = { id, kind: 'apiToken', network: '127.0.0.0' };
    expect(data.openSessions).toEqual([
      { ...same, userAgent: 'second/2', isThis: true },
      { ...same, userAgent: 'first/1 '.padEnd(300, 'x'), isThis: false },
    ]);
    const [, { id: other }] = data.openSessions;
    expect(await ask(`mutation { endSession(id: "${other}") }`, second)).toEqual({
      data: { endSession: true },
    });
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    const again = await ask(`mutation { endSession(id: "${other}") }`, second);
    expect(again.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('are nobody else’s', async () => {
    const [owner, stranger] = ['owner@sessions.example', 'stranger@sessions.example'];
    for (const email of [owner, stranger])
      await createAccount(app.ctx, { email, password, roles: ['advertiser'] });
    const [its, theirs] = [await logIn(owner, 'a/1'), await logIn(stranger, 'b/2')];
    const { data } = await ask(`{ openSessions { id } }`, its);
    const [{ id }] = data.openSessions;
    const tried = await ask(`mutation { endSession(id: "${id}") }`, theirs);
    expect(tried.errors[0].extensions.code).toBe('NOT_FOUND');
    const token = await accessToken(app, { scopes: ['campaign.read'], email: owner });
    const refused = await ask(`{ openSessions { id } }`, token);
    expect(refused.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await statusOf(its)).toBe(200);
  });
});
