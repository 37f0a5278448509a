import { validate } from '@apidevtools/swagger-parser';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020';
import { otherOperations } from '../../../src/api/openapi/other-operations';
import { csvRoutes, routes } from '../../../src/api/rest/index';
import { send, startApp, type TestApp } from '../../support/app';
import { findUndocumented } from '../../support/documented-answers';

type Members = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the document is JSON

let app: TestApp;
let document: Members;
beforeAll(async () => {
  app = await startApp();
  ({ body: document } = await send(`${app.url}/openapi.json`));
});

const operation = (method: string, path: string): Members => document.paths[path][method];
const bodyOf = (method: string, path: string, type = 'application/json'): Members =>
  operation(method, path).requestBody.content[type].schema;
const answerOf = (method: string, path: string, status = 200): Members =>
  operation(method, path).responses[status].content['application/json'].schema;

describe('/openapi.json', () => {
  it('is a document of OpenAPI 3.1', async () => {
    await expect(validate(structuredClone(document) as never)).resolves.toMatchObject({
      openapi: '3.1.0',
    });
  });

  it('has every REST path with its methods', () => {
    const named = Object.entries(document.paths as Members).flatMap(([path, item]) =>
      Object.keys(item as Members).map((method) => `${method} ${path}`),
    );
    const served = [...routes, ...csvRoutes, ...otherOperations].map(
      ({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`,
    );
    expect(named.sort()).toEqual([...new Set(served)].sort());
  });

  it('names each operation, once: programs made of it have a function for each', () => {
    const ids = Object.values(document.paths as Members).flatMap((item) =>
      Object.values(item as Members).map(({ operationId }) => operationId as unknown),
    );
    for (const id of ids) expect(id).toMatch(/^[A-Z][A-Za-z0-9]*_[a-z]+$/);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.length).toBeGreaterThan(routes.length / 2);
  });

  it('names members of requests as requests do, with what the schema says of them', () => {
    const { properties, required } = bodyOf('post', '/api/v2/campaigns');
    expect(Object.keys(properties as Members)).toEqual(
      expect.arrayContaining(['targetUrl', 'dateEnd', 'budget']),
    );
    expect(required).toEqual(expect.arrayContaining(['name', 'targetUrl', 'budget']));
    expect(properties.targetUrl.description).toContain('http(s) URL');
    expect([properties.targetUrl.type, properties.dateEnd.type]).toEqual([
      'string',
      ['string', 'null'],
    ]);
    const find = bodyOf('post', '/supply/find').properties;
    expect(Object.keys(find.context.properties as Members)).toContain('walletmask');
    expect(Object.keys(find.placements.items.properties as Members)).toContain('topframe');
    expect(Object.keys(bodyOf('post', '/find').items.properties as Members)).toEqual(
      expect.arrayContaining(['context', 'zone_id', 'format']),
    );
  });

  it('has nothing in requests that the record does not read', () => {
    expect(Object.keys(bodyOf('post', '/find').items.properties as Members)).not.toContain('width');
  });

  it('knows parameters of paths, queries and headers', () => {
    const parametersOf = (method: string, path: string) =>
      (operation(method, path).parameters as Members[]).map(
        ({ in: where, name }) => `${where} ${name}`,
      );
    expect(parametersOf('get', '/api/v2/campaigns')).toEqual([
      'query limit',
      'query cursor',
      'query page',
      'query filter[medium]',
      'query filter[vendor]',
      'query filter[status]',
    ]);
    expect(parametersOf('get', '/view')).toEqual(['query e', 'query cid']);
    expect(parametersOf('post', '/supply/find')).toEqual(['header X-Debug-Supply']);
  });

  it('knows the shapes of answers: what may be null, enums, other content types', () => {
    const campaign = answerOf('get', '/api/v2/campaigns/{id}').properties.data;
    expect(campaign.properties.maxCpm.type.toSorted()).toEqual(['null', 'number']);
    expect(campaign.properties.status.enum).toContain('suspended');
    expect(campaign.properties.creatives.items.properties.status.type).toBe('number');
    expect(Object.keys(operation('get', '/view').responses[200].content as Members)).toEqual([
      'application/json',
      'image/gif',
    ]);
    expect(Object.keys(operation('get', '/click').responses as Members)).toContain('302');
  });

  it('says what members of requests may be', () => {
    const { name, budget, targetUrl, status } = bodyOf('post', '/api/v2/campaigns').properties;
    expect(name).toMatchObject({ type: 'string', minLength: 1, maxLength: 255 });
    expect(budget).toMatchObject({ minimum: 0, maximum: 1_000_000 });
    expect(targetUrl).toMatchObject({ format: 'uri', maxLength: 1_024 });
    expect(status.enum).toContain('draft');
    const { placements } = bodyOf('post', '/supply/find').properties;
    expect(placements).toMatchObject({ type: 'array', minItems: 1, maxItems: 64 });
    // A change must not empty what a campaign needs.
    expect(bodyOf('patch', '/api/v2/campaigns/{id}').properties.name.type).toBe('string');
  });

  it('names the campaign or site that statistics are of', () => {
    const named = (path: string) =>
      (operation('get', path).parameters as Members[]).map(({ name }) => name as unknown);
    expect(named('/api/campaigns/stats/table2/{from}/{to}')).toContain('campaign_id');
    expect(named('/api/stats/report/sites/{from}/{to}')).toContain('site_id');
  });

  it('says who may: nobody in particular, a token, a scope', () => {
    expect(operation('post', '/supply/find').security).toEqual([]);
    expect(operation('get', '/auth/check').security).toEqual([{ apiToken: [] }]);
    expect(operation('post', '/api/v2/campaigns').security).toEqual([
      { accessToken: ['campaign.write'] },
    ]);
  });
});

it('knows both shapes of errors at /graphql', async () => {
  const ajv = new Ajv2020({ strict: false });
  const { schema } = operation('post', '/graphql').responses.default.content['application/json'];
  const isKnown = ajv.compile({ components: document.components, ...schema });
  for (const json of [{ query: '{ nothing }' }, { query: 3 }, '{']) {
    const headers = { 'Content-Type': 'application/json' };
    const given = typeof json === 'string' ? { method: 'POST', headers, body: json } : { json };
    const { status, body } = await send(`${app.url}/graphql`, given);
    expect([status, isKnown(body), isKnown.errors]).toEqual([400, true, null]);
  }
});

it('an answer of another shape is found in every test of a path', () => {
  const find = (body: unknown) =>
    findUndocumented('POST', '/supply/find', { status: 200, type: 'application/json', body });
  expect(find({ data: [] })).toBeNull();
  expect(find({ data: [], more: 1 })).toContain('must NOT have additional properties');
  expect(find({})).toContain("must have required property 'data'");
});

it('the reference shows every path, and runs nothing', async () => {
  const { body, headers } = await send(`${app.url}/reference`);
  for (const path of Object.keys(document.paths as Members)) expect(body).toContain(path);
  expect(body).not.toContain('<script');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'",
  );
});
