import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fundsOf } from '../../../src/money/books/book';
import { claimAddress } from '../../../src/money/claims/claim.service';
import { getDepositCode } from '../../../src/money/deposits/deposit.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import type { ServiceContext } from '../../../src/api/context';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
import { failingAt } from '../../support/failing-stores';
import { aPeer } from '../../support/peer-access';
import { addressOfUser } from '../payments/ledger-world';
import {
  address,
  lineOf,
  type ReceiptWorld,
  startReceiptWorld,
  strangerUser,
} from './receipt-world';

const coin = 10n ** 11n;
const tenth = coin / 10n;
const least = coin / 1_000n;
let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

describe('transfers', () => {
  it('two in one second are two receipts', async () => {
    const shown = await world.showOne();
    world.details.lines = [lineOf(shown.caseId, 100)];
    const ids = [await world.pay('1'), await world.pay('2')];
    await world.run();
    const found = await world.receipts();
    expect(found.map(({ transactionId }) => transactionId).sort()).toEqual(ids.sort());
    expect(found.map(({ state }) => state)).toEqual(['booked', 'booked']);
    expect(await world.outcomeFor(shown)).toEqual([198n, 2n, 3n * coin - 200n, 0n]);
  });

  it('with a deposit code are deposits, whoever sends them', async () => {
    const { ctx } = world;
    const account = await createAccount(ctx, {
      ...{ email: 'a@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    await world.pay('1', undefined, getDepositCode(ctx, account.id).padStart(64, '0'));
    await world.run();
    expect(await world.receipts()).toEqual([]);
    expect(await world.moved(fundsOf(account.id))).toEqual([coin]);
  });

  it('of a server that is denied are receipts that it is not asked for', async () => {
    await denyPeer(world.ctx, { address, isHeld: false });
    await world.pay('1');
    await world.run();
    expect(await world.stateOf()).toEqual(['received', 'its server is denied, and is not asked']);
    expect(world.asked).toEqual([]);
    expect(await world.problems()).toEqual([]);
    await allowPeer(world.ctx, { address, oursThere: true, theirsHere: true });
  });

  it('of a stranger wait a day for its broadcast, and are deposits that name nobody', async () => {
    const { ctx } = world;
    await world.pay('1', strangerUser);
    await world.run();
    expect(await world.receipts()).toEqual([]);
    expect(await world.moved('clearing:deposits', 'clearing:peers')).toEqual([coin, 0n]);
    const peer = aPeer({ address: addressOfUser(strangerUser), state: 'found' });
    await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
    await world.run();
    expect(await world.moved('clearing:deposits', 'clearing:peers')).toEqual([0n, coin]);
    expect(await world.receipts()).toMatchObject([{ peer: peer.address, state: 'received' }]);
    expect(await world.problems()).toEqual([]);
  });

  it('of a known server are deposits that name nobody where peers are off, and receipts once they are on', async () => {
    const off = { ...world.ctx, peerMode: 'off' } as const;
    const transactionId = await world.pay('1');
    await world.run(off);
    expect([await world.receipts(), world.asked]).toEqual([[], []]);
    expect(await world.moved('clearing:deposits', 'clearing:peers')).toEqual([coin, 0n]);
    expect(await world.problems()).toEqual([]);
    await world.run();
    expect(await world.receipts()).toMatchObject([{ peer: address, transactionId, amount: coin }]);
    expect(await world.moved('clearing:deposits', 'clearing:peers')).toEqual([0n, coin]);
    expect(await world.problems()).toEqual([]);
  });

  it('four of one second, of a server that is denied, are three receipts and a deposit by its code', async () => {
    const { ctx } = world;
    const { id: accountId } = await createAccount(ctx, {
      ...{ email: 'c@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    const shown = await world.showOne();
    world.details.lines = [lineOf(shown.caseId, 100)];
    const { clock } = world.world.ledger;
    const at = clock.seconds;
    const transfers = [
      await world.send('0.1'),
      await world.send('0.2'),
      await world.send('0.4', getDepositCode(ctx, accountId).padStart(64, '0')),
      await world.send('0.8'),
    ];
    expect(clock.seconds).toBe(at);
    expect(new Set(transfers).size).toBe(4);
    world.world.settle();
    await denyPeer(ctx, { address, isHeld: false });
    await world.run();
    expect(await world.moved(fundsOf(accountId), 'clearing:peers')).toEqual([
      ...[4n * tenth, 11n * tenth],
    ]);
    const read = await world.receipts();
    expect(read.map(({ amount, state }) => [amount, state]).sort()).toEqual([
      ...[
        [tenth, 'received'],
        [2n * tenth, 'received'],
        [8n * tenth, 'received'],
      ],
    ]);
    await allowPeer(ctx, { address, oursThere: true, theirsHere: true });
    world.wait(30);
    await world.run();
    expect((await world.receipts()).map(({ state }) => state)).toEqual(
      Array.from({ length: 3 }, () => 'booked'),
    );
    // The case is paid by each of them.
    expect(await world.outcomeFor(shown)).toEqual([297n, 3n, 11n * tenth - 300n, 0n]);
    expect(await world.problems()).toEqual([]);
  });

  it('with the code of a claim of an address are deposits of who claims', async () => {
    const { ctx } = world;
    const { id: accountId } = await createAccount(ctx, {
      ...{ email: 'b@test.example', password: 'correct horse', roles: ['publisher'] },
    });
    const { code } = await claimAddress(ctx, { accountId, address });
    await world.pay('1', undefined, code.padStart(64, '0'));
    await world.run();
    expect(await world.receipts()).toEqual([]);
    expect(await world.moved(fundsOf(accountId))).toEqual([coin]);
    expect(await world.problems()).toEqual([]);
  });
});

describe('a transfer that becomes a receipt', () => {
  const stores = ['books', 'peerReceipts', 'peerCredits'] as const;
  type Run = (ctx: ServiceContext) => Promise<void>;
  const mostCalls = 10;

  /** A context that ends behind its first transaction, or else before a call of a store. */
  function dyingAt(nth: number): ServiceContext {
    const { ctx } = failingAt(world.ctx, stores, { nth, isAfter: false });
    if (nth > 0) return ctx;
    const inTransaction: ServiceContext['inTransaction'] = async (work) => {
      await world.ctx.inTransaction(work);
      throw new Error('killed');
    };
    return Object.assign(ctx, { inTransaction });
  }

  /** Does something that is killed at one place after the other, more than it has. @returns how often it was killed */
  async function killAtEach(work: (kill: (run: Run) => Promise<void>) => Promise<void>) {
    let kills = 0;
    for (let nth = 0; nth <= mostCalls; nth += 1)
      await work((run) =>
        run(dyingAt(nth)).catch(() => {
          kills += 1;
        }),
      );
    return kills;
  }
  const receivedOf = async (peer: string) =>
    (await world.ctx.peerCredits.list([peer])).get(peer)?.received ?? 0n;

  it('is one, once, where its booking is killed at any write', async () => {
    let paid = 0n;
    const before = await receivedOf(address);
    const kills = await killAtEach(async (kill) => {
      await world.pay('0.001');
      paid += least;
      await kill((ctx) => world.read(ctx));
      world.wait(600);
      await world.read();
      expect(await world.receipts()).toHaveLength(Number(paid / least));
      expect(await world.moved('clearing:peers', 'clearing:deposits')).toEqual([paid, 0n]);
      expect((await receivedOf(address)) - before).toBe(paid);
    });
    expect(kills).toBeGreaterThan(3);
    expect(await world.problems()).toEqual([]);
  });

  it('is one, once, where it was nobody’s till its server was known, and that is killed at any write', async () => {
    const { ctx } = world;
    const stranger = addressOfUser(strangerUser);
    const [model] = ctx.peers.models;
    let paid = 0n;
    const before = await receivedOf(stranger);
    const kills = await killAtEach(async (kill) => {
      await model!.deleteOne({ _id: stranger as never });
      await world.pay('0.001', strangerUser);
      await world.read();
      expect(await world.moved('clearing:deposits')).toEqual([least]);
      const peer = aPeer({ address: stranger, state: 'found' });
      await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
      paid += least;
      await kill((broken) => world.explain(broken));
      await world.explain();
      expect(await world.receipts()).toHaveLength(Number(paid / least));
      expect(await world.moved('clearing:peers', 'clearing:deposits')).toEqual([paid, 0n]);
      expect((await receivedOf(stranger)) - before).toBe(paid);
    });
    expect(kills).toBeGreaterThan(5);
    expect(await world.problems()).toEqual([]);
  });
});
