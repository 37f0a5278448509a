import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { createPersonalAccessToken } from '../../../src/identity/oauth/tokens/personal-token.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { anId } from '../../support/events';
import { runCommand } from '../../support/command-line';
import { startVerifier } from '../../support/verification';
import { aSite, type Market, minutesAfter, noon, usd, type Verifier } from '../../support/verifier';
import { temporaryFolder } from '../support';
import { aNewConversion } from '../../support/conversions';
import { aPlacement } from '../../support/placements';

let one: Verifier;
const factorSecret = 'ADASPHONEHASTHISSECRET';
let market: Market;
let email: string;
const run = (...args: readonly string[]) => runCommand(one.uri, args);
const erase = (...more: readonly string[]) => run('user', 'erase', ...more);

beforeAll(async () => {
  one = await startVerifier();
  market = await one.addMarket();
  email = `${market.advertiserId}@test.example`;
  await createPersonalAccessToken(one.ctx, {
    ...{ accountId: market.advertiserId, name: 'Ada’s report', scopes: ['campaign.read'] },
  });
  // The one that she had at first.
  const former = `ada-${email}`;
  await run('user', 'email', email, former);
  await run('user', 'role', former, '--roles', 'advertiser');
  await run('user', 'email', former.toUpperCase(), email);
  await run('client', 'create', 'Ada’s app', '--owner', email, '--scopes', 'campaign.read');
  const { campaignId } = market;
  const about = { id: anId(), campaignId, advertiserId: market.advertiserId };
  await one.ctx.conversions.insert(
    aNewConversion({ ...about, name: 'Ada’s sale', value: usd(1), isRepeatable: true }),
  );
  await one.ctx.accounts.beginSecondFactor(market.advertiserId, {
    ...{ secret: factorSecret, begunAt: noon },
  });
  await one.ctx.accounts.confirmSecondFactor(market.advertiserId, {
    ...{ secret: factorSecret, lastCounter: 1, recoveryHashes: ['of a code'], confirmedAt: noon },
  });
  one.clock.now = noon;
  await one.store(market, {});
});

it('writes all that is kept of an account, without secrets, for its owner alone', async () => {
  const file = join(temporaryFolder(), 'ada.jsonl');
  const { exitCode, json } = await run('user', 'export', email, '--to', file);
  expect([exitCode, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(json.documents);
  const documents = lines.map((line) => JSON.parse(line));
  expect(documents[0]).toMatchObject({ collection: 'accounts', document: { email } });
  expect(json.collections).toMatchObject({
    campaigns: 1,
    creatives: 1,
    clients: 1,
    personalTokens: 1,
  });
  expect(documents.map(({ document }) => Object.keys(document)).flat()).not.toContain('secret');
  expect(readFileSync(file, 'utf8')).not.toMatch(/hash":"\$argon|secretHash|passwordHash/);
  expect(readFileSync(file, 'utf8')).not.toMatch(/ADASPHONE|recoveryHashes/);
  const again = await run('user', 'export', email, '--to', file);
  expect([again.exitCode, again.lines]).toEqual([1, [`${file} is there already: give a new file`]]);
  const folder = join(temporaryFolder(), 'none');
  const nowhere = await run('user', 'export', email, '--to', join(folder, 'ada.jsonl'));
  expect([nowhere.exitCode, nowhere.lines]).toEqual([1, [`there is no folder ${folder}`]]);
});

it('erases nobody who is not suspended, or whose events and coins are still open', async () => {
  const shown = await erase(email);
  expect(shown.json).toMatchObject({ isApplied: false });
  expect((await run('audit', 'list', '--operation', 'user erase')).json.entries).toEqual([]);
  expect((await erase(email, '--apply')).lines[0]).toContain('is not suspended');
  await run('user', 'suspend', email, '--reason', 'asked to go');
  expect((await erase(email, '--apply')).lines[0]).toContain('some events');
  one.clock.now = minutesAfter(noon, 10);
  await verifyAllDue(one.ctx);
  const { lines } = await erase(email, '--apply');
  expect(lines[0]).toMatch(/^funds:.* has -0\.5 coins/);
});

it('erases what names a person, keeps the books, and completes what was cut off', async () => {
  await run('account', 'deposit', email, '--amount', '0.5', '--reference', 'last');
  // As if it had been killed in the middle.
  await one.db.collection('campaigns').updateOne({}, { $set: { name: 'erased' } });
  const { advertiserId, campaignId } = market;
  expect((await erase(email, '--apply')).exitCode).toBe(0);
  expect((await run('user', 'show', email)).exitCode).toBe(1);
  const traces: string[] = [];
  for (const { name } of await one.db.db!.listCollections().toArray()) {
    const texts = (await one.db.collection(name).find().toArray()).map((document) =>
      inspect(document, { depth: 9 }),
    );
    if (texts.some((text) => text.includes(email) || /Ada’s|ADASPHONE/.test(text)))
      traces.push(name);
  }
  expect(traces).toEqual([]);
  const log = await one.db.collection('auditEntries').find({ operation: 'user suspend' }).toArray();
  expect(log.map(({ members }) => members as unknown)).toEqual([
    expect.arrayContaining([expect.objectContaining({ name: 'email', value: 'erased' })]),
  ]);
  for (const name of ['clients', 'personalTokens', 'campaigns', 'creatives', 'conversions'])
    expect([name, await one.db.collection(name).distinct('name')]).toEqual([name, ['erased']]);
  expect(await one.ctx.campaigns.findOwned(advertiserId, campaignId)).toBeNull();
  expect((await erase(advertiserId, '--apply')).exitCode).toBe(0);
  expect((await run('books', 'check')).json.problem).toBeNull();
});

it('erases a publisher, whose placements have names that are unique', async () => {
  const { publisherId, siteId } = await one.addMarket();
  const name = `${publisherId}@test.example`;
  for (const at of [1, 2])
    await one.ctx.placements.insertOrFind(
      aPlacement({ id: anId(), siteId, publisherId, depth: 1, name: `Grace’s ${at}` }),
    );
  await run('user', 'suspend', name.toUpperCase(), '--reason', 'asked to go');
  const erased = await erase(name, '--apply');
  expect([erased.exitCode, erased.lines]).toEqual([0, []]);
  const placements = await one.db
    .collection<{ _id: string; name: string }>('placements')
    .find()
    .toArray();
  expect(placements).toHaveLength(2);
  for (const placement of placements) expect(placement.name).toBe(`erased ${placement._id}`);
  const log = await one.db.collection('auditEntries').find().toArray();
  expect(inspect(log, { depth: 9 }).toLowerCase()).not.toContain(name);
});

it.each(['pending', 'rejected'] as const)(
  'erases a publisher, and a site that is %s',
  async (status) => {
    const { publisherId } = await one.addMarket();
    const name = `${publisherId}@test.example`;
    const { id } = await one.ctx.sites.insertOrFind(aSite({ id: anId(), publisherId, status }));
    await run('user', 'suspend', name, '--reason', 'asked to go');
    const erased = await erase(name, '--apply');
    expect([erased.exitCode, erased.lines]).toEqual([0, []]);
    const sites = await one.db.collection('sites').find({ publisherId }).toArray();
    expect(sites.map((site) => [site['status'], site['name']])).toEqual([
      ['archived', 'erased'],
      ['archived', 'erased'],
    ]);
    expect(await one.ctx.sites.findOwned(publisherId, id)).toBeNull();
    expect((await erase(publisherId, '--apply')).exitCode).toBe(0);
  },
);

it('erases for whom a campaign was shown, who has paid for it, and the note on it', async () => {
  const { advertiserId, campaignId: id } = await one.addMarket();
  const persons = { note: 'Call Ada', behalf: 'Ada Byron', paid: 'Grace Hopper' };
  await one.ctx.campaigns.update({ id, advertiserId }, persons);
  const name = `${advertiserId}@test.example`;
  await run('user', 'suspend', name, '--reason', 'asked to go');
  expect((await erase(name, '--apply')).exitCode).toBe(0);
  const campaign = await one.db.collection('campaigns').findOne({ advertiserId });
  expect(campaign).toMatchObject({ name: 'erased', note: null, behalf: null, paid: null });
});
