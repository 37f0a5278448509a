import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import { schemaOfRecords } from '../../../src/api/graphql/arguments';
import { createSchema } from '../../../src/api/graphql/schema';
import { createMetrics } from '../../../src/http/metrics';
import { compileRoutes } from '../../../src/api/rest/compiled-routes';
import { compileOperation } from '../../../src/api/rest/compiled-operation';
import { PositiveIntScalar } from '../../../src/platform/graphql/scalars';
import type { Route } from '../../../src/api/rest/route';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { asRequest, send, startApp, type TestApp } from '../../support/app';

describe('a REST record', () => {
  const add = (changes: Partial<Route>) => {
    const route: Route = {
      method: 'get',
      path: '/x',
      operation: 'query X { viewer { id } }',
      variables: () => ({}),
      crossOrigin: 'any',
      ...changes,
    };
    const env = {
      schema: schemaOfRecords(createSchema()),
      allowedOrigins: [],
      publicUrl: 'http://ads.example',
      createContext: () => {
        throw new Error('no request is made here');
      },
      readForm: () => Promise.reject(new Error('no form is sent here')),
      metrics: createMetrics(),
      inTime: <Value>(value: Promise<Value>) => value,
      writeError: (error: unknown) => {
        throw error;
      },
    };
    compileRoutes([route], env);
  };

  it('that fits the schema is taken', () => {
    expect(() => {
      add({});
    }).not.toThrow();
  });

  it.each([
    ['selects a field that is not there', 'query X { viewer { shoeSize } }'],
    ['calls an operation that is not there', 'mutation X { requestShoes }'],
    ['leaves out a required argument', 'mutation X { requestBids { bids { impId } } }'],
    ['has a variable of another type', 'query X($a: Int!) { viewer { id @include(if: $a) } }'],
    ['is no GraphQL', 'query X {'],
    ['writes an input itself', 'query X { campaigns(first: 1, filter: {}) { totalCount } }'],
  ])('that %s stops the start', (_case, operation) => {
    expect(() => {
      add({ operation });
    }).toThrow();
  });
});

it('the schema of records has one PositiveInt for arguments and for members of inputs', () => {
  const type = PositiveIntScalar;
  const input = new GraphQLInputObjectType({ name: 'Size', fields: { width: { type } } });
  const args = { first: { type }, size: { type: input } };
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { ads: { type: GraphQLInt, args } } }),
  });
  const text =
    'query X($first: PositiveInt, $width: PositiveInt) { ads(first: $first, size: { width: $width }) }';
  expect(validate(schemaOfRecords(schema), parse(text))).toEqual([]);
});

it('a record that leaves out an input asks as if nothing were given', async () => {
  const { ctx } = await startApp();
  const login = { email: 'one@test.example', password: 'correct horse' };
  const account = await createAccount(ctx, { ...login, roles: ['advertiser'] });
  const text = 'query X { campaigns(first: 1) { totalCount } }';
  const operation = compileOperation('GET /x', text, schemaOfRecords(createSchema()));
  const credential = { kind: 'apiToken', sessionHash: '' } as const;
  const call = { variables: {}, nameOf: (path: string) => path };
  const context = { ...asRequest(ctx), ...ctx, viewer: { account, credential } };
  const { data, errors } = await operation.run(context, call);
  expect([data, errors]).toEqual([{ campaigns: { totalCount: 0 } }, undefined]);
});

describe('every path', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });

  it.each([
    ['/nowhere', 404],
    ['/supply', 404],
    ['/Supply/Find', 404],
    ['/%E0%A4%A', 404],
    ['/auth/recovery/:token', 422],
    ['/supply/find?a=1', 405],
    [`/supply/register?iid=${'x'.repeat(9_000)}`, 414],
  ])('answers %s with %i and the one shape of errors', async (path, status) => {
    const { body, headers, ...reply } = await send(`${app.url}${path}`);
    expect([reply.status, body.code, body.error.code]).toEqual([status, status, status]);
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each<
    [string, { readonly body: Buffer | string; readonly headers?: Record<string, string> }, number]
  >([
    ['is no UTF-8', { body: Buffer.from('{"email":"\xe4"}', 'latin1') }, 400],
    ['is compressed', { body: '{}', headers: { 'Content-Encoding': 'gzip' } }, 415],
    ['says that it is not', { body: '{}', headers: { 'Content-Encoding': 'identity' } }, 422],
  ])('answers a body that %s', async (_case, { body, headers = {} }, status) => {
    const init = {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    };
    expect((await send(`${app.url}/auth/login`, init)).status).toBe(status);
  });

  it('lets a page read that its URL is too long', async () => {
    const { status, headers } = await send(`${app.url}/view?e=${'x'.repeat(9_000)}`, {
      headers: { Origin: 'https://news.example' },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([
      414,
      'https://news.example',
    ]);
  });

  it.each(['/supply/register?iid=a', '/view'])(
    'tells caches that the answers of %s depend on the origin, asked without one too',
    async (path) => {
      expect((await send(`${app.url}${path}`)).headers.get('vary')).toBe('Origin');
    },
  );

  it.each([
    ['POST', '/health', 'GET, HEAD'],
    ['PUT', '/graphql', 'GET, POST, OPTIONS'],
    ['HEAD', '/graphql', 'GET, POST, OPTIONS'],
    // By GET they end a session, and give a code.
    ['HEAD', '/auth/logout', 'POST, GET, OPTIONS'],
    ['HEAD', '/auth/authorize', 'GET, POST, OPTIONS'],
  ])('answers 405 with Allow to %s %s', async (method, path, allow) => {
    const { status, headers, body } = await send(`${app.url}${path}`, { method });
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(body).toMatchObject({ code: 405, error: { code: 405 } });
  });

  it.each(['http://127.0.0.1:1', 'https://evil.example', 'http://user@evil.example'])(
    'RFC 9112 §3.2.2: leads nobody astray whose request line names %s',
    async (origin) => {
      const path = `${origin}/auth/authorize?state=1`;
      const headers = { Accept: 'text/html', Host: 'evil.example' };
      const asked = request(app.url, { path, headers }).end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.resume();
      expect([response.statusCode, response.headers.location]).toEqual([
        302,
        `${app.url}/auth/log-in?return_to=%2Fauth%2Fauthorize%3Fstate%3D1`,
      ]);
    },
  );

  it('answers 503 with Retry-After while the database is away, and finds go on', async () => {
    const other = await startApp();
    const find = () =>
      send(`${other.url}/supply/find`, {
        json: {
          context: { iid: 'a', url: 'https://known.example' },
          placements: [{ id: '1', width: 300, height: 250 }],
        },
      });
    expect((await find()).status).toBe(200);
    const broken = Object.assign(new Error('getaddrinfo'), { name: 'MongoNetworkError' });
    Object.assign(other.ctx.accounts, { findLogin: () => Promise.reject(broken) });
    const json = { email: 'a@b.example', password: 'whatever' };
    const { status, headers, body } = await send(`${other.url}/auth/login`, { json });
    expect([status, headers.get('retry-after'), body.message]).toEqual([
      503,
      '2',
      'the database is not available',
    ]);
    expect((await find()).status).toBe(200);
  });

  it('masks what is not ours, with a request id to ask for', async () => {
    const other = await startApp();
    Object.assign(other.ctx.accounts, {
      findLogin: () => Promise.reject(new Error('secret of the inside')),
    });
    const json = { email: 'a@b.example', password: 'whatever' };
    const { status, headers, body } = await send(`${other.url}/auth/login`, { json });
    const requestId = headers.get('x-request-id');
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect([status, body]).toEqual([
      500,
      {
        error: { code: 500, message: 'internal server error', requestId },
        code: 500,
        message: 'internal server error',
      },
    ]);
  });
});
