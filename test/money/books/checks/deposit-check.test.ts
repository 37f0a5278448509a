import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { bookNewDeposits } from '../../../../src/money/deposits/book-new-deposits.service';
import { depositCodeOf } from '../../../../src/money/deposits/deposit-code';
import { createLedgerClient } from '../../../../src/platform/ledger/ledger-client';
import { addressOfUser } from '../../payments/ledger-world';
import { coin, type PayingWorld, startPayingWorld } from '../../payments/paying-world';

let world: PayingWorld;
let alice: string;
beforeEach(async () => {
  world = await startPayingWorld();
  alice = await world.addPublisher(2);
  const code = depositCodeOf(world.ctx.depositCodeKeys, alice).padStart(64, '0');
  for (const message of [code, code, undefined, code]) {
    const params = { address: addressOfUser(1), amount: '1', message };
    await world.ledger.callAs(5, 'send_one', params);
    world.ledger.closeBlock();
  }
  await bookNewDeposits(world.ctx, new AbortController().signal);
});
afterEach(() => world.close());

const collectionOf = (name: string) => world.db.collection<{ _id: string }>(name);

/** Runs the check of deposits, whatever the size of the log's pages. */
async function problemOf(): Promise<string | null> {
  const { walletUrl, relayUrl } = world.ledger;
  const found = new Set<string | null>();
  for (const logPageSize of [1, 2, 100]) {
    const ledger = createLedgerClient({ walletUrl, relayUrl, confirmBlocks: 2, logPageSize });
    const checks = await checkBooks({ ...world.ctx, ledger });
    found.add(checks.find(({ name }) => name === 'deposits')!.problem);
  }
  expect(found.size).toBe(1);
  return [...found][0]!;
}

async function firstId(filter: object): Promise<string> {
  return (await collectionOf('deposits').find(filter).sort({ sentAt: 1 }).toArray())[0]!._id;
}

describe('the check of deposits', () => {
  it('finds nothing wrong with those that are right', async () => {
    expect(await problemOf()).toBeNull();
    const checks = await checkBooks(world.ctx);
    expect(checks.at(-1)).toMatchObject({ name: 'deposits', checked: 4 });
  });

  it('names a transfer that was passed over', async () => {
    const id = await firstId({});
    await collectionOf('deposits').deleteOne({ _id: id });
    await collectionOf('journalEntries').deleteOne({ _id: `ledger-deposit:${id}` });
    expect(await problemOf()).toMatch(
      /^1 from 0001-00000005-CBCA by transaction .* are no deposit$/,
    );
  });

  it('names a booking without a deposit', async () => {
    await collectionOf('deposits').deleteOne({ _id: await firstId({}) });
    expect(await problemOf()).toBe('4 deposits are booked, there are 3');
  });

  it('names a deposit that is not in the log', async () => {
    const found = await collectionOf('deposits').findOne({ _id: await firstId({}) });
    await collectionOf('deposits').insertOne({ ...found, _id: 'f'.repeat(32) });
    expect(await problemOf()).toMatch(/^deposit f{32} is not in the log/);
  });

  it('names a deposit of another amount, or another sender', async () => {
    const _id = await firstId({});
    await collectionOf('deposits').updateOne({ _id }, { $set: { amount: coin + 1n } });
    expect(await problemOf()).toMatch(/is of 1.00000000001 from .* of 1 from/);
    const sender = addressOfUser(6);
    await collectionOf('deposits').updateOne({ _id }, { $set: { amount: coin, sender } });
    expect(await problemOf()).toMatch(/is of 1 from 0001-00000006-.* of 1 from 0001-00000005-/);
  });

  it('names a deposit that is booked nowhere, or elsewhere', async () => {
    const named = await firstId({ accountId: alice });
    await collectionOf('deposits').updateOne(
      { _id: named },
      { $set: { accountId: 'b'.repeat(32) } },
    );
    expect(await problemOf()).toMatch(/is not booked as such in funds:b{32}$/);
    await collectionOf('deposits').updateOne({ _id: named }, { $set: { accountId: alice } });
    const unnamed = await firstId({ accountId: null });
    await collectionOf('journalEntries').deleteOne({ _id: `ledger-deposit:${unnamed}` });
    expect(await problemOf()).toMatch(/is not booked as such in clearing:deposits$/);
  });

  it('lets what was not read yet wait', async () => {
    await world.ledger.callAs(5, 'send_one', { address: addressOfUser(1), amount: '1' });
    expect(await problemOf()).toBeNull();
  });
});
