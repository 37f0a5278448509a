import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unclaimedPublisherId } from '../../../src/identity/accounts/account';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { claimSite } from '../../../src/supply/site-claims/site-claim.service';
import { logIn, type Reply, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

interface Found {
  readonly placementId: string;
  readonly publisherId: string;
}

let mongodbUri: string;
let app: TestApp;
/** A second gateway of the same database. */
let other: TestApp;
let operator: string;
let publisher: string;
let ada: string;
let hosts = 0;
let host: string;
const patienceMs = 30_000;

const run = (...args: readonly string[]) => runCommand(mongodbUri, args);
const ask = (query: string, variables: object, token: string): Promise<Reply> =>
  sendGraphql(app, token, query, variables);
const codeOf = ({ body }: Reply) => body.errors[0].extensions.code as string;

/**
 * Finds the ad that is shown on the host.
 *
 * @param imp by default a box that names its size alone, and the find no publisher
 */
async function find(
  imp: object = { width: 300, height: 250 },
  { publisher: named, by = app }: { readonly publisher?: string; readonly by?: TestApp } = {},
): Promise<Found | undefined> {
  const context = { iid: randomUUID(), url: `https://${host}/`, publisher: named };
  const json = { context, placements: [{ id: '1', ...imp }] };
  const { status, body } = await send(`${by.url}/supply/find`, { json });
  expect(status).toBe(200);
  return body.data[0];
}

async function findFor(publisherId: string): Promise<void> {
  await eventually(async () => {
    for (const by of [app, other])
      expect(await find(undefined, { by })).toMatchObject({ publisherId });
  }, patienceMs);
}

async function addPublisher(name: string): Promise<string> {
  const email = `${name}@site-claims.example`;
  const params = { email, password: 'correct horse', roles: ['publisher'] } as const;
  return (await createAccount(app.ctx, params)).id;
}

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  other = await startApp({ mongodbUri });
  operator = await logIn(app, 'operator');
  publisher = await logIn(app, 'publisher');
  await createActiveCampaign(app.ctx, { sizes: ['300x250'] });
  ada = await addPublisher('ada');
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(() => {
  host = `claimed${(hosts += 1)}.example`;
});

describe('adgate site claim', () => {
  it('gives finds by size alone to an account from then on, with the placements that they have made', async () => {
    const before = (await find())!;
    expect(before.publisherId).toBe(unclaimedPublisherId);
    const { exitCode, json } = await run(
      'site',
      'claim',
      `https://www.${host}/`,
      'ada@site-claims.example',
    );
    expect([exitCode, json]).toMatchObject([0, { host, publisherId: ada, status: 'active' }]);
    await findFor(ada);
    expect((await find())!.placementId).toBe(before.placementId);
    await eventually(async () => {
      expect(await find({ placementId: before.placementId })).toMatchObject({ publisherId: ada });
    }, patienceMs);
    const sites = await app.ctx.sites.listAll({}, { first: 100, afterId: null });
    expect(sites.filter((site) => site.host === host).map((site) => site.claimedById)).toEqual(
      expect.arrayContaining([ada, null]),
    );
  });

  it('is good for a host that no find has named, and goes to the site that the account has', async () => {
    const own = (await find(undefined, { publisher: ada }))!;
    await run('site', 'claim', host, ada);
    await findFor(ada);
    expect((await find())!.placementId).toBe(own.placementId);
  });

  it('joins placements of one size and name, and may be done again', async () => {
    const [unclaimed, own] = [(await find())!, (await find(undefined, { publisher: ada }))!];
    for (let time = 0; time < 2; time += 1)
      expect((await run('site', 'claim', host, ada)).exitCode).toBe(0);
    await findFor(ada);
    expect((await find())!.placementId).toBe(own.placementId);
    await eventually(async () => {
      const { placementId } = unclaimed;
      expect(await find({ placementId })).toMatchObject({ placementId, publisherId: ada });
    }, patienceMs);
  });

  it('is all or nothing when it is killed', async () => {
    const { placementId } = (await find())!;
    const moveToSite = () => Promise.reject(new Error('killed'));
    const dying = { ...app.ctx, placements: { ...app.ctx.placements, moveToSite } };
    await expect(claimSite(dying, { host, accountId: ada })).rejects.toThrow('killed');
    const unclaimed = await app.ctx.sites.findByHost(unclaimedPublisherId, host);
    expect(unclaimed).toMatchObject({ claimedById: null });
    await claimSite(app.ctx, { host, accountId: ada });
    await findFor(ada);
    await eventually(async () => {
      expect(await find({ placementId })).toMatchObject({ publisherId: ada });
    }, patienceMs);
  });

  it('is taken back by adgate site release', async () => {
    await find();
    await run('site', 'claim', host, ada);
    await findFor(ada);
    expect((await run('site', 'release', host)).json).toMatchObject({ claimedById: null });
    await findFor(unclaimedPublisherId);
    expect((await run('site', 'release', host)).exitCode).toBe(1);
  });

  it('leaves finds alone that name a publisher, and shows nothing for one who is suspended', async () => {
    const bob = await addPublisher(`bob${hosts}`);
    await run('site', 'claim', host, bob);
    await findFor(bob);
    expect(await find(undefined, { publisher: ada })).toMatchObject({ publisherId: ada });
    await app.ctx.accounts.update(bob, { suspendedReason: 'fraud' });
    await eventually(async () => {
      expect(await find()).toBeUndefined();
    }, patienceMs);
  });
});

describe('a host', () => {
  const claim = (accountId: string, token = operator, of = host) =>
    ask(
      'mutation ($host: String!, $accountId: ID!) { claimSite(host: $host, accountId: $accountId) { id host } }',
      { host: of, accountId },
      token,
    );

  it('is not given to a second account, also of two that are given it at once', async () => {
    const eve = await addPublisher(`eve${hosts}`);
    const replies = await Promise.all([ada, eve].map((id) => claim(id)));
    expect(replies.filter(({ body }) => body.errors).map(codeOf)).toEqual(['CONFLICT']);
    const winner = replies[0]!.body.errors ? eve : ada;
    const loser = winner === ada ? eve : ada;
    expect(codeOf(await claim(loser))).toBe('CONFLICT');
    await findFor(winner);
  });

  it('is given by an operator only', async () => {
    expect(codeOf(await claim(ada, publisher))).toBe('FORBIDDEN');
    const release = 'mutation ($host: String!) { releaseSite(host: $host) { id } }';
    expect(codeOf(await ask(release, { host }, publisher))).toBe('FORBIDDEN');
    expect(codeOf(await ask(release, { host }, operator))).toBe('NOT_FOUND');
  });

  it.each([
    ['nobody', () => 'f'.repeat(32), 'NOT_FOUND'],
    ['the operator', () => unclaimedPublisherId, 'NOT_FOUND'],
  ])('is not given to %s', async (_case, idOf, code) => {
    expect(codeOf(await claim(idOf()))).toBe(code);
  });

  it.each([
    ['is suspended', { suspendedReason: 'fraud' }],
    ['is no publisher', { roles: ['advertiser'] as const }],
  ])('is not given to an account that %s', async (_case, change) => {
    const mallory = await addPublisher(`mallory${hosts}`);
    await app.ctx.accounts.update(mallory, change);
    expect(codeOf(await claim(mallory))).toBe('CONFLICT');
    expect(await find()).toMatchObject({ publisherId: unclaimedPublisherId });
  });

  it('is not shown by a claim where the operator has refused it, or its publisher has ended it', async () => {
    await find(undefined, { publisher: ada });
    const site = (await app.ctx.sites.findByHost(ada, host))!;
    await app.ctx.sites.reject(site);
    expect(codeOf(await claim(ada))).toBe('CONFLICT');
    await app.ctx.sites.approve(site);
    await app.ctx.sites.archive(site, new Date());
    expect(codeOf(await claim(ada))).toBe('CONFLICT');
    await find();
    const eve = await addPublisher(`eva${hosts}`);
    await app.ctx.sites.reject((await app.ctx.sites.findByHost(unclaimedPublisherId, host))!);
    expect(codeOf(await claim(eve))).toBe('CONFLICT');
  });

  it.each(['', ' ', 'https://', 'javascript:alert(1)', '/etc/passwd', 'a b'])(
    'is none that is spelled %j',
    async (text) => {
      expect(codeOf(await claim(ada, operator, text))).toBe('VALIDATION_FAILED');
    },
  );
});
