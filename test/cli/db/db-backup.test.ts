import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { unclaimedPublisherId } from '../../../src/identity/accounts/account';
import { settlePayments } from '../../../src/money/payments/settle.service';
import type { Finding } from '../../../src/platform/findings/finding';
import { hourOf } from '../../../src/hour';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { openDatabase } from '../../../src/platform/database/connection';
import { createServiceContext } from '../../../src/assembly/service-context';
import { addressOfUser } from '../../money/payments/ledger-world';
import { type PayingWorld, startPayingWorld } from '../../money/payments/paying-world';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { startVerifier } from '../../support/verification';
import { type Market, usd, type Verifier } from '../../support/verifier';
import { contentsOf, startAdgate, temporaryFolder, withDb } from '../support';

const folder = temporaryFolder();
const backup = join(folder, 'backup');
let world: PayingWorld;
let verifier: Verifier;
let market: Market;

beforeAll(async () => {
  world = await startPayingWorld();
  verifier = await startVerifier({ uri: world.mongodbUri, rate: null });
  const now = new Date(world.ledger.clock.seconds * 1000);
  verifier.clock.now = now;
  await verifier.ctx.rateStore.put({
    ...{ from: hourOf(now), rate: usd(2), setAt: now, source: 'operator' },
  });
  market = await verifier.addMarket();
  const payoutAddress = `ads:${addressOfUser(2)}`;
  await withDb(world.mongodbUri, (db) =>
    db
      .collection<{ _id: string }>('accounts')
      .updateOne({ _id: market.publisherId }, { $set: { payoutAddress } }),
  );
  for (let round = 0; round < 6; round += 1) await live();
});
afterAll(() => world.close());

/** A round of what happens all day: views come, are judged and paid, and a block closes. */
async function live(): Promise<void> {
  world.ledger.clock.seconds += 600;
  verifier.clock.now = new Date(world.ledger.clock.seconds * 1000);
  await verifier.store(market, ...Array<object>(50).fill({}));
  await verifyAllDue(verifier.ctx);
  await world.settle();
  world.ledger.closeBlock();
}

async function run(uri: string, ...args: readonly string[]) {
  const { exitCode, printed, lines } = await runCommandLine([...args, '--json'], {
    env: {
      MONGODB_URI: uri,
      ADGATE_WALLET_URL: world.ledger.walletUrl,
      ADGATE_RELAY_URL: world.ledger.relayUrl,
      ADGATE_LEDGER_ADDRESS: addressOfUser(1),
      ADGATE_CONTENT_DIR: join(folder, 'contents'),
    },
  });
  return { exitCode, lines, json: JSON.parse(printed) };
}

const countEvents = (uri: string) =>
  withDb(uri, (db) => db.collection('events').countDocuments({ 'verdict.entryId': { $gt: '' } }));

describe('adgate db backup and restore', () => {
  let restored: string;

  it('of a market that goes on has books that agree with themselves and with the events', async () => {
    const before = await countEvents(world.mongodbUri);
    let isDone = false;
    const made = run(world.mongodbUri, 'db', 'backup', backup).finally(() => (isDone = true));
    do await live();
    while (!isDone);
    await live();
    const { exitCode, lines, json } = await made;
    expect([exitCode, lines]).toEqual([0, []]);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(json.contentFolder).toBe(join(folder, 'contents'));
    expect(json).toMatchObject({ folder: backup, form: expect.any(Number), program: version });

    restored = await freshDatabase();
    expect((await run(restored, 'db', 'restore', backup)).exitCode).toBe(0);
    const [then, now] = [await countEvents(restored), await countEvents(world.mongodbUri)];
    expect(before).toBeLessThanOrEqual(then);
    expect(then).toBeLessThan(now);
    const { json: books } = await run(restored, 'books', 'check');
    expect(books).toMatchObject({ problem: null });
    const charges = books.checks.find((check: { name: string }) => check.name === 'charges');
    expect(charges.checked).toBe(then);
  });

  it('is readable by its owner alone, and says when it was made', async () => {
    for (const name of readdirSync(backup))
      expect([name, statSync(join(backup, name)).mode & 0o077]).toEqual([name, 0]);
    expect(statSync(backup).mode & 0o077).toBe(0);
    const { json } = await run(world.mongodbUri, 'doctor');
    const finding = json.findings.find(({ check }: { check: string }) => check === 'backup');
    expect(finding).toMatchObject({ state: 'ok' });
  });

  it('is in the audit log: it has keys and addresses of people', async () => {
    const { json } = await run(world.mongodbUri, 'audit', 'list', '--operation', 'db backup');
    expect(json.entries).toMatchObject([
      { outcome: 'done', members: [{ name: 'folder', value: backup }] },
    ]);
  });

  it('is found whole by db check, and broken where it is', async () => {
    await withDb(restored, async (db) => {
      const site = await db.collection<{ _id: string }>('sites').findOne();
      const ofNobody = { _id: 'f'.repeat(32), publisherId: unclaimedPublisherId };
      await db.collection<{ _id: string }>('sites').insertOne({ ...site, ...ofNobody });
    });
    expect(
      (await run(restored, 'db', 'check')).json.findings.map(({ state }: Finding) => state),
    ).toEqual(Array(4).fill('ok'));
    const broken = await freshDatabase();
    await run(broken, 'db', 'restore', backup);
    await withDb(broken, async (db) => {
      await db.collection<{ _id: string }>('campaigns').deleteOne({ _id: market.campaignId });
      await db.collection('balances').updateOne({}, { $inc: { balance: 1 } });
    });
    const { exitCode, json } = await run(broken, 'db', 'check');
    expect(exitCode).toBe(1);
    expect(json.findings.slice(2)).toMatchObject([
      { check: 'references', message: expect.stringContaining(`names ${market.campaignId}`) },
      { check: 'books', message: expect.stringMatching(/^the balance of /) },
    ]);
    await withDb(broken, (db) => db.collection('campaigns').dropIndexes());
    const unindexed = (await run(broken, 'db', 'check')).json.findings[1];
    expect(unindexed).toMatchObject({
      ...{ check: 'indexes', state: 'problem' },
      message: expect.stringContaining('campaigns {'),
    });
  });

  it('does not pay anew what the ledger has paid since', async () => {
    await live();
    await live();
    const paid = world.ledger.paid();
    const db = await openDatabase(restored);
    try {
      const ctx = await createServiceContext(db, world.ctx.config, {
        log: pino({ level: 'silent' }),
        publicUrl: 'http://ads.example',
        now: () => new Date(world.ledger.clock.seconds * 1000),
      });
      const settle = (fence: number) =>
        settlePayments(ctx, { fence, signal: new AbortController().signal });
      await expect(settle(10_001)).rejects.toThrow(/was used by other means/);
      const [payee] = (await ctx.payees.listByIds([market.publisherId])).values();
      expect(payee!.heldReason).toMatch(/somebody else has paid it/);
      // Not even when all that it has earned is of final hours.
      world.ledger.clock.seconds += 2 * 60 * 60;
      await settle(10_002);
      expect(world.ledger.paid()).toEqual(paid);
      expect(
        (await ctx.books.balancesOf([`earnings:${market.publisherId}`])).values().next().value,
      ).toBeGreaterThan(0n);
    } finally {
      await db.close();
    }
  });

  it('goes into an empty database only, or one that is named and emptied by force', async () => {
    const refused = await run(restored, 'db', 'restore', backup);
    expect([refused.exitCode, refused.lines[0]]).toEqual([
      1,
      expect.stringMatching(/is not empty .* use --force with --uri/),
    ]);
    const unnamed = await run(restored, 'db', 'restore', backup, '--force');
    expect([unnamed.exitCode, unnamed.lines[0]]).toEqual([2, expect.stringContaining('--uri')]);
    const other = await freshDatabase();
    await withDb(other, (db) => db.collection('events').insertOne({ of: 'another time' }));
    const forced = await run(other, 'db', 'restore', backup, '--force', '--uri', other);
    expect(forced.exitCode).toBe(0);
    const noted = await run(other, 'audit', 'list', '--operation', 'db restore');
    expect(noted.json.entries).toMatchObject([
      {
        ...{ operation: 'db restore', outcome: 'done' },
        members: expect.arrayContaining([
          expect.objectContaining({ name: 'folder', value: backup }),
        ]),
      },
    ]);
    expect(await run(other, 'db', 'check')).toMatchObject({ exitCode: 0 });
    expect(await withDb(other, (db) => db.collection('events').countDocuments({ of: {} }))).toBe(0);
  });

  it('goes on after it was killed, and no gateway starts meanwhile', async () => {
    const target = await freshDatabase();
    const { child, finished } = startAdgate(['db', 'restore', backup], { MONGODB_URI: target });
    const hasBegun = (db: Parameters<typeof contentsOf>[0]) => db.collection('restores').findOne();
    let isOver = false;
    void finished.then(() => (isOver = true));
    await withDb(target, async (db) => {
      while (!isOver && (await hasBegun(db)) === null);
    });
    child.kill('SIGKILL');
    await finished;
    const started = await run(target, 'books', 'check');
    expect([started.exitCode, started.lines[0]]).toEqual([
      1,
      expect.stringContaining('run the same `adgate db restore` again'),
    ]);
    const { exitCode, json } = await run(target, 'db', 'restore', backup);
    const { collections } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const lengths = Object.fromEntries(
      collections.map(({ name, documents }: { name: string; documents: number }) => [
        name,
        documents,
      ]),
    );
    const found = await withDb(target, contentsOf);
    expect([exitCode, json.collections]).toEqual([0, collections.length]);
    const restoredLengths = Object.fromEntries(
      Object.entries(found).map(([name, { documents }]) => [name, documents.length]),
    );
    // Both runs may have left an entry.
    expect(restoredLengths).toEqual({ ...lengths, auditEntries: expect.any(Number) });
    expect((await run(target, 'books', 'check')).json.problem).toBeNull();
  });

  it('starts anew after it was killed while it emptied the database, and nothing is used or filled up meanwhile', async () => {
    const target = await freshDatabase();
    const forced = ['db', 'restore', backup, '--force', '--uri', target];
    await withDb(target, async (db) => {
      for (let at = 0; at < 300; at += 1) await db.createCollection(`old${at}`);
      await db.collection('events').insertOne({ of: 'another time' });
      const { child, finished } = startAdgate(forced);
      const names = async () =>
        (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      const isOver = () => child.exitCode !== null;
      while (!isOver() && (await names()).filter((name) => name.startsWith('old')).length === 300);
      child.kill('SIGKILL');
      await finished;
      expect((await names()).filter((name) => name.startsWith('old'))).not.toEqual([]);
    });
    const started = await run(target, 'books', 'check');
    expect([started.exitCode, started.lines[0]]).toEqual([
      1,
      expect.stringContaining('run the same `adgate db restore` again'),
    ]);
    const filling = await run(target, 'db', 'restore', backup);
    expect([filling.exitCode, filling.lines[0]]).toEqual([
      1,
      expect.stringMatching(/was cut off, or one that emptied it first: .* use --force/),
    ]);
    expect((await run(target, ...forced)).exitCode).toBe(0);
    expect(await run(target, 'db', 'check')).toMatchObject({ exitCode: 0 });
    const left = await withDb(target, contentsOf);
    expect(Object.keys(left).filter((name) => name.startsWith('old'))).toEqual([]);
    expect(left['restores']).toBeUndefined();
  });

  it('refuses a damaged backup, an export, and a backup of a newer version, and writes nothing', async () => {
    const target = await freshDatabase();
    const manifest = join(backup, 'manifest.json');
    const original = readFileSync(manifest, 'utf8');
    const refusal = async (from = backup) => (await run(target, 'db', 'restore', from)).lines[0];
    writeFileSync(manifest, original.replace(/"form": \d+/, '"form": 999'));
    expect(await refusal()).toContain('manifest.json is damaged');
    writeFileSync(manifest, original);
    const [file] = readdirSync(backup).filter((name) => name.includes('journalEntries'));
    const bytes = readFileSync(join(backup, file!));
    writeFileSync(join(backup, file!), bytes.subarray(0, -9));
    expect(await refusal()).toContain(`${file} is damaged`);
    writeFileSync(join(backup, file!), bytes);

    const exported = join(folder, 'exported');
    await run(world.mongodbUri, 'db', 'export', '--to', exported);
    expect(await refusal(exported)).toContain('is an export');
    const newer = join(folder, 'newer');
    await withDb(world.mongodbUri, async (db) => {
      const migrations = db.collection<{ _id: number }>('migrations');
      await migrations.insertOne({ _id: 999 });
      await run(world.mongodbUri, 'db', 'backup', newer);
      await migrations.deleteOne({ _id: 999 });
    });
    expect(await refusal(newer)).toContain('is of form 999');
    expect(await withDb(target, contentsOf)).toEqual({});
  });
});
