import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Finding } from '../../../src/platform/findings/finding';
import { Long } from 'bson';
import { earningsOf } from '../../../src/money/books/book';
import { peerAccountIdOf } from '../../../src/peers/directory/peer-account.service';
import { newestForm } from '../../../src/platform/database/migrate';
import { runCommand, runCommandLine } from '../../support/command-line';
import { aPeer } from '../../support/peer-access';
import { freshDatabase } from '../../support/database';
import { temporaryFolder, withDb } from '../support';

let uri: string;
beforeAll(async () => {
  uri = await freshDatabase();
  await runCommand(uri, ['rate', 'set', '1']);
});

async function examine(mongodbUri: string, ...args: readonly string[]) {
  const { exitCode, printed } = await runCommandLine(['doctor', '--json', ...args], {
    env: { MONGODB_URI: mongodbUri, ADGATE_DATA_DIR: temporaryFolder() },
  });
  const findings = JSON.parse(printed).findings as readonly Finding[];
  return { exitCode, of: (check: string) => findings.find((finding) => finding.check === check) };
}

describe('what adgate doctor finds in a database', () => {
  it('is nothing where all is there', async () => {
    const { exitCode, of } = await examine(uri);
    const checks = ['form', 'indexes', 'token keys', 'secrets', 'shard keys'];
    expect([exitCode, checks.map((check) => of(check)?.state)]).toEqual([
      0,
      checks.map(() => 'ok'),
    ]);
    expect(of('shard keys')?.message).toContain('no sharded cluster');
  });

  it('is that it is empty, and it stays so', async () => {
    const empty = await freshDatabase();
    const { of } = await examine(empty);
    expect([of('form')?.state, of('form')?.message]).toEqual([
      'ok',
      expect.stringContaining('empty'),
    ]);
    expect(await withDb(empty, (db) => db.listCollections().toArray())).toEqual([]);
  });

  it('is an older form, which it does not change', async () => {
    const older = await freshDatabase();
    await runCommand(older, ['rate', 'set', '1']);
    const formsOf = () => withDb(older, (db) => db.collection('migrations').countDocuments());
    const before = await formsOf();
    await withDb(older, (db) =>
      db.collection<{ _id: number }>('migrations').deleteOne({ _id: newestForm }),
    );
    expect((await examine(older, '--fix')).of('form')).toMatchObject({ state: 'warning' });
    expect(await formsOf()).toBe(before - 1);
  });

  it('are indexes that are missing, which --fix makes', async () => {
    const lacking = await freshDatabase();
    await runCommand(lacking, ['rate', 'set', '1']);
    const indexesOf = () => withDb(lacking, (db) => db.collection('accounts').indexes());
    const before = await indexesOf();
    const [lost] = before.filter(({ name }) => name !== '_id_');
    await withDb(lacking, (db) => db.collection('accounts').dropIndex(lost!.name!));
    const found = await examine(lacking);
    expect([found.exitCode, found.of('indexes')]).toEqual([
      1,
      {
        check: 'indexes',
        state: 'problem',
        message: expect.stringContaining(`accounts ${JSON.stringify(lost!.key)}`),
        remedy: 'adgate doctor --fix',
      },
    ]);
    expect((await indexesOf()).length).toBe(before.length - 1);
    expect((await examine(lacking, '--fix')).of('indexes')?.state).toBe('ok');
    expect((await indexesOf()).map(({ name }) => name).sort()).toEqual(
      before.map(({ name }) => name).sort(),
    );
  });

  it('are coins that other servers are owed, and are not paid while they are off', async () => {
    const owing = await freshDatabase();
    await runCommand(owing, ['rate', 'set', '1']);
    expect((await examine(owing)).of('other servers')?.state).toBe('ok');
    const addresses = ['0001-00000005-CBCA', '0001-00000004-DBEB'];
    await withDb(owing, async (db) => {
      for (const [nth, _id] of addresses.entries()) {
        const { address: _address, ...peer } = aPeer();
        const stored = { _id, ...peer, states: [] };
        await db.collection<{ _id: string }>('peers').insertOne(stored);
        const book = earningsOf(peerAccountIdOf(_id));
        // One of them has a debt, which the other one does not pay.
        const balance = Long.fromBigInt(nth === 0 ? 250_000_000_000n : -50_000_000_000n);
        await db
          .collection<{ _id: string; balance: Long }>('balances')
          .insertOne({ _id: book, balance });
      }
    });
    expect((await examine(owing)).of('other servers')).toMatchObject({
      state: 'warning',
      message: 'they are owed 2.5 coins, and are not paid while ADGATE_PEERS is off',
    });
  });

  it('are secrets that are missing', async () => {
    const lacking = await freshDatabase();
    await runCommand(lacking, ['rate', 'set', '1']);
    await withDb(lacking, (db) =>
      db.collection<{ _id: string }>('signingKeys').deleteOne({ _id: 'cursors' }),
    );
    const { exitCode, of } = await examine(lacking);
    expect([exitCode, of('secrets')]).toEqual([
      1,
      expect.objectContaining({ state: 'problem', message: 'missing: cursors' }),
    ]);
  });
});
