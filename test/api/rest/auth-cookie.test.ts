import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { CookieBrowser } from '../../support/cookie-browser';
import {
  anAccount,
  bearer,
  callback,
  minutes,
  openSession,
  password,
  shiftClock,
  suspend,
} from '../../identity/oauth/support';
import { accessToken, send, startApp, type TestApp } from '../../support/app';

const panel = 'https://panel.example';

let app: TestApp;
let person: Account;
beforeAll(async () => {
  app = await startApp({ env: { ADGATE_ALLOWED_ORIGINS: panel } });
  person = await anAccount(app);
});

async function openBrowserSession(who = person): Promise<string> {
  const browser = new CookieBrowser(callback);
  const page = await browser.open(`${app.url}/auth/log-in`);
  await browser.submit(page, { email: who.email!, password });
  return browser.cookies.get('adgate-session')!;
}
type Headers = Readonly<Record<string, string>>;
const withCookie = (session: string, headers: Headers) => ({
  Cookie: `adgate-session=${session}`,
  ...headers,
});
async function ask(session: string, headers: Headers, query = '{ viewer { id } }') {
  const reply = await send(`${app.url}/graphql`, {
    json: { query },
    headers: withCookie(session, headers),
  });
  return (reply.body.data?.viewer?.id as string | undefined) ?? 'anonymous';
}
const isLive = async (session: string) =>
  (await ask(session, { 'Sec-Fetch-Site': 'same-origin' })) === person.id;

/** Headers of browsers with a request of a page of ours, in either of two ways. */
const own: readonly (readonly [string, () => Headers])[] = [
  ['Sec-Fetch-Site: same-origin', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
  ['our Origin, of a browser without Sec-Fetch-Site', () => ({ Origin: app.url })],
];
const foreign: readonly (readonly [string, () => Headers])[] = [
  ['nothing that says whose page asks', () => ({})],
  ['Sec-Fetch-Site: cross-site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
  ['Sec-Fetch-Site: same-site', () => ({ 'Sec-Fetch-Site': 'same-site' })],
  ['Sec-Fetch-Site: none', () => ({ 'Sec-Fetch-Site': 'none' })],
  ['two values', () => ({ 'Sec-Fetch-Site': 'same-origin, cross-site' })],
  ['our Origin, but cross-site', () => ({ 'Sec-Fetch-Site': 'cross-site', Origin: app.url })],
  ['Origin: null', () => ({ Origin: 'null' })],
  ['a foreign Origin', () => ({ Origin: 'https://evil.example' })],
  ['an Origin that begins like ours', () => ({ Origin: `${app.url}.evil.example` })],
  ['a listed Origin', () => ({ Origin: panel })],
];

describe('POST /auth/logout with a browser’s cookie', () => {
  const logOut = (method: string, session: string, headers: Headers) =>
    send(`${app.url}/auth/logout`, { method, headers: withCookie(session, headers) });

  it.each(own)('ends the session for %s, and takes the cookie away', async (_case, headers) => {
    const session = await openBrowserSession();
    const reply = await logOut('POST', session, headers());
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([
      204,
      ['adgate-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'],
    ]);
    expect(await isLive(session)).toBe(false);
    const again = await logOut('POST', session, headers());
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []]);
  });

  it.each(foreign)('is anonymous with %s', async (_case, headers) => {
    const session = await openBrowserSession();
    const reply = await logOut('POST', session, headers());
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([401, []]);
    expect(await isLive(session)).toBe(true);
  });

  it.each([...own, ...foreign])('by GET it ends nothing: %s', async (_case, headers) => {
    const session = await openBrowserSession();
    const reply = await logOut('GET', session, headers());
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([401, []]);
    expect(await isLive(session)).toBe(true);
  });

  it.each(['GET', 'POST'])(
    '%s ends what the token says, and leaves the cookie alone',
    async (method) => {
      const [session, apiToken] = [await openBrowserSession(), await openSession(app, person)];
      const headers = { ...bearer(apiToken), 'Sec-Fetch-Site': 'same-origin' };
      const reply = await logOut(method, session, headers);
      expect([reply.status, reply.headers.getSetCookie()]).toEqual([204, []]);
      expect(await isLive(session)).toBe(true);
      const check = await send(`${app.url}/auth/check`, { headers: bearer(apiToken) });
      expect(check.status).toBe(401);
    },
  );
});

describe('GraphQL with a browser’s cookie', () => {
  it.each(own)('knows the session’s account with %s', async (_case, headers) => {
    expect(await ask(await openBrowserSession(), headers())).toBe(person.id);
  });

  it.each(foreign)('is anonymous with %s', async (_case, headers) => {
    expect(await ask(await openBrowserSession(), headers())).toBe('anonymous');
  });

  it('is anonymous with a session that has expired', async () => {
    const session = await openBrowserSession();
    const day = minutes(24 * 60);
    expect(await shiftClock(app, 30 * day - minutes(1), () => isLive(session))).toBe(true);
    expect(await shiftClock(app, 60 * day, () => isLive(session))).toBe(false);
  });

  it('is anonymous with the session of a suspended account', async () => {
    const suspended = await anAccount(app);
    const session = await openBrowserSession(suspended);
    await suspend(app, suspended);
    expect(await ask(session, { 'Sec-Fetch-Site': 'same-origin' })).toBe('anonymous');
  });

  it('a token that is not valid is not made good by the cookie', async () => {
    const headers = { Authorization: 'Bearer nonsense', 'Sec-Fetch-Site': 'same-origin' };
    expect(await ask(await openBrowserSession(), headers)).toBe('anonymous');
  });

  it('an API token is taken as no cookie', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    expect(await ask(await openSession(app, person), headers)).toBe('anonymous');
  });

  it('a form of our own origin is refused by its content type', async () => {
    const { status } = await send(`${app.url}/graphql`, {
      method: 'POST',
      headers: withCookie(await openBrowserSession(), { 'Sec-Fetch-Site': 'same-origin' }),
      body: new URLSearchParams({ query: 'mutation { logOut }' }),
    });
    expect(status).toBe(400);
  });

  it('allows what needs a session', async () => {
    const session = await openBrowserSession();
    const { body } = await send(`${app.url}/graphql`, {
      json: { query: '{ personalAccessTokens { id } }' },
      headers: withCookie(session, { 'Sec-Fetch-Site': 'same-origin' }),
    });
    expect(body).toEqual({ data: { personalAccessTokens: [] } });
  });

  it.each(['/auth/check', '/auth/personal-access-tokens', '/api/v2/campaigns'])(
    'and nothing else: %s does not read the cookie',
    async (path) => {
      const headers = withCookie(await openBrowserSession(), { 'Sec-Fetch-Site': 'same-origin' });
      expect((await send(`${app.url}${path}`, { headers })).status).toBe(401);
    },
  );
});

describe('mutation logOutEverywhere', () => {
  const logOutEverywhere = (headers: Headers) =>
    send(`${app.url}/graphql`, { json: { query: 'mutation { logOutEverywhere }' }, headers });
  const check = async (apiToken: string) =>
    (await send(`${app.url}/auth/check`, { headers: bearer(apiToken) })).status;

  it.each([
    ['a token', ([token]: readonly string[]) => bearer(token!)],
    [
      'a cookie',
      ([, session]: readonly string[]) => withCookie(session!, { 'Sec-Fetch-Site': 'same-origin' }),
    ],
  ])('by %s ends all sessions of the account, and nobody else’s', async (_case, headersOf) => {
    const stranger = await openSession(app, await anAccount(app));
    const sessions = [
      await openSession(app, person),
      await openBrowserSession(),
      await openSession(app, person),
      await openBrowserSession(),
    ];
    const { body } = await logOutEverywhere(headersOf(sessions));
    expect(body).toEqual({ data: { logOutEverywhere: true } });
    const [first, second, third, fourth] = sessions as [string, string, string, string];
    expect([await check(first), await check(third), await check(stranger)]).toEqual([
      401, 401, 200,
    ]);
    expect([await isLive(second), await isLive(fourth)]).toEqual([false, false]);
  });

  it('an access token does not do', async () => {
    const session = await openBrowserSession();
    const token = await accessToken(app, { email: person.email!, scopes: ['campaign.read'] });
    const { body } = await logOutEverywhere(bearer(token));
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(body.errors[0].message).toBe('this needs a session, not an access token');
    expect(await isLive(session)).toBe(true);
  });
});
