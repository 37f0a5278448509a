import { beforeAll, describe, expect, it } from '@jest/globals';
import { unauditedMutations } from '../../../src/api/graphql/audit-mutations';
import { createSchema } from '../../../src/api/graphql/schema';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
import { insertAccount, openSession } from '../../support/access-world';
import { accessToken, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { auditedPassword, createPerson, entriesOf } from '../../support/audit';
import { aCampaign, usd } from '../../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

async function ask(query: string, token: string | null, variables: object = {}) {
  const { body } = await sendGraphql(app, token, query, variables);
  return body;
}

describe('a mutation that is noted', () => {
  it('is every mutation but those of the ad path and of OAuth', () => {
    const schema = createSchema();
    const names = Object.keys(schema.getMutationType()!.getFields());
    expect([...unauditedMutations].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !unauditedMutations.has(name)).length).toBeGreaterThan(50);
  });

  it('is what was refused to somebody who is let in, with the code', async () => {
    const account = await insertAccount(app, ['advertiser']);
    const token = await openSession(app, account);
    await ask(`mutation { deleteCampaign(id: "${'0'.repeat(32)}") }`, token);
    expect(await entriesOf(app, account.id)).toMatchObject([
      {
        operation: 'deleteCampaign',
        objectId: '0'.repeat(32),
        outcome: 'failed',
        errorCode: 'NOT_FOUND',
      },
    ]);
  });

  it('is not what nobody may who asks', async () => {
    const account = await insertAccount(app, ['advertiser']);
    const token = await openSession(app, account);
    await ask('mutation { runJob(name: "fold-statistics") { name } }', token);
    await ask('mutation { logOut }', null);
    expect(await entriesOf(app, account.id)).toEqual([]);
  });
});

describe('an entry', () => {
  it('is a mutation by GraphQL: who, what, from where, what it named and what came of it', async () => {
    const account = await insertAccount(app, ['advertiser']);
    const token = await openSession(app, account);
    const { data } = await ask(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { id } }',
      token,
      {
        input: {
          ...{ name: 'Spring', landingUrl: 'https://a.example/?key=hidden', status: 'draft' },
          ...{ hourlyBudget: '5', medium: 'web', startsAt: new Date().toISOString() },
        },
      },
    );
    const [entry] = await entriesOf(app, account.id);
    expect(entry).toMatchObject({
      accountId: account.id,
      actingForId: null,
      credential: 'apiToken',
      network: '127.0.0.0',
      operation: 'createCampaign',
      objectKind: 'Campaign',
      objectId: data.createCampaign.id,
      objectName: 'Spring',
      outcome: 'done',
    });
    const values = new Map(entry!.members.map(({ name, value }) => [name, value]));
    expect(values.get('name')).toBe('Spring');
    expect(values.get('landingUrl')).toBeNull();
  });

  it('is what was changed, not where it is', async () => {
    const account = await insertAccount(app, ['publisher']);
    const token = await openSession(app, account);
    const site = await createOwnedSite(app.ctx, {
      ...{ publisherId: account.id, host: 'audited.example', name: 'Audited' },
    });
    const { data } = await ask(
      `mutation { createPlacement(siteId: "${site.id}", input: { name: "Top", size: "300x250" }) { id } }`,
      token,
    );
    expect(await entriesOf(app, account.id)).toMatchObject([
      { objectKind: 'Placement', objectId: data.createPlacement.id, objectName: 'Top' },
    ]);
  });
});

describe('the members of an entry', () => {
  it('is the name of what was changed, and of each member with another value the one before', async () => {
    const account = await insertAccount(app, ['advertiser']);
    const token = await openSession(app, account);
    const campaign = await createCampaign(
      app.ctx,
      aCampaign({ advertiserId: account.id, name: 'Panel shoes', hourlyBudget: usd('1') }),
    );
    const update = (by: string) =>
      ask(
        `mutation { updateCampaign(id: "${campaign.id}", input: { name: "Panel shoes", hourlyBudget: "0.05" }) { id } }`,
        by,
      );
    await update(token);
    const [entry] = await entriesOf(app, account.id);
    expect(entry).toMatchObject({ objectId: campaign.id, objectName: 'Panel shoes' });
    expect(entry!.members).toEqual([{ name: 'hourlyBudget', value: '0.05', before: '1' }]);
    const stranger = await insertAccount(app, ['advertiser']);
    await update(await openSession(app, stranger));
    const [tried] = await entriesOf(app, stranger.id);
    expect(tried).toMatchObject({ outcome: 'failed', objectId: campaign.id, objectName: null });
    expect(tried!.members.map(({ before }) => before)).toEqual([null, null]);
  });

  it('is where a webhook leads to', async () => {
    const account = await insertAccount(app, ['advertiser']);
    await ask(
      'mutation { createWebhook(input: { url: "https://h.example/a?k=1", kinds: [view_accepted] }) { secret } }',
      await openSession(app, account),
    );
    const [entry] = await entriesOf(app, account.id);
    expect(entry!.members).toContainEqual({
      ...{ name: 'url', value: 'https://h.example/a', before: null },
    });
  });
});

describe('an entry of REST or of log-ins', () => {
  it('is a REST write, with the token and the client that it came by', async () => {
    const { id, email } = await createPerson(app);
    const token = await accessToken(app, { scopes: ['campaign.write', 'campaign.read'], email });
    const { body } = await send(`${app.url}/api/v2/campaigns`, {
      json: {
        status: 'draft',
        name: 'By REST',
        targetUrl: 'https://example.com/',
        budget: 1,
        medium: 'web',
        dateStart: new Date().toISOString(),
      },
      headers: { Authorization: `Bearer ${token}` },
    });
    const campaignId = (body.data.id as string).replaceAll('-', '');
    const [entry] = await entriesOf(app, id);
    expect(entry).toMatchObject({
      ...{ operation: 'createCampaign', credential: 'accessToken', objectId: campaignId },
      ...{ tokenId: expect.any(String), clientId: expect.any(String), outcome: 'done' },
    });
  });

  it('is every log-in and log-out, and the failed ones of those who exist', async () => {
    const { id, email } = await createPerson(app);
    const logIn = (given: string, by = email) =>
      send(`${app.url}/auth/login`, { json: { email: by, password: given } });
    await logIn('wrong horse');
    const { body } = await logIn(auditedPassword);
    await logIn('wrong horse', 'nobody-has-this@test.example');
    const headers = { Authorization: `Bearer ${body.apiToken}` };
    await send(`${app.url}/auth/logout`, { method: 'POST', headers });
    const entries = await entriesOf(app, id);
    expect(entries.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      'logOut done',
      'logIn done',
      'logIn failed',
    ]);
    expect(entries[1]).toMatchObject({ credential: 'none', network: '127.0.0.0', objectId: null });
    const all = await entriesOf(app, null);
    expect(all.filter(({ accountId }) => accountId === null)).toMatchObject([
      { operation: 'logIn', outcome: 'failed', credential: 'none' },
    ]);
    expect(JSON.stringify(all)).not.toMatch(/horse|nobody-has-this/);
  });
});

describe('an entry of the log-in page', () => {
  it('is the log-in page’s form, by the browser’s own fields', async () => {
    const { id, email } = await createPerson(app);
    const page = await send(`${app.url}/auth/log-in`);
    const token = /name="form_token" value="([^"]+)"/.exec(page.body)![1]!;
    const Cookie = page.headers.getSetCookie()[0]!.split(';')[0]!;
    const post = (given: string) =>
      send(`${app.url}/auth/log-in`, {
        method: 'POST',
        headers: { Cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form_token: token, email, password: given }).toString(),
      });
    await post('wrong horse');
    expect((await post(auditedPassword)).status).toBe(200);
    expect((await entriesOf(app, id)).map(({ outcome }) => outcome)).toEqual(['done', 'failed']);
  });
});
