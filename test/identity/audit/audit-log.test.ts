import { beforeAll, describe, expect, it } from '@jest/globals';
import { unauditedMutations } from '../../../src/api/graphql/audit-mutations';
import { createSchema } from '../../../src/api/graphql/schema';
import { limitAuditLog } from '../../../src/identity/audit/audit-log.service';
import type { Account } from '../../../src/identity/accounts/account';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import type { AuditEntry } from '../../../src/identity/audit/audit-entry';
import { audited } from '../../../src/identity/audit/audited.service';
import { toChangedMembers } from '../../../src/identity/audit/changed-members';
import { createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
import { accessToken, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { insertAccount, openSession } from '../../support/access-world';
import { aCampaign, usd } from '../../support/campaigns';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';

const password = 'correct horse';
const entryBase = {
  ...({ actingForId: null, credential: 'browser', tokenId: null, clientId: null } as const),
  ...{ systemUser: null, network: null, objectKind: null, objectId: null },
  ...{ objectName: null, members: [] },
};

let app: TestApp;
let mongodbUri: string;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri, env: { ADGATE_MAX_AUDIT_ENTRIES: '100' } });
});

async function ask(query: string, token: string | null, variables: object = {}) {
  const { body } = await sendGraphql(app, token, query, variables);
  return body;
}

const anything = { accountId: null, operation: null, objectId: null, from: null, to: null };
const entriesOf = (accountId: string): Promise<readonly AuditEntry[]> =>
  app.ctx.auditEntries.list({ ...anything, accountId }, { after: null, limit: 1_000 });

let emails = 0;
async function person(): Promise<Account & { readonly email: string }> {
  const email = `audited-${(emails += 1)}@test.example`;
  return { ...(await createAccount(app.ctx, { email, password, roles: ['advertiser'] })), email };
}

describe('what is noted', () => {
  it('is every mutation but those of the ad path and of OAuth', () => {
    const schema = createSchema();
    const names = Object.keys(schema.getMutationType()!.getFields());
    expect([...unauditedMutations].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !unauditedMutations.has(name)).length).toBeGreaterThan(50);
  });

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
    const [entry] = await entriesOf(account.id);
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
    const [entry] = await entriesOf(account.id);
    expect(entry).toMatchObject({ objectId: campaign.id, objectName: 'Panel shoes' });
    expect(entry!.members).toEqual([{ name: 'hourlyBudget', value: '0.05', before: '1' }]);
    const stranger = await insertAccount(app, ['advertiser']);
    await update(await openSession(app, stranger));
    const [tried] = await entriesOf(stranger.id);
    expect(tried).toMatchObject({ outcome: 'failed', objectId: campaign.id, objectName: null });
    expect(tried!.members.map(({ before }) => before)).toEqual([null, null]);
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
    expect(await entriesOf(account.id)).toMatchObject([
      { objectKind: 'Placement', objectId: data.createPlacement.id, objectName: 'Top' },
    ]);
  });

  it.each([
    ['https://hooks.example/adgate', 'https://hooks.example/adgate'],
    ['https://hooks.example?key=hidden', 'https://hooks.example'],
    ['https://hooks.example/a#hidden?', 'https://hooks.example/a'],
    [`https://hooks.example/a?${'k'.repeat(300)}`, 'https://hooks.example/a'],
    [`https://hooks.example/${'a'.repeat(200)}`, null],
    ['https://somebody:hidden@hooks.example/', null],
    ['hidden, no URL', null],
  ])('is where a URL leads to, without what may be a secret: %s', (url, value) => {
    const members = toChangedMembers({ input: { url } }, { isClosed: () => false, former: null });
    expect(members).toEqual([{ name: 'url', value, before: null }]);
  });

  it('is where each pixel of a creative leads to, now and before', () => {
    const pixelsTo = (host: string) => [`https://${host}/a?key=hidden`, `https://${host}/b`];
    const members = toChangedMembers(
      { input: { impressionPixels: pixelsTo('new.example') } },
      { isClosed: () => false, former: { impressionPixels: pixelsTo('old.example') } },
    );
    const value = 'https://new.example/a, https://new.example/b';
    const before = value.replaceAll('new', 'old');
    expect(members).toEqual([{ name: 'impressionPixels', value, before }]);
  });

  it('is where a webhook leads to', async () => {
    const account = await insertAccount(app, ['advertiser']);
    await ask(
      'mutation { createWebhook(input: { url: "https://h.example/a?k=1", kinds: [view_accepted] }) { secret } }',
      await openSession(app, account),
    );
    const [entry] = await entriesOf(account.id);
    expect(entry!.members).toContainEqual({
      ...{ name: 'url', value: 'https://h.example/a', before: null },
    });
  });

  it('is a REST write, with the token and the client that it came by', async () => {
    const { id, email } = await person();
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
    const [entry] = await entriesOf(id);
    expect(entry).toMatchObject({
      ...{ operation: 'createCampaign', credential: 'accessToken', objectId: campaignId },
      ...{ tokenId: expect.any(String), clientId: expect.any(String), outcome: 'done' },
    });
  });

  it('is what was refused to somebody who is let in, with the code', async () => {
    const account = await insertAccount(app, ['advertiser']);
    const token = await openSession(app, account);
    await ask(`mutation { deleteCampaign(id: "${'0'.repeat(32)}") }`, token);
    expect(await entriesOf(account.id)).toMatchObject([
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
    expect(await entriesOf(account.id)).toEqual([]);
  });

  it('is every log-in and log-out, and the failed ones of those who exist', async () => {
    const { id, email } = await person();
    const logIn = (given: string, by = email) =>
      send(`${app.url}/auth/login`, { json: { email: by, password: given } });
    await logIn('wrong horse');
    const { body } = await logIn(password);
    await logIn('wrong horse', 'nobody-has-this@test.example');
    const headers = { Authorization: `Bearer ${body.apiToken}` };
    await send(`${app.url}/auth/logout`, { method: 'POST', headers });
    const entries = await entriesOf(id);
    expect(entries.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      'logOut done',
      'logIn done',
      'logIn failed',
    ]);
    expect(entries[1]).toMatchObject({ credential: 'none', network: '127.0.0.0', objectId: null });
    const all = await app.ctx.auditEntries.list(anything, { after: null, limit: 1_000 });
    expect(all.filter(({ accountId }) => accountId === null)).toMatchObject([
      { operation: 'logIn', outcome: 'failed', credential: 'none' },
    ]);
    expect(JSON.stringify(all)).not.toMatch(/horse|nobody-has-this/);
  });

  it('is the log-in page’s form, by the browser’s own fields', async () => {
    const { id, email } = await person();
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
    expect((await post(password)).status).toBe(200);
    expect((await entriesOf(id)).map(({ outcome }) => outcome)).toEqual(['done', 'failed']);
  });
});

describe('a change', () => {
  const change = {
    ...{ ...entryBase, accountId: 'a'.repeat(32), operation: 'updateSite' },
    ...{ objectKind: 'Site', objectId: 'b'.repeat(32) },
  };

  it('is not made when it cannot be noted', async () => {
    const auditEntries = {
      ...app.ctx.auditEntries,
      insert: () => Promise.reject(new Error('no room')),
    };
    let isMade = false;
    const made = audited({ ...app.ctx, auditEntries }, change, () => {
      isMade = true;
    });
    await expect(made).rejects.toThrow('no room');
    expect(isMade).toBe(false);
  });

  it('stands in the log while it is made: who is killed in the middle leaves it begun', async () => {
    let during: readonly AuditEntry[] = [];
    await audited(app.ctx, change, async () => {
      during = await entriesOf(change.accountId);
    });
    expect(during).toMatchObject([{ outcome: 'begun', operation: 'updateSite' }]);
    expect(await entriesOf(change.accountId)).toMatchObject([{ outcome: 'done' }]);
  });

  it('is made, and answered, when its entry cannot be completed', async () => {
    const auditEntries = {
      ...app.ctx.auditEntries,
      complete: () => Promise.reject(new Error('away')),
    };
    expect(await audited({ ...app.ctx, auditEntries }, change, () => 7)).toBe(7);
  });
});

describe('reading the log', () => {
  it('pages on, newest first, without a gap or a repeat, by a cursor of this filter alone', async () => {
    const account = await insertAccount(app, ['advertiser']);
    const token = await openSession(app, account);
    for (let count = 0; count < 5; count += 1)
      await ask(`mutation { deleteCampaign(id: "${`${count}`.repeat(32)}") }`, token);
    const page = (after: string | null) =>
      ask(
        'query ($after: String) { auditLog(first: 2, after: $after) { nodes { objectId } pageInfo { hasNextPage endCursor } } }',
        token,
        { after },
      );
    const seen: string[] = [];
    let after: string | null = null;
    let hasNextPage = true;
    while (hasNextPage) {
      const { data }: { data: any } = await page(after); // oxlint-disable-line typescript/no-explicit-any -- an answer
      seen.push(...data.auditLog.nodes.map(({ objectId }: { objectId: string }) => objectId[0]));
      ({ endCursor: after, hasNextPage } = data.auditLog.pageInfo);
    }
    expect(seen).toEqual(['4', '3', '2', '1', '0']);
    const foreign = await ask(
      'query ($after: String) { auditLog(operation: "logIn", after: $after) { nodes { id } } }',
      token,
      { after },
    );
    expect(foreign.errors[0].extensions.code).toBe('VALIDATION_FAILED');
  });

  it('shows operators everybody’s, by account, operation, object and time', async () => {
    const operator = await insertAccount(app, ['operator']);
    const account = await insertAccount(app, ['advertiser']);
    const id = 'c'.repeat(32);
    await ask(`mutation { deleteCampaign(id: "${id}") }`, await openSession(app, account));
    const token = await openSession(app, operator);
    const found = async (args: string) => {
      const { data } = await ask(
        `{ allAuditEntries(${args}) { nodes { accountId operation } } }`,
        token,
      );
      return data.allAuditEntries.nodes as unknown[];
    };
    const its = [{ accountId: account.id, operation: 'deleteCampaign' }];
    expect(await found(`accountId: "${account.id}"`)).toEqual(its);
    expect(await found(`objectId: "${id}", operation: "deleteCampaign"`)).toEqual(its);
    expect(await found(`objectId: "${id}", from: "2000-01-01T00:00:00Z"`)).toEqual(its);
    expect(await found(`objectId: "${id}", to: "2000-01-01T00:00:00Z"`)).toEqual([]);
  });
});

describe('what readers are told', () => {
  const nodes = '{ nodes { actorEmail actingForEmail objectName isReadersNetwork } }';

  it('is everybody’s email for operators, and no other’s for others', async () => {
    const [operator, owner] = [await insertAccount(app, ['operator']), await person()];
    const token = await openSession(app, operator);
    await ask(`mutation { setRoles(id: "${owner.id}", roles: [publisher]) { id } }`, token);
    const { data: all } = await ask(`{ allAuditEntries(objectId: "${owner.id}") ${nodes} }`, token);
    expect(all.allAuditEntries.nodes).toEqual([
      {
        ...{ actorEmail: operator.email, actingForEmail: null, objectName: owner.email },
        isReadersNetwork: true,
      },
    ]);
    await audited(
      app.ctx,
      { ...entryBase, accountId: operator.id, actingForId: owner.id, operation: 'updateSite' },
      () => null,
    );
    const { data: own } = await ask(`{ auditLog ${nodes} }`, await openSession(app, owner));
    expect(own.auditLog.nodes).toEqual([
      {
        ...{ actorEmail: null, actingForEmail: owner.email, objectName: null },
        isReadersNetwork: false,
      },
    ]);
  });

  it('is nothing of a person who is erased', async () => {
    const owner = await person();
    await audited(
      app.ctx,
      {
        ...{ ...entryBase, accountId: owner.id, operation: 'updateSite', objectName: 'Their site' },
        members: [{ name: 'name', value: 'Their site', before: 'Their blog' }],
      },
      () => null,
    );
    await app.ctx.auditEntries.erasePerson(owner.id, owner.email);
    expect(await entriesOf(owner.id)).toMatchObject([
      { objectName: null, members: [{ name: 'name', value: 'erased', before: null }] },
    ]);
  });
});

describe('adgate', () => {
  it('notes commands that change something, and lists them', async () => {
    const { id, email } = await person();
    const run = (...args: readonly string[]) => runCommand(mongodbUri, args);
    await run('user', 'suspend', id, '--reason', 'asked for it');
    await run('user', 'show', email);
    const { json } = await run('audit', 'list', '--object', id);
    expect(json.entries).toMatchObject([
      {
        ...{ operation: 'user suspend', credential: 'command', accountId: null, outcome: 'done' },
        ...{ objectKind: 'Account', objectId: id, systemUser: expect.any(String) },
        members: [
          { name: 'reason', value: 'asked for it', before: null },
          { name: 'email', value: id, before: null },
        ],
      },
    ]);
  });
});

describe('the bound', () => {
  it('keeps the newest of each account, and leaves the others alone', async () => {
    const [loud, quiet] = [await insertAccount(app, []), await insertAccount(app, [])];
    const note = (accountId: string) =>
      audited(app.ctx, { ...entryBase, accountId, operation: 'updateSite' }, () => null);
    await note(quiet.id);
    for (let count = 0; count < 105; count += 1) await note(loud.id);
    await limitAuditLog(app.ctx, new AbortController().signal);
    expect((await entriesOf(loud.id)).length).toBeLessThanOrEqual(100);
    expect(await entriesOf(quiet.id)).toHaveLength(1);
  });
});
