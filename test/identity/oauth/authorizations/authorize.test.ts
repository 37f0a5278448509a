import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import { type Reply, send, startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askAuthorization,
  askToken,
  aVerifier,
  bearer,
  callback,
  callbackOf,
  openSession,
  redeem,
  requestOf,
  type TestClient,
} from '../support';

/** Nobody is sent anywhere, and no code is made. */
function expectRefusal(reply: Reply, fields: readonly string[]): void {
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, fields]);
  expect(reply.headers.get('location')).toBeNull();
}

describe('GET /auth/authorize', () => {
  let app: TestApp;
  let owner: Account;
  let session: string;
  let client: TestClient;
  let publicClient: TestClient;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
    session = await openSession(app, owner);
    client = await aClient(app, { ownerId: owner.id });
    publicClient = await aClient(app, { ownerId: owner.id, isPublic: true });
  });
  const ask = (parameters: Parameters<typeof askAuthorization>[2]) =>
    askAuthorization(app, session, parameters);

  it('RFC 6749 §4.1.2: sends the person back with a code and the state', async () => {
    const state = 'a b&c=d+e/ü"<>';
    const reply = await ask({ ...requestOf(client), state });
    const location = reply.headers.get('location')!;
    expect([reply.status, location.split('?')[0]]).toEqual([302, callback]);
    expect(callbackOf(reply)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state,
      iss: app.url,
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('RFC 6749 §4.1.2: sends no state when there was none', async () => {
    expect(Object.keys(callbackOf(await ask(requestOf(client))))).toEqual(['code', 'iss']);
  });

  it('RFC 9207 §2: says which server the answer is from, errors too', async () => {
    const reply = await ask({ ...requestOf(client), scope: '*' });
    expect(callbackOf(reply)['iss']).toBe(app.url);
  });

  it.each(['', 'true', '1', 'false'])(
    'spec: with no_redirect=%s the location is in the body',
    async (no_redirect) => {
      const { status, body, headers } = await ask({
        ...requestOf(client),
        state: 'x',
        no_redirect,
      });
      expect([status, Object.keys(body as object)]).toEqual([200, ['location']]);
      const { searchParams, origin, pathname } = new URL(body.location as string);
      expect([`${origin}${pathname}`, searchParams.get('state')]).toEqual([callback, 'x']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect((await redeem(app, client, searchParams.get('code')!)).status).toBe(200);
    },
  );

  it.each([
    ['nothing', {}, ['client_id', 'redirect_uri']],
    ['no client_id', { client_id: '' }, ['client_id']],
    ['no redirect_uri', { redirect_uri: '' }, ['redirect_uri']],
    ['an unknown client', { client_id: '00000000-0000-4000-8000-000000000000' }, ['client_id']],
    ['a client id of the query language', { client_id: '{"$gt":""}' }, ['client_id']],
    ['the client of personal tokens', { client_id: 'personal-access' }, ['client_id']],
    ['a very long client_id', { client_id: 'x'.repeat(3_000) }, ['client_id']],
  ])('RFC 6749 §4.1.2.1: redirects nobody for %s', async (_case, change, fields) => {
    const whole = fields.length === 2 ? {} : { ...requestOf(client), ...change };
    expectRefusal(await ask(whole), fields);
  });

  it.each(['client_id', 'redirect_uri'])(
    'RFC 6749 §3.1: redirects nobody for a request with two %s',
    async (name) => {
      const pairs = Object.entries(requestOf(client));
      const twice = [...pairs, ...pairs.filter(([one]) => one === name)];
      expectRefusal(await ask(twice), [name]);
    },
  );

  it.each([
    'https://client.example/callback/',
    'https://client.example/callback?next=https://evil.example',
    'https://client.example/callback#x',
    'https://client.example/callback/../evil',
    'https://client.example/callback/..%2fevil',
    'https://client.example/callback%2f..%2fevil',
    'https://client.example//callback',
    'https://client.example/%63allback',
    'https://client.example/CALLBACK',
    'https://CLIENT.example/callback',
    'https://client.example./callback',
    'https://client.example:443/callback',
    'https://client.example:8443/callback',
    'http://client.example/callback',
    'https://client.example@evil.example/callback',
    'https://client.example:pw@evil.example/callback',
    'https://evil.example/https://client.example/callback',
    'https://client.example.evil.example/callback',
    'https://client.example%2eevil.example/callback',
    'https://evil.example\\@client.example/callback',
    'https://evil.example#@client.example/callback',
    'https://client.example\u0000.evil.example/callback',
    'https://client.example/callback\r\nLocation: https://evil.example',
    ' https://client.example/callback',
    'https://client.example/callback ',
    '//client.example/callback',
    '/callback',
    'client.example/callback',
    'javascript:alert(1)//https://client.example/callback',
    'data:text/html,x',
    'https://сlient.example/callback',
    'https://xn--lient-2of.example/callback',
    'https://*.example/callback',
    `https://client.example/callback${'x'.repeat(2_100)}`,
  ])('RFC 6749 §10.6, §10.15, RFC 9700 §4.1: redirects nobody to %s', async (redirect_uri) => {
    expectRefusal(await ask({ ...requestOf(client), redirect_uri }), ['redirect_uri']);
  });

  it('RFC 9700 §4.1: one client’s redirect URI is not another’s', async () => {
    const other = await aClient(app, {
      ownerId: owner.id,
      redirectUris: ['https://other.example/callback'],
    });
    expectRefusal(await ask(requestOf(other)), ['redirect_uri']);
  });

  it('a client without redirect URIs gets no codes', async () => {
    const machine = await aClient(app, { ownerId: owner.id, redirectUris: [] });
    expectRefusal(await ask(requestOf(machine)), ['redirect_uri']);
  });

  it.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49152/callback'],
    ['http://127.0.0.1:3000/callback', 'http://127.0.0.1:49152/callback'],
    ['http://[::1]/callback', 'http://[::1]:49152/callback'],
    ['http://127.0.0.1:3000/callback', 'http://127.0.0.1/callback'],
  ])('RFC 8252 §7.3: a client of %s may listen at %s', async (registered, uri) => {
    const native = await aClient(app, { ownerId: owner.id, redirectUris: [registered] });
    const reply = await ask(requestOf(native, uri));
    expect(reply.headers.get('location')?.split('?')[0]).toBe(uri);
  });

  it.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49152/other'],
    ['http://127.0.0.1/callback', 'http://127.0.0.2:49152/callback'],
    ['http://127.0.0.1/callback', 'http://localhost:49152/callback'],
    ['http://127.0.0.1/callback', 'https://127.0.0.1:49152/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:80@evil.example/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:65536/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49152.evil.example/callback'],
    ['http://localhost:3000/callback', 'http://localhost:3001/callback'],
    ['https://client.example/callback', 'https://client.example:8443/callback'],
  ])('RFC 8252 §7.3: a client of %s may not listen at %s', async (registered, uri) => {
    const native = await aClient(app, { ownerId: owner.id, redirectUris: [registered] });
    expectRefusal(await ask(requestOf(native, uri)), ['redirect_uri']);
  });

  it('RFC 6749 §3.1.2: keeps the query of the redirect URI', async () => {
    const uri = 'https://client.example/callback?tenant=1';
    const tenant = await aClient(app, { ownerId: owner.id, redirectUris: [uri] });
    const reply = await ask(requestOf(tenant, uri));
    expect(reply.headers.get('location')).toMatch(
      /^https:\/\/client\.example\/callback\?tenant=1&code=/,
    );
  });

  it('RFC 8252 §7.1: sends codes to an application’s own scheme', async () => {
    const uri = 'com.example.app:/callback';
    const native = await aClient(app, { ownerId: owner.id, redirectUris: [uri] });
    expect((await ask(requestOf(native, uri))).headers.get('location')).toMatch(
      /^com\.example\.app:\/callback\?code=/,
    );
  });

  describe('tells the client', () => {
    const { challenge } = aVerifier();
    it.each([
      ['no response_type', { response_type: '' }, 'invalid_request'],
      ['the response type token', { response_type: 'token' }, 'unsupported_response_type'],
      [
        'the response type code token',
        { response_type: 'code token' },
        'unsupported_response_type',
      ],
      ['the response type id_token', { response_type: 'id_token' }, 'unsupported_response_type'],
      ['an unknown scope', { scope: 'nonsense' }, 'invalid_scope'],
      ['all scopes', { scope: '*' }, 'invalid_scope'],
      ['a scope that the client does not have', { scope: 'site.read' }, 'invalid_scope'],
      ['a scope in capitals', { scope: 'CAMPAIGN.READ' }, 'invalid_scope'],
      [
        'a plain challenge',
        { code_challenge: challenge, code_challenge_method: 'plain' },
        'invalid_request',
      ],
      [
        'a challenge without a method, which is plain',
        { code_challenge: challenge },
        'invalid_request',
      ],
      [
        'an unknown method',
        { code_challenge: challenge, code_challenge_method: 'S512' },
        'invalid_request',
      ],
      ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
      [
        'a short challenge',
        { code_challenge: 'abc', code_challenge_method: 'S256' },
        'invalid_request',
      ],
      [
        'a challenge in base64',
        { code_challenge: `${'a'.repeat(42)}+`, code_challenge_method: 'S256' },
        'invalid_request',
      ],
    ])('RFC 6749 §4.1.2.1, RFC 7636 §4.4.1: of %s', async (_case, change, error) => {
      const reply = await ask({ ...requestOf(client), state: 'xyz', ...change });
      expect([reply.status, reply.headers.get('location')?.split('?')[0]]).toEqual([302, callback]);
      expect(callbackOf(reply)).toEqual({
        error,
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        state: 'xyz',
        iss: app.url,
      });
      const direct = await ask({ ...requestOf(client), ...change, no_redirect: '' });
      expect([direct.status, direct.headers.get('location')]).toEqual([422, null]);
      expect(direct.body.message).toContain(error);
    });

    it.each(['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'])(
      'RFC 6749 §3.1: of two %s',
      async (name) => {
        const parameters = { ...requestOf(client), [name]: 'code' };
        const twice = [...Object.entries(parameters), [name, 'code'] as const];
        expect(callbackOf(await ask(twice))['error']).toBe('invalid_request');
      },
    );

    it('RFC 7636 §4.4.1, RFC 9700 §2.1.1: of a public client without a challenge', async () => {
      expect(callbackOf(await ask(requestOf(publicClient)))['error']).toBe('invalid_request');
    });
  });

  it('contract §3: gives all of the client’s scopes when none is asked for', async () => {
    const { body } = await redeem(app, client, callbackOf(await ask(requestOf(client)))['code']!);
    expect(body.scope).toBe('campaign.read campaign.write');
  });

  it.each([
    ['no token', {}],
    ['an unknown API token', bearer('A'.repeat(43))],
    ['another scheme', { Authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }],
  ])('contract §1: answers 401 in JSON to a program with %s', async (_case, headers) => {
    const query = new URLSearchParams(requestOf(client)).toString();
    for (const accept of ['application/json', '*/*']) {
      const reply = await send(`${app.url}/auth/authorize?${query}`, {
        headers: { ...headers, Accept: accept },
      });
      expect([reply.status, reply.body.code]).toEqual([401, 401]);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      expect(reply.headers.get('location')).toBeNull();
    }
  });

  it('an access token cannot be used to get more of them', async () => {
    const { body } = await askToken(app, client, { grant_type: 'client_credentials' });
    const reply = await askAuthorization(app, body.access_token, requestOf(client));
    expect(reply.status).toBe(401);
  });

  it('RFC 6749 §3.1: answers nothing but GET and POST', async () => {
    const { status, headers } = await send(`${app.url}/auth/authorize`, { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
  });
});
