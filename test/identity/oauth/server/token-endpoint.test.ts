import { beforeAll, describe, expect, it } from '@jest/globals';
import { rotateClientSecret } from '../../../../src/identity/oauth/clients/client.service';
import { send, startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askToken,
  basic,
  bearer,
  isOAuthError,
  openSession,
  type TestClient,
} from '../support';

const grant = { grant_type: 'client_credentials' };
const form = 'application/x-www-form-urlencoded';

describe('POST /oauth/token', () => {
  let app: TestApp;
  let client: TestClient;
  let session: string;
  beforeAll(async () => {
    app = await startApp();
    const owner = await anAccount(app);
    session = await openSession(app, owner);
    client = await aClient(app, { ownerId: owner.id });
  });
  const post = (init: RequestInit & { json?: unknown }) =>
    send(`${app.url}/oauth/token`, { method: 'POST', ...init });
  const postText = (body: string, type = form, headers: Record<string, string> = {}) =>
    post({ body, headers: { 'Content-Type': type, ...headers } });
  const inBody = () => ({ client_id: client.id, client_secret: client.secret });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])(
    'RFC 6749 §3.2: knows no %s',
    async (method) => {
      const { status, headers } = await post({ method });
      expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    },
  );

  it.each(['token', 'revoke', 'introspect'])(
    'RFC 6749 §5.2: /oauth/%s refuses by its own form what no request gets to it with',
    async (name) => {
      const url = `${app.url}/oauth/${name}`;
      const long = { Authorization: `Basic ${'x'.repeat(5_000)}` };
      isOAuthError(await send(url), 405, 'invalid_request');
      isOAuthError(await send(`${url}/`, { method: 'PUT' }), 405, 'invalid_request');
      isOAuthError(await send(url, { json: grant, headers: long }), 431, 'invalid_request');
      isOAuthError(
        await send(`${url}?${'x'.repeat(9_000)}`, { json: grant }),
        414,
        'invalid_request',
      );
    },
  );

  it('RFC 6749 §3.2: parameters of the query are no credentials', async () => {
    const query = new URLSearchParams({ ...grant, ...inBody() });
    const reply = await send(`${app.url}/oauth/token?${query.toString()}`, { method: 'POST' });
    isOAuthError(reply, 400, 'invalid_request');
  });

  it.each(['grant_type', 'client_id', 'client_secret', 'scope'])(
    'RFC 6749 §3.2: refuses a request with two %s',
    async (name) => {
      const members = new URLSearchParams({ ...grant, ...inBody(), scope: 'campaign.read' });
      members.append(name, members.get(name)!);
      isOAuthError(await post({ body: members }), 400, 'invalid_request');
    },
  );

  it('RFC 6749 §3.2: takes no notice of parameters that it does not know', async () => {
    const body = new URLSearchParams({ ...grant, ...inBody(), audience: 'x', resource: 'y' });
    body.append('audience', 'z');
    expect((await post({ body })).status).toBe(200);
  });

  it('RFC 6749 §3.2: a parameter without a value is absent', async () => {
    const { status, body } = await askToken(app, client, { ...grant, scope: '' });
    expect([status, body.scope]).toEqual([200, 'campaign.read campaign.write']);
  });

  it.each([
    ['an empty body', {}],
    ['no grant type', { json: { scope: 'campaign.read' } }],
    ['an empty grant type', { json: { grant_type: '' } }],
    ['a number as grant type', { json: { grant_type: 1 } }],
    ['an object as grant type', { json: { grant_type: { $ne: null } } }],
    ['a list as body', { json: [grant] }],
    ['a text as body', { json: 'client_credentials' }],
    ['null as body', { json: null }],
    ['malformed JSON', { body: '{"grant_type":', headers: { 'Content-Type': 'application/json' } }],
    ['another content type', { body: 'grant_type=client_credentials' }],
    ['a control character', { json: { grant_type: 'client_credentials\u0000' } }],
    ['a very long parameter', { json: { ...grant, scope: 'x'.repeat(5_000) } }],
  ] as const)('RFC 6749 §5.2: answers invalid_request to %s', async (_case, init) => {
    const authorization = { Authorization: basic(client.id, client.secret) };
    const headers = { ...('headers' in init ? init.headers : {}), ...authorization };
    isOAuthError(await post({ ...init, headers }), 400, 'invalid_request');
  });

  it('answers 413 to a body over the limit', async () => {
    const reply = await postText(`x=${'y'.repeat(300 * 1024)}`);
    isOAuthError(reply, 413, 'invalid_request');
  });

  it.each([
    'password',
    'implicit',
    'CLIENT_CREDENTIALS',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    '__proto__',
  ])('RFC 6749 §5.2, RFC 9700 §2.4: the grant type %s is unsupported_grant_type', async (name) => {
    isOAuthError(await askToken(app, client, { grant_type: name }), 400, 'unsupported_grant_type');
  });

  it.each([
    [
      'an unknown client',
      (one: TestClient) => ({ ...one, id: '00000000-0000-4000-8000-000000000000' }),
    ],
    ['a wrong secret', (one: TestClient) => ({ ...one, secret: 'x'.repeat(43) })],
    ['a secret cut off', (one: TestClient) => ({ ...one, secret: one.secret.slice(0, -1) })],
    ['a secret and more', (one: TestClient) => ({ ...one, secret: `${one.secret}x` })],
    ['the id in capitals', (one: TestClient) => ({ ...one, id: one.id.toUpperCase() })],
    ['an id of the query language', (one: TestClient) => ({ ...one, id: '{"$gt":""}' })],
    ['the client of personal tokens', () => ({ id: 'personal-access', secret: 'x' })],
  ])(
    'RFC 6749 §5.2: %s is invalid_client, 401, in the body and by Basic',
    async (_case, change) => {
      const { id, secret } = change(client);
      const json = { ...grant, client_id: id, client_secret: secret };
      const inBody = await post({ json });
      isOAuthError(inBody, 401, 'invalid_client');
      expect(inBody.headers.get('www-authenticate')).toBeNull();
      const reply = await post({ json: grant, headers: { Authorization: basic(id, secret) } });
      isOAuthError(reply, 401, 'invalid_client');
      expect(reply.headers.get('www-authenticate')).toBe('Basic realm="adgate", charset="UTF-8"');
    },
  );

  it('RFC 6749 §5.2: says the same of an unknown client and of a wrong secret', async () => {
    const unknown = { id: '00000000-0000-4000-8000-000000000000', secret: 'x' };
    const [one, other] = [
      await askToken(app, unknown, grant),
      await askToken(app, { ...client, secret: 'x' }, grant),
    ];
    expect(one.body).toEqual(other.body);
  });

  it.each([
    ['no credentials at all', {}, 'client credentials are missing'],
    [
      'an id without its secret',
      { client_id: true },
      'the client is unknown or its secret is wrong',
    ],
    ['a secret without its id', { client_secret: true }, 'client credentials are missing'],
  ] as const)('RFC 6749 §3.2.1: refuses %s as invalid_client', async (_case, members, problem) => {
    const json = {
      ...grant,
      ...('client_id' in members && { client_id: client.id }),
      ...('client_secret' in members && { client_secret: client.secret }),
    };
    const reply = await post({ json });
    isOAuthError(reply, 401, 'invalid_client');
    expect(reply.body.error_description).toBe(problem);
  });

  it('RFC 6749 §2.3: refuses a client that authenticates in two ways', async () => {
    const headers = { Authorization: basic(client.id, client.secret) };
    const reply = await post({ json: { ...grant, ...inBody() }, headers });
    isOAuthError(reply, 400, 'invalid_request');
  });

  it('RFC 6749 §2.3: refuses a client_id that is another one than in the header', async () => {
    const headers = { Authorization: basic(client.id, client.secret) };
    const json = { ...grant, client_id: '00000000-0000-4000-8000-000000000000' };
    isOAuthError(await post({ json, headers }), 400, 'invalid_request');
  });

  it.each([
    ['another scheme', 'Digest username="x"'],
    ['no credentials', 'Basic'],
    ['no base64', 'Basic !!!'],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['malformed escapes', `Basic ${Buffer.from('%zz:%zz').toString('base64')}`],
    ['a bearer token', 'Bearer abc'],
  ])(
    'RFC 6749 §2.3.1, §5.2: refuses an Authorization header with %s as invalid_client',
    async (_case, header) => {
      isOAuthError(
        await post({ json: grant, headers: { Authorization: header } }),
        401,
        'invalid_client',
      );
    },
  );

  it('RFC 6749 §2.3.1: decodes both halves of Basic like a form’s values', async () => {
    const escaped = client.id.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const header = `Basic ${Buffer.from(`${escaped}:${client.secret}`).toString('base64')}`;
    expect((await post({ json: grant, headers: { Authorization: header } })).status).toBe(200);
  });

  it('is no place for API tokens', async () => {
    const reply = await post({
      json: { ...grant, client_id: client.id },
      headers: bearer(session),
    });
    isOAuthError(reply, 401, 'invalid_client');
  });

  it('RFC 6749 §5.1, §5.2: nothing of it may be cached, and errors are JSON', async () => {
    const { headers } = await post({ json: {} });
    expect([
      headers.get('cache-control'),
      headers.get('pragma'),
      headers.get('content-type'),
    ]).toEqual(['no-store', 'no-cache', 'application/json']);
  });

  it('names the content types that it takes, forms among them', async () => {
    const body = 'grant_type=client_credentials';
    const reply = await post({ body, headers: { 'Content-Type': 'text/plain' } });
    isOAuthError(reply, 400, 'invalid_request');
    expect(reply.body.error_description).toBe(
      'the content type must be application/json or application/x-www-form-urlencoded',
    );
  });

  it.each([
    [{ grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/' }],
    [{ grant_type: 'refresh_token', refresh_token: 'x' }],
  ])('says what is wrong with %j in ASCII that reads well', async (members) => {
    const { body } = await post({ json: { ...members, ...inBody() } });
    expect(body.error).toBe('invalid_grant');
    expect(body.error_description).toMatch(/ is another client's$/);
  });

  it('RFC 6749 §5.2: an error_description is printable ASCII without quotes and backslashes', async () => {
    for (const scope of ['ä"\\', 'x\u200by', '"'.repeat(50)]) {
      const { body } = await askToken(app, client, { ...grant, scope });
      expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  it('lets pages of any origin ask, without cookies: clients in browsers have no other way', async () => {
    const { headers } = await post({ json: grant, headers: { Origin: 'https://app.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('a new secret replaces the old one at once', async () => {
    const owner = await anAccount(app);
    const old = await aClient(app, { ownerId: owner.id });
    const secret = await rotateClientSecret(app.ctx, old.id);
    isOAuthError(await askToken(app, old, grant), 401, 'invalid_client');
    expect((await askToken(app, { ...old, secret }, grant)).status).toBe(200);
  });

  it('GraphQL clients get the same, in their own words', async () => {
    const query = `mutation ($request: TokenRequestInput!) {
      issueToken(request: $request) { tokenType expiresIn scopes }
    }`;
    const ask = (clientSecret: string) =>
      send(`${app.url}/graphql`, {
        json: {
          query,
          variables: {
            request: { grantType: 'client_credentials', clientId: client.id, clientSecret },
          },
        },
      });
    expect((await ask(client.secret)).body.data.issueToken).toEqual({
      tokenType: 'Bearer',
      expiresIn: 3600,
      scopes: ['campaign.read', 'campaign.write'],
    });
    expect((await ask('wrong')).body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });
});
