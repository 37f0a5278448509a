import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { getNamedType, isObjectType } from 'graphql';
import pino from 'pino';
import { createSchema } from '../../../src/api/graphql/schema';
import { createApp } from '../../../src/assembly/app';
import type { ServiceContext } from '../../../src/api/context';
import { insertAccount, openSession } from '../../support/access-world';
import { logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

describe('the log', () => {
  it('has nothing of what clients got wrong, and everything that we did', async () => {
    const lines: string[] = [];
    const { ctx } = await startApp();
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
    const logged: ServiceContext = { ...ctx, log };
    const loggedApp = await createApp(logged);
    const server = createServer(loggedApp.listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
    const query =
      'mutation ($p: String!) { logIn(email: "a@b.example", password: $p) { apiToken } }';
    await send(url, { json: { query, variables: { p: { secret: 'SECRETPW' } } } });
    await send(url, { json: { query: query.replace('$p)', '$p, email: 5)') } });
    await send(url, { json: { query: '{ nope }' } });
    expect(lines).toEqual([]);
    Object.assign(ctx.accounts, { findLogin: () => Promise.reject(new Error('inside')) });
    await send(url, { json: { query, variables: { p: 'SECRETPW' } } });
    expect(lines).toEqual([expect.stringContaining('inside')]);
    expect(lines.join()).not.toContain('SECRETPW');
    server.close();
    await loggedApp.close();
  });
});

/** Operations whose values, not their text, are wrong: nothing sees that before they are executed. */
const wrongValues: readonly (readonly [string, { query: string; variables: object }])[] = [
  [
    'more wrong values than GraphQL reports',
    {
      query:
        'mutation ($r: [ClassificationResultInput!]!) { recordClassifications(classifier: "c", results: $r) { __typename } }',
      variables: { r: Array.from({ length: 16 }, () => ({})) },
    },
  ],
  [
    'null in the place of a default',
    {
      query: 'query ($id: ID = "a") { campaign(id: $id) { id } }',
      variables: { id: null },
    },
  ],
  [
    'null in an input',
    {
      query:
        'mutation ($p: String = "a") { changePassword(input: { oldPassword: "hidden", newPassword: $p }) { id } }',
      variables: { p: null },
    },
  ],
  [
    'null in a directive at the root',
    {
      query: 'query ($is: Boolean = true) { media @include(if: $is) { name } }',
      variables: { is: null },
    },
  ],
  [
    'null in a directive below',
    {
      query: 'query ($is: Boolean = true) { media { name @skip(if: $is) } }',
      variables: { is: null },
    },
  ],
  [
    'a value that a scalar refuses',
    {
      query:
        'subscription ($from: DateTime!) { campaignFigures(campaignId: "a", from: $from) { revision } }',
      variables: { from: 'hidden' },
    },
  ],
];

describe.each(['/graphql', '/graphql/stream'])('%s', (path) => {
  it.each(wrongValues)(
    'refuses %s as the client’s mistake, and logs nothing',
    async (_what, json) => {
      const lines: string[] = [];
      const { ctx } = await startApp();
      const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
      const app = await createApp({ ...ctx, log });
      const server = createServer(app.listener).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
      const { body } = await send(url, {
        json,
        headers: path === '/graphql' ? {} : { Accept: 'text/event-stream' },
      });
      server.close();
      await app.close();
      expect(lines).toEqual([]);
      const text = JSON.stringify(body).replaceAll('\\"', '"');
      expect(text).toMatch(/"code":"(?:BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED|UNAUTHENTICATED)"/);
      expect(text).not.toMatch(/INTERNAL_SERVER_ERROR|hidden/);
    },
  );
});

describe('/graphql', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  const ask = (query: string, variables: object = {}, headers: Record<string, string> = {}) =>
    send(`${app.url}/graphql`, { json: { query, variables }, headers });
  const codesOf = (body: { errors?: readonly { extensions: { code: string } }[] }) =>
    (body.errors ?? []).map(({ extensions }) => extensions.code);

  it.each([
    [
      'a variable',
      '$p',
      { p: 'at "p.x"; SECRETPW'.split('; ') },
      'variable "$p": must be a string',
    ],
    ['a member', '$p', { p: { s: 'String; SECRETPW' } }, 'variable "$p": must be a string'],
    ['a literal', '12345678', {}, 'must be a string'],
    ['a name', 'SECRETPW', {}, 'must be a string'],
  ])(
    'repeats no value of %s that is of the wrong type',
    async (_case, password, variables, said) => {
      const head = password === '$p' ? 'mutation ($p: String!)' : 'mutation';
      const query = `${head} { logIn(email: "a@b.example", password: ${password}) { apiToken } }`;
      const { status, body } = await ask(query, variables);
      expect([status, body.errors.map(({ message }: { message: string }) => message)]).toEqual([
        400,
        [said],
      ]);
    },
  );

  it('names the member of an input that is of the wrong type, without its value', async () => {
    const query =
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { id } }';
    const input = { oldPassword: 12_345_678, newPassword: ['SECRETPW'] };
    const { body } = await ask(query, { input });
    const messages = body.errors.map(({ message }: { message: string }) => message);
    expect(messages).toEqual([
      'variable "$input.oldPassword": must be a string',
      'variable "$input.newPassword": must be a string',
    ]);
  });

  it('answers the same bids as the REST path', async () => {
    const { status, body } = await ask(
      `mutation ($bidRequest: BidRequestInput!) { requestBids(bidRequest: $bidRequest, explain: true) { bids { impId } nonBids { impId } } }`,
      {
        bidRequest: {
          id: 'a',
          site: { url: 'https://a.example' },
          imps: [{ id: '1', width: 1, height: 1 }],
        },
      },
    );
    expect([status, body]).toEqual([200, { data: { requestBids: { bids: [], nonBids: null } } }]);
  });

  it('gives operators the reasons', async () => {
    const token = await logIn(app, 'operator');
    const { body } = await ask(
      `mutation ($bidRequest: BidRequestInput!) { requestBids(bidRequest: $bidRequest, explain: true) { nonBids { impId reason } } }`,
      {
        bidRequest: {
          id: 'a',
          site: { url: 'https://a.example' },
          imps: [{ id: '1', width: 1, height: 1 }],
        },
      },
      { Authorization: `Bearer ${token}` },
    );
    expect(body.data.requestBids.nonBids).toEqual([{ impId: '1', reason: 'noBid' }]);
  });

  it('names every field that the rules of an input refuse', async () => {
    const { body } = await ask(
      `mutation ($bidRequest: BidRequestInput!) { requestBids(bidRequest: $bidRequest) { bids { impId } } }`,
      { bidRequest: { id: '', site: { url: 'ftp://x' }, imps: [{ id: 'x' }] } },
    );
    expect(codesOf(body)).toEqual(['VALIDATION_FAILED']);
    expect(Object.keys(body.errors[0].extensions.details).sort()).toEqual([
      'id',
      'imps.0.height',
      'imps.0.width',
      'site.url',
    ]);
  });

  it.each([
    ['{ campaigns(first: -1) { totalCount } }', 20, 'must be a positive integer'],
    [
      'subscription { campaignServing(campaignId: "x") { at } }',
      1,
      'subscriptions are answered at /graphql/stream, as server-sent events (text/event-stream)',
    ],
    ['{ a: __type(name: "Site") { name } }', 1, /^introspection stands alone/],
    ['{ __schema { types { fields { type { fields { name } } } } } }', 1, /may not be inside each/],
    [
      'mutation { updateConversion(id: "a", input: { value: 0.5 }) { id } }',
      54,
      /^an amount is a string/,
    ],
    [
      'mutation { createPersonalAccessToken(input: { name: "a", expiresAt: 5 }) { accessToken } }',
      69,
      /^a time is ISO 8601/,
    ],
  ])('says of %s at which column it is wrong', async (query, column, message) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        locations: [{ line: 1, column }],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      },
    ]);
  });

  describe('the cost of an operation', () => {
    const sized = '{ nodes { id name status } }';
    it.each([
      ['a literal', `{ campaigns(first: 1000) ${sized} }`, {}],
      ['a variable', `query ($n: PositiveInt) { campaigns(first: $n) ${sized} }`, { n: 1000 }],
      ['its default', `query ($n: PositiveInt = 1000) { campaigns(first: $n) ${sized} }`, {}],
      ['more than a page has', `{ campaigns(first: 100000) ${sized} }`, {}],
    ])('lets a whole page through, its size in %s', async (_case, query, variables) => {
      expect(codesOf((await ask(query, variables)).body)).toEqual(['UNAUTHENTICATED']);
      const twice = query
        .replace(' campaigns', ' a: campaigns')
        .replace(/ \}$/, ` b: campaigns(first: 1000) ${sized} }`);
      const { status, body } = await ask(twice, variables);
      expect([status, codesOf(body), body.errors[0].message]).toEqual([
        400,
        ['GRAPHQL_VALIDATION_FAILED'],
        expect.stringMatching(/may cost 16000, not 3\d{4}: .*`first`.*`after`/),
      ]);
    });

    it('lets as many events through as their description says, with all their members', async () => {
      const schema = createSchema();
      const events = schema.getQueryType()!.getFields()['events']!;
      const { description } = events.args.find(({ name }) => name === 'first')!;
      const most = Number(/at most (\d+)/.exec(description!)![1]);
      const type = schema.getType('Event');
      assert(isObjectType(type));
      const members = Object.values(type.getFields()).map((field) => {
        const inner = getNamedType(field.type);
        return isObjectType(inner)
          ? `${field.name} { ${Object.keys(inner.getFields()).join(' ')} }`
          : field.name;
      });
      const page = (first: number) =>
        `{ events(campaignId: "a", first: ${first}) { nodes { ${members.join(' ')} } pageInfo { endCursor hasNextPage } } }`;
      expect(codesOf((await ask(page(most))).body)).toEqual(['UNAUTHENTICATED']);
      expect(codesOf((await ask(page(2 * most))).body)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    });

    it('counts lists inside of lists', async () => {
      const query = '{ campaigns(first: 400) { nodes { conversions { nodes { id } } } } }';
      expect((await ask(query)).body.errors[0].message).toMatch(/^the operation may cost/);
    });
  });

  it('pages a list inside of an item like the list itself', async () => {
    const owner = await insertAccount(app, ['advertiser']);
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: owner.id },
      sizes: ['300x250', '728x90', '160x600'],
    });
    const headers = { Authorization: `Bearer ${await openSession(app, owner)}` };
    const page = 'nodes { id } totalCount pageInfo { hasNextPage endCursor }';
    const query = `query ($id: ID!, $after: String) {
      campaign(id: $id) { creatives(first: 2, after: $after) { ${page} } }
      creatives(campaignId: $id, first: 2, after: $after) { ${page} }
    }`;
    const read = async (after: string | null) => {
      const { data } = (await ask(query, { id: campaign.id, after }, headers)).body;
      const { endCursor, ...pageInfo } = data.campaign.creatives.pageInfo;
      expect(data.creatives).toMatchObject({ ...data.campaign.creatives, pageInfo });
      return data.campaign.creatives;
    };
    const first = await read(null);
    expect([first.totalCount, first.pageInfo.hasNextPage]).toEqual([3, true]);
    const second = await read(first.pageInfo.endCursor);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const ids = [...first.nodes, ...second.nodes].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(creatives.map(({ id }) => id));
    const none = `{ campaign(id: "${campaign.id}") { conversions(first: 0) { nodes { id } } } }`;
    expect(codesOf((await ask(none, {}, headers)).body)).toEqual(['VALIDATION_FAILED']);
  });

  it.each([
    ['a viewer', '{ viewer { id } }'],
    ['a log-out', 'mutation { logOut }'],
  ])('refuses %s without a token', async (_case, query) => {
    expect(codesOf((await ask(query)).body)).toEqual(['UNAUTHENTICATED']);
  });

  it('says that the database is away, and when to try again', async () => {
    const other = await startApp();
    const token = await logIn(other, 'advertiser');
    const away = () =>
      Promise.reject(Object.assign(new Error('gone'), { name: 'MongoNetworkError' }));
    Object.assign(other.ctx.accounts, { findLogin: away });
    const query = 'mutation { logIn(email: "a@b.example", password: "x") { apiToken } }';
    const { body } = await sendGraphql(other, null, query);
    expect(body.errors).toMatchObject([
      {
        message: 'the database is not available',
        extensions: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 },
      },
    ]);
    Object.assign(other.ctx.sessions, { find: away });
    const headers = { Authorization: `Bearer ${token}` };
    const json = { query: '{ viewer { id } }' };
    const withToken = await send(`${other.url}/graphql`, { json, headers });
    expect([withToken.status, withToken.headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('masks what is not ours', async () => {
    const other = await startApp();
    Object.assign(other.ctx.accounts, { findLogin: () => Promise.reject(new Error('inside')) });
    const query = 'mutation { logIn(email: "a@b.example", password: "x") { apiToken } }';
    const { body } = await sendGraphql(other, null, query);
    expect(body.errors).toMatchObject([{ message: 'internal server error' }]);
    expect(JSON.stringify(body)).not.toMatch(/inside|stack/);
  });

  describe('limits', () => {
    const aliases = Array.from({ length: 50 }, (_, at) => `a${at}: media { name }`).join(' ');
    it.each([
      ['aliases', `{ ${aliases} }`],
      [
        'depth',
        '{ media { targeting { user { items { values { values { values { values { id } } } } } } } } }',
      ],
      ['tokens', `{ media { ${'name '.repeat(2_000)} } }`],
      ['directives', `{ media { name ${'@include(if: true) '.repeat(40)} } }`],
    ])('refuse too many: %s', async (_case, query) => {
      const { status, body } = await ask(query);
      expect(status).toBe(400);
      expect(body.errors).not.toHaveLength(0);
      expect(body.data).toBeUndefined();
    });

    it('refuse an alias that an answer would repeat for each item', async () => {
      const { status, body } = await ask(`{ media { ${'a'.repeat(101)}: name } }`);
      const message = 'an alias may have 100 characters, not 101';
      expect([status, body.errors]).toEqual([400, [expect.objectContaining({ message })]]);
      expect((await ask(`{ media { ${'a'.repeat(100)}: name } }`)).status).toBe(200);
    });

    it('refuse more than four fields at the root of a mutation, however they are spelled', async () => {
      const field = (at: number) => `a${at}: logOut`;
      const fields = Array.from({ length: 5 }, (_, at) => field(at)).join(' ');
      for (const query of [
        `mutation { ${fields} }`,
        `mutation { ...F ...F } fragment F on Mutation { ${fields} }`,
        `mutation { ... on Mutation { ${fields} } }`,
      ]) {
        const { status, body } = await ask(query);
        expect([status, body.errors[0].message]).toEqual([
          400,
          expect.stringContaining('a mutation may have 4 fields at its root'),
        ]);
      }
    });

    it('refuse batches', async () => {
      const { status } = await send(`${app.url}/graphql`, {
        json: [{ query: '{ __typename }' }, { query: '{ __typename }' }],
      });
      expect(status).toBe(400);
    });

    it('refuse requests that a foreign page could send without asking', async () => {
      const simple = await fetch(`${app.url}/graphql?query=%7B__typename%7D`);
      const form = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body: '{"query":"{ __typename }"}',
      });
      expect([simple.status, form.status]).toEqual([400, 400]);
    });

    it.each([
      ['no UTF-8', Buffer.from('{"query":"{ __typename } # \xe4"}', 'latin1'), {}, 400],
      ['compressed', '{"query":"{ __typename }"}', { 'Content-Encoding': 'gzip' }, 415],
      ['no JSON', '{ __typename }', { 'Content-Type': 'application/graphql' }, 415],
      ['of another charset', '{}', { 'Content-Type': 'application/json; charset=latin1' }, 415],
    ])('refuse a body that is %s', async (_case, body, headers, expected) => {
      const reply = await send(`${app.url}/graphql`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
      expect([reply.status, reply.body.code]).toEqual([expected, expected]);
    });

    it('refuse a body over the limit', async () => {
      const { status, body } = await ask(`{ __typename } # ${'x'.repeat(300_000)}`);
      expect([status, body.code]).toEqual([413, 413]);
    });
  });

  it('describes itself, unless told not to', async () => {
    const query = '{ __schema { queryType { name } } }';
    expect((await ask(query)).body.data.__schema.queryType.name).toBe('Query');
    const other = await startApp({ env: { ADGATE_INTROSPECTION: '0' } });
    const { status } = await sendGraphql(other, null, query);
    expect(status).toBe(400);
  });
});
