import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fundsOf } from '../../../src/money/books/book';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { depositCodeOf } from '../../../src/money/deposits/deposit-code';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import { youngMs } from '../../../src/platform/ledger/replaced-block';
import { addressOfUser } from '../payments/ledger-world';
import { coin, type PayingWorld, startPayingWorld } from '../payments/paying-world';

/** So many lines of the log are looked at in a turn. */
const looksOfTurn = 1000;
const never = '0001:00000001:FFFF';

let world: PayingWorld;
let alice: string;
beforeEach(async () => {
  world = await startPayingWorld();
  alice = await world.addPublisher(2);
});
afterEach(() => world.close());

/** Stores lines of before that name a transaction that never was. */
async function awaitNever(count: number, ageMs: number): Promise<void> {
  const time = new Date(world.ctx.now().getTime() - ageMs);
  const line = { transactionId: never, sender: addressOfUser(9), amount: 1n, message: null };
  const ids = Array.from({ length: count }, (_, at) => at.toString(16).padStart(32, '0'));
  const { ledgerAddress } = world.ctx.config;
  await world.ctx.awaitedTransfers.put(
    ids.map((id) => ({ ...line, id, ledgerAddress, time, block: null })),
  );
}

async function depositForAlice(): Promise<void> {
  const message = depositCodeOf(world.ctx.depositCodeKeys, alice).padStart(64, '0');
  const params = { address: addressOfUser(1), amount: '1', message };
  expect((await world.ledger.callAs(5, 'send_one', params)).error).toBeUndefined();
  world.ledger.closeBlock();
}

/** Reads as the job does. @returns how often the ledger was asked for the transaction that never was */
async function read(): Promise<number> {
  const { ledger } = world.ctx;
  if (ledger === null) throw new Error('there is no ledger');
  let looks = 0;
  const lookUp: LedgerClient['lookUp'] = async (id) => {
    if (id !== never) return ledger.lookUp(id);
    looks += 1;
    return { state: 'open' };
  };
  const ctx = { ...world.ctx, ledger: { ...ledger, lookUp } };
  await bookNewDeposits(ctx, new AbortController().signal);
  return looks;
}

const fundsOfAlice = () => world.ctx.books.balanceOf(fundsOf(alice));

describe('lines of the log that no block ever shows', () => {
  it('do not keep a later deposit waiting, however many they are', async () => {
    await awaitNever(looksOfTurn, youngMs + 60_000);
    await depositForAlice();
    expect(await read()).toBe(looksOfTurn);
    await read();
    expect(await fundsOfAlice()).toBe(coin);
  });

  it('are looked at in each turn while they are young, then every five minutes', async () => {
    await awaitNever(looksOfTurn, youngMs);
    const turns = [await read()];
    world.ledger.passTime(1);
    turns.push(await read(), await read());
    world.ledger.passTime(299);
    turns.push(await read());
    world.ledger.passTime(1);
    turns.push(await read());
    expect(turns).toEqual([looksOfTurn, looksOfTurn, 0, 0, looksOfTurn]);
  });

  it('are looked at in each turn where they take no look from others', async () => {
    await awaitNever(2, youngMs + 60_000);
    expect([await read(), await read()]).toEqual([2, 2]);
  });
});
