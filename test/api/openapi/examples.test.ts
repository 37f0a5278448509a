import { Ajv2020 } from 'ajv/dist/2020';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../src/api/rest/index';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { send, startApp, type TestApp } from '../../support/app';

type Members = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the document is JSON

const examples = routes.filter(({ example }) => example !== undefined);
const exampleOf = (path: string) => examples.find((route) => route.path === path)!.example;

let app: TestApp;
let document: Members;
let tokens: Readonly<Record<string, string>>;
let campaignId: string;
beforeAll(async () => {
  app = await startApp();
  ({ body: document } = await send(`${app.url}/openapi.json`));
  const logIn = exampleOf('/auth/login') as { readonly email: string; readonly password: string };
  await createAccount(app.ctx, { ...logIn, roles: ['advertiser'] });
  const post = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return (await send(app.url + path, { headers, json: exampleOf(path) })).body as Members;
  };
  const { apiToken } = await post('/auth/login');
  const { accessToken } = await post('/auth/personal-access-tokens', apiToken);
  tokens = { apiToken, accessToken };
  campaignId = (await post('/api/v2/campaigns', accessToken)).data.id;
});

it('are there for what integrators begin with', () => {
  expect(examples.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/supply/find', '/auth/login', '/api/v2/campaigns']),
  );
});

describe.each(examples)('the example of $method $path', ({ method, path, example }) => {
  const named = path.replaceAll(/:(\w+)/g, '{$1}');
  const contentOf = (): Members =>
    document.paths[named][method].requestBody.content['application/json'];

  it('is in the document, and of the form that the document gives requests', () => {
    expect(contentOf().example).toEqual(example);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      contentOf().schema,
    );
    validate(example);
    expect(validate.errors).toBeNull();
  });

  it('does as it stands', async () => {
    const [needed] = document.paths[named][method].security as Members[];
    const token = tokens[Object.keys(needed ?? {})[0] ?? ''];
    const { status } = await send(app.url + path.replace(':id', campaignId), {
      method: method.toUpperCase(),
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(example),
    });
    expect([200, 201]).toContain(status);
  });

  it('is on the page for people, with what asks for it', async () => {
    const { body } = await send(`${app.url}/reference`);
    const lines = JSON.stringify(example, null, 2).replaceAll('"', '&#34;');
    expect(body).toContain(`${app.url}${named}`);
    expect(body).toContain(lines);
  });
});
