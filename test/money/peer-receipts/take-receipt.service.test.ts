import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fundsOf } from '../../../src/money/books/book';
import { claimAddress } from '../../../src/money/claims/claim.service';
import { getDepositCode } from '../../../src/money/deposits/deposit.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
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
