import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, logIn, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

/** Requests of other makers' clients, each in its own way. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

const findBody = () =>
  JSON.stringify({
    context: { iid: randomUUID(), url: 'https://news.example' },
    placements: [{ id: '1', width: 300, height: 250 }],
  });

const jsonTypes: readonly (readonly [type: string, status: number])[] = [
  ['application/json;', 200],
  ['application/json; v=1', 200],
  ['application/json;charset=utf8', 200],
  ['application/json; charset="UTF-8"; v=1', 200],
  ['Application/JSON ; charset=Utf-8', 200],
  ['application/vnd.api+json', 200],
  ['application/json; charset=latin1', 415],
  ['application/jsonx', 415],
  ['text/plain', 415],
];

describe('a content type', () => {
  it.each(jsonTypes)('%s is answered with %i', async (type, status) => {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body: findBody() };
    const reply = await send(`${app.url}/supply/find`, init);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toBe('application/json');
  });

  it.each(jsonTypes.filter(([type, status]) => status === 200 && !type.includes('+')))(
    '%s is taken by GraphQL, too',
    async (type) => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: '{"query":"{ __typename }"}',
      };
      expect((await send(`${app.url}/graphql`, init)).body).toEqual({
        data: { __typename: 'Query' },
      });
    },
  );
});

describe('a find', () => {
  const box = { id: '1', width: 300, height: 250 };
  const ask = async (placement: object, context: object = {}) =>
    send(`${app.url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url: 'https://spelling.example', ...context },
        placements: [placement],
      },
    });

  beforeAll(() => createActiveCampaign(app.ctx, { sizes: ['300x250'] }));

  it.each<[string, object]>([
    ['no MIME types at all', { ...box, mimes: [] }],
    ['types in capitals', { ...box, types: ['IMAGE'] }],
    ['MIME types in capitals', { ...box, mimes: ['Image/PNG'] }],
  ])('is answered with %s', async (_case, placement) => {
    const { status, body } = await ask(placement);
    expect([status, body.data.length]).toEqual([200, 1]);
  });

  it('goes by placementId alone, whatever size stands beside it', async () => {
    const { body: first } = await ask(box);
    const [{ placementId }] = first.data;
    const { status, body } = await ask({ id: '1', placementId, width: 0, height: -1, name: 7 });
    expect([status, body.data[0]?.placementId]).toEqual([200, placementId]);
  });

  it('has no publisher where that is an empty text', async () => {
    expect((await ask(box, { publisher: '' })).status).toBe(200);
  });

  it.each(['/supply/find', '/graphql'])('may begin with a byte order mark: %s', async (path) => {
    const text = path === '/graphql' ? '{"query":"{ __typename }"}' : findBody();
    const { status } = await send(app.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `\ufeff${text}`,
    });
    expect(status).toBe(200);
  });
});

describe('GraphQL by GET', () => {
  const query = `query=${encodeURIComponent('{ viewer { email } }')}`;

  it('is no forgery with a token', async () => {
    const token = await logIn(app, 'advertiser', 'get@test.example');
    const headers = { Authorization: `Bearer ${token}` };
    const { status, body } = await send(`${app.url}/graphql?${query}`, { headers });
    expect([status, body]).toEqual([200, { data: { viewer: { email: 'get@test.example' } } }]);
  });

  it('may be one without', async () => {
    expect((await send(`${app.url}/graphql?${query}`)).status).toBe(400);
  });

  it.each(['/graphql/x', '/graphql/x/y', '/graphqlx'])('has no path %s', async (path) => {
    expect((await send(`${app.url}${path}?${query}`)).status).toBe(404);
  });
});

it('a list of formats is one of alternatives in POST /find', async () => {
  await createActiveCampaign(app.ctx, { sizes: ['300x250'] });
  const { body: found } = await send(`${app.url}/supply/find`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: findBody(),
  });
  const [{ placementId: zone_id }] = found.data;
  const context = { iid: randomUUID(), url: 'https://news.example' };
  const formats = [
    ['image/gif', 'image'],
    ['video/mp4', 'image'],
    ['image/png', 'video'],
    ['image/gif', 'video'],
  ];
  const answers = [];
  for (const format of formats) {
    const { body } = await send(`${app.url}/find`, { json: [{ zone_id, format, context }] });
    answers.push(body.length);
  }
  expect(answers).toEqual([1, 1, 1, 0]);
  for (const format of ['IMAGE', 'Image/PNG', ['VIDEO', 'Image'], ['Video/MP4', 'Image']])
    expect(
      (await send(`${app.url}/find`, { json: [{ zone_id, format, context }] })).body,
    ).toHaveLength(1);
});

describe('an upload of a link', () => {
  const upload = async (fields: Readonly<Record<string, string>>) => {
    const token = await accessToken(app, { scopes: ['campaign.write'] });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return send(`${app.url}/api/v2/campaigns/creative`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    });
  };
  const link = { type: 'direct', scope: 'pop-up', medium: 'web' };

  it('may come as a plain field', async () => {
    const { status, body } = await upload({ ...link, file: 'https://shop.example/?a=1' });
    expect(status).toBe(200);
    const preview = await fetch(body.data.url as string);
    expect(await preview.text()).toBe('https://shop.example/?a=1');
  });

  it.each([
    ['a text that is no link', { ...link, file: 'javascript:alert(1)' }],
    ['no file at all', link],
    [
      'a text in the place of an image',
      { type: 'image', medium: 'web', file: 'https://a.example' },
    ],
  ])('is 422 with %s', async (_case, fields) => {
    const { status, body } = await upload(fields);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file']]);
  });
});

it('a token beside good credentials of a client does not matter at /oauth/token', async () => {
  const json = { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' };
  const headers = { Authorization: 'Bearer stale' };
  const { status, body, headers: its } = await send(`${app.url}/oauth/token`, { json, headers });
  // The credentials of the body are looked at: they are not both ways at once.
  expect([status, body.error, body.error_description]).toEqual([
    401,
    'invalid_client',
    expect.not.stringContaining('Authorization'),
  ]);
  expect(its.get('www-authenticate')).toBeNull();
});

it.each(['/kw/abc', '/kw/kl/abc', '/kw/abc.gif', `/kw/${'g'.repeat(32)}`])(
  'an address of no conversion is 404: %s',
  async (path) => {
    expect((await send(`${app.url}${path}`)).status).toBe(404);
  },
);
