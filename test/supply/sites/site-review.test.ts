import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, type Reply, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

let mongodbUri: string;
let app: TestApp;
let publisher: string;
let operator: string;
let publisherId: string;
let hosts = 0;

const ask = (query: string, variables: object, token: string): Promise<Reply> =>
  sendGraphql(app, token, query, variables);
const review = (name: string, id: string, token = operator) =>
  ask(`mutation ($id: ID!) { site: ${name}(id: $id) { id status } }`, { id }, token);
const change = (name: string, id: string) =>
  ask(
    name === 'updateSite'
      ? 'mutation ($id: ID!) { updateSite(id: $id, input: { status: active }) { status } }'
      : 'mutation ($id: ID!) { archiveSite(id: $id) { status } }',
    { id },
    publisher,
  );
const codeOf = ({ body }: Reply) => body.errors[0].extensions.code as string;

async function aSite(status = 'active'): Promise<{ id: string; host: string; status: string }> {
  const input = { url: `https://review${(hosts += 1)}.example`, name: 'Blog', status };
  const { body } = await ask(
    'mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { id host status } }',
    { input },
    publisher,
  );
  return body.data.site;
}

async function find(host: string): Promise<number> {
  const context = { iid: randomUUID(), url: `https://${host}/`, publisher: publisherId };
  const placements = [{ id: '1', width: 300, height: 250 }];
  const { status, body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
  expect(status).toBe(200);
  return body.data.length;
}

const run = (...args: readonly string[]) => runCommand(mongodbUri, args);

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri, env: { ADGATE_SITE_APPROVAL: '1' } });
  publisher = await logIn(app, 'publisher');
  operator = await logIn(app, 'operator');
  publisherId = (await app.ctx.accounts.findLogin('publisher@test.example'))!.account.id;
  await createActiveCampaign(app.ctx);
});

describe('where the operator approves sites', () => {
  it.each(['active', 'draft', 'inactive'])('a new site that shall be %s waits', async (status) => {
    const site = await aSite(status);
    expect(site.status).toBe('pending');
    for (const name of ['updateSite', 'archiveSite'])
      expect(codeOf(await change(name, site.id))).toBe('VALIDATION_FAILED');
    expect(await find(site.host)).toBe(0);
  });

  it('a site that a find has made waits, and shows ads once it is approved', async () => {
    const host = 'first-sight.example';
    expect(await find(host)).toBe(0);
    const site = await app.ctx.sites.findByHost(publisherId, host);
    expect(site?.status).toBe('pending');
    const { body } = await review('approveSite', site!.id.toUpperCase());
    expect(body.data.site).toEqual({ id: site!.id, status: 'active' });
    await eventually(async () => {
      expect(await find(host)).toBe(1);
    });
  });
});

describe('approveSite and rejectSite', () => {
  it('end what a site shows, whatever its publisher does, until it is approved', async () => {
    const { id, host } = await aSite();
    await review('approveSite', id);
    await eventually(async () => {
      expect(await find(host)).toBe(1);
    });
    expect((await review('rejectSite', id)).body.data.site.status).toBe('rejected');
    await eventually(async () => {
      expect(await find(host)).toBe(0);
    });
    expect(codeOf(await change('updateSite', id))).toBe('VALIDATION_FAILED');
    expect(codeOf(await change('archiveSite', id))).toBe('VALIDATION_FAILED');
    // The publisher's request had read the site before the operator came.
    expect(await app.ctx.sites.update({ id, publisherId }, { status: 'active' })).toBeNull();
    expect(await app.ctx.sites.archive({ id, publisherId }, new Date())).toBeNull();
    expect((await review('approveSite', id)).body.data.site.status).toBe('active');
    expect((await change('archiveSite', id)).body.data.archiveSite.status).toBe('archived');
  });

  it.each([
    ['a site that is active', 'approveSite', 'VALIDATION_FAILED'],
    ['an archived site', 'approveSite', 'NOT_FOUND'],
    ['an archived site', 'rejectSite', 'NOT_FOUND'],
  ])('refuse %s (%#)', async (what, name, code) => {
    const { id } = await aSite();
    await review('approveSite', id);
    if (what.includes('archived')) await change('archiveSite', id);
    expect(codeOf(await review(name, id))).toBe(code);
  });

  it.each(['approveSite', 'rejectSite'])('%s knows no other ids', async (name) => {
    for (const id of ['abc', '0'.repeat(32)])
      expect(codeOf(await review(name, id))).toBe('NOT_FOUND');
  });
});

describe('adgate site', () => {
  it('lists what waits, approves and rejects', async () => {
    const { id, host } = await aSite();
    const named = { name: 'Blog', medium: 'web', vendor: null };
    const site = { id, publisherId, host, ...named, claimedById: null };
    const before = (BigInt(`0x${id}`) - 1n).toString(16).padStart(32, '0');
    const { json } = await run('site', 'list', '--after', before);
    expect(json.sites[0]).toEqual({ ...site, status: 'pending' });
    expect(await run('site', 'approve', id)).toMatchObject({
      exitCode: 0,
      json: { ...site, status: 'active' },
    });
    expect(await run('site', 'reject', id)).toMatchObject({
      exitCode: 0,
      json: { ...site, status: 'rejected' },
    });
    const rejected = await run('site', 'list', '--status', 'rejected', '--after', before);
    expect(rejected.json.sites[0]).toEqual({ ...site, status: 'rejected' });
  });

  it.each([
    [['site', 'approve', 'abc'], 2, 'no id of a site'],
    [['site', 'approve', '0'.repeat(32)], 1, 'not found'],
    [['site', 'reject', '0'.repeat(32)], 1, 'not found'],
    [['site', 'list', '--status', 'fine'], 2, '--status'],
    [['site', 'list', '--after', 'abc'], 2, 'no id of a site'],
  ])('ends %j with %i', async (args, exitCode, line) => {
    const ended = await run(...args);
    expect([ended.exitCode, ended.lines[0]]).toEqual([exitCode, expect.stringContaining(line)]);
  });
});
