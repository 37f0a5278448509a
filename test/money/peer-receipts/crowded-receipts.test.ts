import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { nothingBooked, nothingTold } from '../../../src/money/peer-receipts/peer-receipt';
import { eventually } from '../../support/eventually';
import { anId } from '../../support/events';
import { aDeposit } from '../../support/money-access';
import { aPeer } from '../../support/peer-access';
import { startStranger } from '../../peers/strict-server';
import { addressOfUser } from '../payments/ledger-world';
import {
  address,
  lineOf,
  type ReceiptWorld,
  startReceiptWorld,
  strangerUser,
} from './receipt-world';

const stranger = addressOfUser(strangerUser);
const crowder = addressOfUser(6);
/** More than are read in one go. */
const crowd = 501;

let world: ReceiptWorld;
let isOtherAsked = false;
let slow: Awaited<ReturnType<typeof startStranger>>;
beforeAll(async () => {
  world = await startReceiptWorld();
  slow = await startStranger(() => (_req, res) => {
    const isAsked = () => expect(isOtherAsked).toBe(true);
    void eventually(isAsked, 10_000)
      .catch(() => undefined)
      .finally(() => {
        // Longer than a turn has for one server.
        world.wait(11);
        res.writeHead(404).end();
      });
  });
});
beforeEach(() => world.begin());
afterAll(async () => {
  slow.close();
  await world.close();
});

async function know(of: string, serverUrl: string): Promise<void> {
  const peer = aPeer({ address: of, state: 'allowed', broadcastAt: null });
  const info = { ...peer.info, serverUrl };
  await world.ctx.inTransaction((session) => world.ctx.peers.insert({ ...peer, info }, session));
}

it('a server that has paid in hundreds of pieces, and answers slowly, keeps no other one’s from being explained', async () => {
  const { ctx } = world;
  await know(crowder, slow.url);
  const receivedAt = new Date(ctx.now().getTime() - 60_000);
  await ctx.inTransaction(async (session) => {
    for (let nth = 0; nth < crowd; nth += 1)
      await ctx.peerReceipts.insert(
        {
          ...{ id: anId(), depositId: anId(), peer: crowder, amount: 1n, state: 'received' },
          ...{ transactionId: `0006:${nth.toString(16).padStart(8, '0')}:0001`, receivedAt },
          ...{ isReversed: false, reversals: 0, nextAt: receivedAt, problem: null },
          ...{ told: nothingTold, booked: nothingBooked, endedAt: null, removal: null },
        },
        session,
      );
  });
  const shown = await world.showOne();
  world.details.lines = () => {
    isOtherAsked = true;
    return [lineOf(shown.caseId, 100)];
  };
  await world.pay('1');
  await world.run();
  const ofThis = (await world.receipts()).filter(({ peer }) => peer === address);
  expect(ofThis.map(({ state }) => state)).toEqual(['booked']);
  const due = await ctx.peerReceipts.listDue(ctx.now(), 7);
  expect(due.map(({ peer }) => peer)).toEqual(Array.from({ length: 7 }, () => crowder));
});

it('strangers who pay in hundreds of pieces keep no transfer from becoming a receipt', async () => {
  const { ctx } = world;
  const createdAt = ctx.now();
  const nobodys = { accountId: null, sender: crowder, createdAt };
  await ctx.peers.models[0]!.deleteOne({ _id: crowder as never });
  await ctx.inTransaction(async (session) => {
    for (let nth = 0; nth < crowd; nth += 1)
      await ctx.deposits.insert({ ...aDeposit(anId()), ...nobodys }, session);
  });
  world.wait(1);
  await world.pay('1', strangerUser);
  await world.run();
  expect((await world.receipts()).filter(({ peer }) => peer === stranger)).toEqual([]);
  await know(stranger, slow.url);
  await world.run();
  expect((await world.receipts()).filter(({ peer }) => peer === stranger)).toHaveLength(1);
});
