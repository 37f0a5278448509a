import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/errors';
import { unclaimedPublisherId } from '../../../src/identity/accounts/account';
import { createAccount } from '../../../src/identity/accounts/account.service';
import type { Egress } from '../../../src/platform/egress/egress';
import type { FetchedText } from '../../../src/platform/egress/read-answer';
import { claimSiteByAdsTxt } from '../../../src/supply/site-claims/ads-txt-claim.service';
import { claimSite } from '../../../src/supply/site-claims/site-claim.service';
import { formatAdsTxtLine } from '../../../src/supply/sites/ads-txt';
import { createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
import { logIn, type Reply, sendGraphql, startApp, type TestApp } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';

let mongodbUri: string;
let app: TestApp;
let operator: string;
let hosts = 0;
let host: string;
let ada: string;
/** URLs that were called. */
let called: string[] = [];
/** The answer of servers. */
let answer: (url: string) => FetchedText | Promise<FetchedText>;
let now: Date;

const text = (lines: string): FetchedText => ({ text: lines, problem: null, location: null });
const redirect = (location: string): FetchedText => ({
  text: null,
  problem: 'it redirects, which is not followed',
  location,
});

async function addPublisher(): Promise<string> {
  const email = `p${(hosts += 1)}@ads-txt.example`;
  const params = { email, password: 'correct horse', roles: ['publisher'] } as const;
  return (await createAccount(app.ctx, params)).id;
}

async function siteOf(publisherId: string, of = host): Promise<string> {
  return (await createOwnedSite(app.ctx, { name: 'News', host: of, publisherId })).id;
}

const lineOf = (accountId: string) =>
  formatAdsTxtLine(new URL(app.ctx.publicUrl).hostname, accountId);
const lines = (...ids: readonly string[]) => text(ids.map(lineOf).join('\n'));
const claim = (publisherId: string, id: string) =>
  claimSiteByAdsTxt({ ...app.ctx, now: () => now }, { publisherId, id });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const claimedBy = async (of = host) =>
  (await app.ctx.sites.findByHost(unclaimedPublisherId, of))?.claimedById ?? null;

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri, env: { ADGATE_ADS_TXT_CLAIMS: '1' } });
  const getText: Egress['getText'] = async (url) => {
    called.push(url);
    return answer(url);
  };
  Object.assign(app.ctx.egress, { getText });
  operator = await logIn(app, 'operator');
});
afterAll(() => app.close());
beforeEach(async () => {
  host = `paper${(hosts += 1)}.example`;
  ada = await addPublisher();
  called = [];
  now = new Date('2026-03-01T12:00:00Z');
  answer = () => lines(ada);
});

describe('a host', () => {
  it('is claimed by a line in its ads.txt', async () => {
    expect(await claim(ada, await siteOf(ada))).toMatchObject({ host, publisherId: ada });
    expect([called, await claimedBy()]).toEqual([[`https://${host}/ads.txt`], ada]);
  });

  it('is not claimed without the line, by nobody else’s line, and not as a reseller', async () => {
    const id = await siteOf(ada);
    const eve = await addPublisher();
    for (const file of [
      text(''),
      lines(eve),
      text(lineOf(ada).replace('DIRECT', 'RESELLER')),
      text(lineOf(ada).replace(/^[^,]*/, 'elsewhere.example')),
      text(`# ${lineOf(ada)}`),
    ]) {
      answer = () => file;
      expect(await codeOf(claim(ada, id))).toBe('VALIDATION_FAILED');
      now = new Date(now.getTime() + 300_000);
    }
    expect([called.length, await claimedBy()]).toEqual([5, null]);
  });

  it('is not claimed where its server does not answer with a text', async () => {
    answer = () => ({ text: null, problem: 'it answered 404', location: null });
    await expect(claim(ada, await siteOf(ada))).rejects.toThrow('it answered 404');
    expect(await claimedBy()).toBeNull();
  });

  it.each([
    ['www.', true],
    ['', true],
    ['other.', false],
    ['www.www.', false],
  ])('is looked at behind a redirect to itself with %j before it: %s', async (prefix, isTaken) => {
    const target = `https://${prefix}${host}/files/ads.txt`;
    answer = (url) => (url === target ? lines(ada) : redirect(target));
    expect(await codeOf(claim(ada, await siteOf(ada)))).toBe(isTaken ? null : 'VALIDATION_FAILED');
    expect(called.slice(1)).toEqual(isTaken ? [target] : []);
  });

  it.each([
    (at: string) => `http://${at}/ads.txt`,
    (at: string) => `https://${at}:8443/ads.txt`,
    (at: string) => `https://user:password@${at}/ads.txt`,
    () => 'https://169.254.169.254/latest',
    () => 'https://elsewhere.example/ads.txt',
    () => '//elsewhere.example/ads.txt',
    () => 'https://[nonsense',
  ])('follows no redirect by %s', async (targetOf) => {
    answer = () => redirect(targetOf(host));
    expect(await codeOf(claim(ada, await siteOf(ada)))).toBe('VALIDATION_FAILED');
    expect(called).toHaveLength(1);
  });

  it('is left after two redirects', async () => {
    answer = (url) => redirect(`${url}/`);
    expect(await codeOf(claim(ada, await siteOf(ada)))).toBe('VALIDATION_FAILED');
    expect(called).toHaveLength(3);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254'])(
    'that is %s is not called',
    async (own) => {
      expect(await codeOf(claim(ada, await siteOf(ada, own)))).toBe('VALIDATION_FAILED');
      expect(called).toEqual([]);
    },
  );

  it('is called once in 5 minutes, and what was seen is good for all who ask', async () => {
    const eve = await addPublisher();
    const [own, another] = [await siteOf(ada), await siteOf(eve)];
    answer = () => lines(eve);
    expect(await codeOf(claim(ada, own))).toBe('VALIDATION_FAILED');
    // The line has come meanwhile.
    answer = () => lines(ada, eve);
    now = new Date(now.getTime() + 299_999);
    expect(await codeOf(claim(ada, own))).toBe('VALIDATION_FAILED');
    expect(called).toHaveLength(1);
    expect(await codeOf(claim(eve, another))).toBeNull();
    expect([called.length, await claimedBy()]).toEqual([1, eve]);
    // Eve has it now: no look can give it to Ada.
    now = new Date(now.getTime() + 1);
    expect(await codeOf(claim(ada, own))).toBe('CONFLICT');
    expect(called).toHaveLength(1);
  });

  it('is called by one of those who ask at once', async () => {
    const eve = await addPublisher();
    const [own, another] = [await siteOf(ada), await siteOf(eve)];
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    const { promise: answered, resolve: goOn } = Promise.withResolvers<undefined>();
    answer = async () => {
      begin(undefined);
      await answered;
      return lines(ada);
    };
    const first = claim(ada, own);
    await begun;
    expect(await codeOf(claim(eve, another))).toBe('TOO_MANY_REQUESTS');
    goOn(undefined);
    await first;
    expect([called.length, await claimedBy()]).toEqual([1, ada]);
  });

  it('that another account has is not called', async () => {
    await claimSite(app.ctx, { host, accountId: await addPublisher() });
    expect(await codeOf(claim(ada, await siteOf(ada)))).toBe('CONFLICT');
    expect(called).toEqual([]);
  });
});

describe('an account', () => {
  it('may ask 20 times an hour', async () => {
    answer = () => text('');
    const codes: unknown[] = [];
    for (let at = 0; at < 21; at += 1)
      codes.push(await codeOf(claim(ada, await siteOf(ada, `a${at}.${host}`))));
    expect(codes.slice(19)).toEqual(['VALIDATION_FAILED', 'TOO_MANY_REQUESTS']);
    expect(called).toHaveLength(20);
  });

  it('that is suspended gets nothing', async () => {
    const id = await siteOf(ada);
    await app.ctx.accounts.update(ada, { suspendedReason: 'fraud' });
    expect(await codeOf(claim(ada, id))).toBe('CONFLICT');
    expect(await claimedBy()).toBeNull();
  });
});

describe('the API', () => {
  const ask = (query: string, variables: object, token: string): Promise<Reply> =>
    sendGraphql(app, token, query, variables);

  it('claims, and says whose the host is', async () => {
    const token = await logIn(app, 'publisher');
    const create = `mutation ($url: String!) {
      createSite(input: { url: $url, name: "A" }) { id publisherId: adsTxtLine canClaimHost isHostClaimed claimedById }
    }`;
    const { body } = await ask(create, { url: `https://${host}` }, token);
    const { id, publisherId: line } = body.data.createSite;
    expect(body.data.createSite).toMatchObject({ canClaimHost: true, isHostClaimed: false });
    answer = () => text(line);
    const claimed = await ask(
      'mutation ($id: ID!) { claimSiteByAdsTxt(siteId: $id) { id canClaimHost isHostClaimed claimedById } }',
      { id },
      token,
    );
    expect(claimed.body.data.claimSiteByAdsTxt).toEqual({
      id,
      canClaimHost: false,
      isHostClaimed: true,
      claimedById: null,
    });
    const all = await ask(
      `{ allSites(first: 1000, publisherId: "${unclaimedPublisherId}") { host claimedById canClaimHost } }`,
      {},
      operator,
    );
    const own = (await app.ctx.sites.findById(id))!.publisherId;
    const nobodys = all.body.data.allSites.find((site: { host: string }) => site.host === host);
    expect(nobodys).toEqual({ host, claimedById: own, canClaimHost: false });
  });

  it('looks at nothing where the settings do not say so', async () => {
    const closed = { ...app.ctx, config: { ...app.ctx.config, looksAtAdsTxt: false } };
    const id = await siteOf(ada);
    expect(await codeOf(claimSiteByAdsTxt(closed, { publisherId: ada, id }))).toBe('FORBIDDEN');
    expect(called).toEqual([]);
  });
});

it('adgate site claim --ads-txt gives a host only by its file', async () => {
  const { exitCode, lines: said } = await runCommand(mongodbUri, [
    'site',
    'claim',
    '127.0.0.1',
    ada,
    '--ads-txt',
  ]);
  expect(exitCode).toBe(1);
  expect(said.join()).toContain('must lead to a public address');
  expect(await claimedBy('127.0.0.1')).toBeNull();
});
