import { afterEach, describe, expect, it } from '@jest/globals';
import { fundsOf } from '../../../src/money/books/book';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { assignDeposit, listAwaitedDeposits } from '../../../src/money/deposits/deposit.service';
import { unassignDeposit } from '../../../src/money/deposits/unassign-deposit.service';
import { bookWithdrawal } from '../../../src/money/pockets/pocket.service';
import { depositCodeOf } from '../../../src/money/deposits/deposit-code';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import type { ClosedTransaction } from '../../../src/platform/ledger/closed-transaction';
import {
  createLedgerClient,
  type LedgerClient,
  type LedgerWord,
} from '../../../src/platform/ledger/ledger-client';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { addressOfUser } from '../payments/ledger-world';
import { coin, dyingContext, type PayingWorld, startPayingWorld } from '../payments/paying-world';

let world: PayingWorld;
let alice: string;
let bob: string;
afterEach(() => world.close());

async function start(): Promise<void> {
  world = await startPayingWorld();
  alice = await world.addPublisher(2);
  bob = await world.addPublisher(3);
}

const read = (ctx = world.ctx) => bookNewDeposits(ctx, new AbortController().signal);
const codeOf = (accountId: string) => depositCodeOf(world.ctx.depositCodeKeys, accountId);
const fundsOfAccount = async (id: string) =>
  (await world.ctx.books.balancesOf([fundsOf(id)])).get(fundsOf(id))!;
const all = (isUnassigned = false) =>
  world.ctx.deposits.listAll({ accountId: null, isUnassigned }, { first: 1000 });

/** Sends coins to the server's account. @returns id of the transaction */
async function deposit(user: number, amount: string, message = '0'.repeat(64)): Promise<string> {
  const params = { address: addressOfUser(1), amount, message };
  const { result, error } = await world.ledger.callAs(user, 'send_one', params);
  expect(error).toBeUndefined();
  return result['tx'].id;
}

/** Runs all checks but `charges`, since earnings made by tests have no events. */
async function problemsOf(): Promise<readonly (string | null)[]> {
  const checks = (await checkBooks(world.ctx)).filter(({ name }) => name !== 'charges');
  return checks.map(({ problem }) => problem).filter((one) => one !== null);
}

describe('deposits', () => {
  it('are booked in the funds of whom they name, once their block is closed', async () => {
    await start();
    const transactionId = await deposit(5, '1.5', codeOf(alice).padStart(64, '0'));
    await deposit(6, '2', codeOf(bob).padEnd(64, 'f'));
    await read();
    expect(await all()).toEqual([]);
    world.ledger.closeBlock();
    await read();
    await read();
    expect(await fundsOfAccount(alice)).toBe((3n * coin) / 2n);
    expect(await fundsOfAccount(bob)).toBe(2n * coin);
    const found = (await all()).find(({ accountId }) => accountId === alice);
    expect(found).toMatchObject({
      ...{ transactionId, sender: addressOfUser(5), ledgerAddress: addressOfUser(1) },
      ...{ amount: (3n * coin) / 2n, message: codeOf(alice).padStart(64, '0') },
    });
    expect(await problemsOf()).toEqual([]);
  });

  it('that name nobody wait for the operator, who gives each to one account', async () => {
    await start();
    await deposit(5, '1');
    await deposit(5, '2', 'ab'.repeat(32));
    const wires = { [addressOfUser(1)]: '3', [addressOfUser(7)]: '1' };
    await world.ledger.callAs(6, 'send_many', { wires });
    world.ledger.closeBlock();
    await read();
    const waiting = await all(true);
    expect(waiting.map(({ amount }) => amount / coin).sort()).toEqual([1n, 2n, 3n]);
    expect(waiting.find(({ message }) => message === null)?.sender).toBe(addressOfUser(6));
    expect(await problemsOf()).toEqual([]);
    const { id, amount } = waiting[0]!;
    const assign = (accountId: string) => assignDeposit(world.ctx, { id, accountId });
    await assign(alice);
    await assign(alice);
    await expect(assign(bob)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(assign('f'.repeat(32))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([await fundsOfAccount(alice), await fundsOfAccount(bob)]).toEqual([amount, 0n]);
    expect(await all(true)).toHaveLength(2);
    await read();
    expect(await all(true)).toHaveLength(2);
    expect(await problemsOf()).toEqual([]);
  });

  it('are taken back from whom they were not meant for, and given to somebody else', async () => {
    await start();
    await deposit(5, '2');
    await deposit(5, '1', codeOf(alice).padStart(64, '0'));
    world.ledger.closeBlock();
    await read();
    const [{ id } = { id: '' }] = await all(true);
    const named = (await all()).find((one) => one.id !== id)!;
    const unassign = (of: string) => unassignDeposit(world.ctx, of);
    for (const accountId of [alice, bob, alice]) {
      await assignDeposit(world.ctx, { id, accountId });
      await unassign(id);
      expect(await unassign(id)).toMatchObject({ accountId: null });
      expect(await problemsOf()).toEqual([]);
    }
    expect([await fundsOfAccount(alice), await fundsOfAccount(bob)]).toEqual([coin, 0n]);
    await expect(unassign(named.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(unassign('f'.repeat(32))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await assignDeposit(world.ctx, { id, accountId: bob });
    await bookWithdrawal(world.ctx, { accountId: bob, amount: 1n });
    await expect(unassign(id)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await fundsOfAccount(bob)).toBe(2n * coin - 1n);
  });

  it('are given to one account when two operators give them at once', async () => {
    await start();
    await deposit(5, '1');
    world.ledger.closeBlock();
    await read();
    const [{ id } = { id: '' }] = await all(true);
    const given = await Promise.allSettled(
      [alice, bob, alice, bob].map((accountId) => assignDeposit(world.ctx, { id, accountId })),
    );
    expect(given.some(({ status }) => status === 'fulfilled')).toBe(true);
    const funds = [await fundsOfAccount(alice), await fundsOfAccount(bob)];
    expect(funds.toSorted()).toEqual([0n, coin]);
    expect(await problemsOf()).toEqual([]);
  });

  it('are neither what the account sends itself, nor nothing, nor what it pays', async () => {
    await start();
    const code = codeOf(alice).padStart(64, '0');
    await world.ledger.call('send_one', { address: addressOfUser(1), amount: '1', message: code });
    await world.ledger.call('send_one', { address: addressOfUser(5), amount: '1', message: code });
    await deposit(5, '0', code);
    world.ledger.closeBlock();
    await read();
    expect(await all()).toEqual([]);
    expect(await problemsOf()).toEqual([]);
  });

  it('come from payments, too, that a payee sends back', async () => {
    await start();
    await world.earn(alice, 5n);
    await world.settle();
    world.ledger.closeBlock();
    await world.settle();
    await deposit(2, '5', codeOf(alice).padStart(64, '0'));
    world.ledger.closeBlock();
    await read();
    expect(await fundsOfAccount(alice)).toBe(5n * coin);
    expect(await problemsOf()).toEqual([]);
  });

  it('are not read without a wallet, nor by one of another account', async () => {
    await start();
    await deposit(5, '1', codeOf(alice).padStart(64, '0'));
    world.ledger.closeBlock();
    await read({ ...world.ctx, ledger: null });
    const config = { ...world.ctx.config, ledgerAddress: addressOfUser(2) };
    await expect(read({ ...world.ctx, config })).rejects.toThrow(/ADGATE_LEDGER_ADDRESS/);
    expect(await all()).toEqual([]);
  });
});

describe('a reader of deposits', () => {
  /** Books all that came in, through a context that dies at a step. */
  async function dieAt(step: number): Promise<boolean> {
    const dying = dyingContext(world.ctx, step);
    try {
      await read(dying.ctx);
      return false;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'killed by the test') throw error;
      return true;
    }
  }

  it('that is killed at every step books each once', async () => {
    await start();
    let sent = 0n;
    for (let step = 1; ; step += 1) {
      await deposit(4 + (step % 6), '0.5', codeOf(alice).padStart(64, '0'));
      sent += coin / 2n;
      world.ledger.closeBlock();
      const died = await dieAt(step);
      await read();
      expect([step, await fundsOfAccount(alice)]).toEqual([step, sent]);
      if (!died) break;
    }
    expect(await problemsOf()).toEqual([]);
  });

  it('beside others that read at once books each once', async () => {
    await start();
    for (let count = 0; count < 6; count += 1)
      await deposit(4 + count, '1', codeOf(count % 2 === 0 ? alice : bob).padStart(64, '0'));
    world.ledger.closeBlock();
    await Promise.all([read(), read(), read()]);
    expect([await fundsOfAccount(alice), await fundsOfAccount(bob)]).toEqual([
      3n * coin,
      3n * coin,
    ]);
    expect(await problemsOf()).toEqual([]);
  });

  it('goes on where a node lags, and books nothing again when it has come up', async () => {
    await start();
    const code = codeOf(alice).padStart(64, '0');
    await deposit(5, '1', code);
    world.ledger.closeBlock();
    await deposit(6, '1', code);
    world.ledger.closeBlock();
    await read();
    const lagging: LedgerClient = {
      ...world.ctx.ledger!,
      async *readLog(from) {
        for await (const page of world.ctx.ledger!.readLog(from))
          yield { ...page, until: from, received: page.received.slice(0, 1) };
      },
    };
    await read({ ...world.ctx, ledger: lagging });
    await deposit(7, '1', code);
    world.ledger.closeBlock();
    await read({ ...world.ctx, ledger: lagging });
    await read();
    expect(await fundsOfAccount(alice)).toBe(3n * coin);
    expect(await problemsOf()).toEqual([]);
  });

  it('of an old backup books what came since, and what it has only once', async () => {
    await start();
    const code = codeOf(alice).padStart(64, '0');
    await deposit(5, '1', code);
    world.ledger.closeBlock();
    await read();
    const names = ['deposits', 'depositReadings', 'journalEntries', 'balances'];
    const backup = await Promise.all(
      names.map((name) => world.db.collection(name).find().toArray()),
    );
    world.ledger.clock.seconds += 7200;
    await deposit(6, '2', code);
    world.ledger.closeBlock();
    await read();
    for (const [at, name] of names.entries()) {
      await world.db.collection(name).deleteMany({});
      await world.db.collection(name).insertMany(backup[at]!);
    }
    expect(await fundsOfAccount(alice)).toBe(coin);
    await read();
    expect(await fundsOfAccount(alice)).toBe(3n * coin);
    // Without the note of how far it was read, too.
    await world.db.collection('depositReadings').deleteMany({});
    await read();
    expect(await fundsOfAccount(alice)).toBe(3n * coin);
    expect(await problemsOf()).toEqual([]);
  });

  it('reads a long log a page at a time', async () => {
    await start();
    const code = codeOf(alice).padStart(64, '0');
    for (let count = 0; count < 5; count += 1) {
      await deposit(5, '1', code);
      world.ledger.closeBlock();
    }
    const { walletUrl, relayUrl } = world.ledger;
    const ledger = createLedgerClient({ walletUrl, relayUrl, confirmBlocks: 2, logPageSize: 2 });
    await read({ ...world.ctx, ledger });
    expect(await fundsOfAccount(alice)).toBe(5n * coin);
  });
});

describe('a line of the log', () => {
  const days = 25 * 86_400;
  const answering =
    (word: (id: string) => LedgerWord | null): LedgerClient['lookUp'] =>
    (id) => {
      const own = word(id);
      return own ? Promise.resolve(own) : world.ctx.ledger!.lookUp(id);
    };
  const withLedger = (changes: Partial<LedgerClient>) => ({
    ...world.ctx,
    ledger: { ...world.ctx.ledger!, ...changes },
  });
  const closedAs = async (id: string, changes: Partial<ClosedTransaction>) => {
    const word = await world.ctx.ledger!.lookUp(id);
    if (word.state !== 'closed') throw new Error(`${id} is ${word.state}`);
    return { ...word, transaction: { ...word.transaction, ...changes } };
  };

  it('are shown to whom they name while their block is open, closed, and until it is deep enough', async () => {
    await start();
    const transactionId = await deposit(5, '1', codeOf(alice).padStart(64, '0'));
    await deposit(6, '2', 'f'.repeat(64));
    const awaited = (id: string) => listAwaitedDeposits(world.ctx, id);
    await read();
    const told = { transactionId, sender: addressOfUser(5), amount: coin };
    expect(await awaited(alice)).toEqual([expect.objectContaining({ ...told, block: null })]);
    expect(await awaited(bob)).toEqual([]);
    world.ledger.closeBlock();
    const block = new Date('2026-01-01T00:00:00Z');
    await read(withLedger({ lookUp: answering(() => ({ state: 'open', block })) }));
    expect(await awaited(alice)).toEqual([expect.objectContaining({ ...told, block })]);
    await read();
    expect(await awaited(alice)).toEqual([]);
    expect(await fundsOfAccount(alice)).toBe(coin);
  });

  it.each([
    ['is open', { state: 'open' } as const],
    ['is refused', { state: 'refused', reason: 'ledger error 44' } as const],
  ])('that %s is no deposit, however old it gets, and holds up nobody', async (_case, word) => {
    await start();
    const stale = await deposit(5, '1', codeOf(alice).padStart(64, '0'));
    await deposit(6, '2', codeOf(bob).padStart(64, '0'));
    world.ledger.closeBlock();
    const lookUp = answering((id) => (id === stale ? word : null));
    await read(withLedger({ lookUp }));
    expect([await fundsOfAccount(alice), await fundsOfAccount(bob)]).toEqual([0n, 2n * coin]);
    world.ledger.passTime(days);
    await read(withLedger({ lookUp }));
    expect(await fundsOfAccount(alice)).toBe(0n);
    expect(await problemsOf()).toEqual([]);
    // A block has it after all.
    world.ledger.passTime(days);
    await read();
    expect(await fundsOfAccount(alice)).toBe(coin);
    expect(await problemsOf()).toEqual([]);
  });

  it.each([
    ['by the same clock', 0],
    ['by a clock that is ahead', 60 * 60 * 1000],
  ])('that was refused %s waits less than ten minutes once it is not', async (_case, aheadMs) => {
    await start();
    await deposit(5, '1', codeOf(alice).padStart(64, '0'));
    world.ledger.closeBlock();
    const lookUp = answering(() => ({ state: 'refused', reason: 'ledger error 44' }));
    const now = () => new Date(world.ctx.now().getTime() + aheadMs);
    await read({ ...withLedger({ lookUp }), now });
    world.ledger.passTime(9 * 60);
    await read();
    expect(await fundsOfAccount(alice)).toBe(coin);
  });

  it.each([
    ['sender', { sender: addressOfUser(9) }],
    ['recipient', { wires: [{ address: addressOfUser(9), amount: coin }] }],
    ['amount', { wires: [{ address: addressOfUser(1), amount: coin + 1n }] }],
    ['message', { message: 'ff'.repeat(32) }],
  ])('is no deposit where the closed block has another %s', async (_case, changes) => {
    await start();
    const id = await deposit(5, '1', codeOf(alice).padStart(64, '0'));
    world.ledger.closeBlock();
    const other = await closedAs(id, changes);
    await read(withLedger({ lookUp: answering(() => other) }));
    expect(await all()).toEqual([]);
    world.ledger.passTime(days);
    await read();
    expect(await fundsOfAccount(alice)).toBe(coin);
  });

  it('is one deposit where it stands there many times, beside one that never was by its id', async () => {
    await start();
    await deposit(5, '1', codeOf(alice).padStart(64, '0'));
    world.ledger.closeBlock();
    const honest = world.ctx.ledger!;
    const crashed: Partial<LedgerClient> = {
      async *readLog(from) {
        for await (const page of honest.readLog(from)) {
          const never = page.received.map((entry) => ({ ...entry, amount: 7n * coin }));
          yield { ...page, received: [...never, ...page.received, ...page.received, ...never] };
        }
      },
    };
    await read(withLedger(crashed));
    await read(withLedger(crashed));
    expect(await fundsOfAccount(alice)).toBe(coin);
    expect(await all()).toHaveLength(1);
  });

  it('does not end the wait of others where the ledger is out of reach: the turn ends', async () => {
    await start();
    await deposit(5, '1', codeOf(alice).padStart(64, '0'));
    world.ledger.closeBlock();
    const lookUp: LedgerClient['lookUp'] = () =>
      Promise.reject(new LedgerFailure('unreachable', 'nobody listens there', {}));
    await expect(read(withLedger({ lookUp }))).rejects.toThrow(/nobody listens/);
    expect(await all()).toEqual([]);
    await read();
    expect(await fundsOfAccount(alice)).toBe(coin);
  });
});
