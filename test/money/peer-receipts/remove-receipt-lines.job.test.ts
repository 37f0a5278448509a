import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getStatementPart } from '../../../src/money/peer-receipts/receipt-word.service';
import { removeReceiptLines } from '../../../src/money/peer-receipts/remove-receipt-lines.job';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { lineOf, metaOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

const contextOf = (eventDays: number | null) => ({
  ...world.ctx,
  config: { ...world.ctx.config, eventDays },
});
const remove = (ctx = contextOf(31)) =>
  removeReceiptLines.run(ctx, new AbortController().signal, wholeTurn);
const countOf = async () => {
  const [, parts] = world.ctx.peerReceipts.models;
  const [boosts] = world.ctx.receiptBoosts.models;
  return [await parts!.countDocuments(), await boosts!.countDocuments()];
};

/** A receipt of two parts, with a boost, that is booked. */
async function bookOne() {
  const { campaignId, theirId } = await world.addCampaign();
  const [shown] = await world.show({ campaignId });
  const lines = Array.from({ length: 1_001 }, () => lineOf(shown!.caseId, 10));
  const boost = { count: 1, sum: 50 };
  const boosts = [{ campaign_id: theirId, value: 50 }];
  Object.assign(world.details, { meta: { ...metaOf(10_010, 1_001), boost }, boosts, lines });
  await world.pay('1');
  await world.run();
  const [receipt] = await world.receipts();
  expect(receipt).toMatchObject({ state: 'booked', removal: null });
  return receipt!;
}

describe('lines of a receipt', () => {
  it('go with the events of their time, what is booked stays, and wherever it is cut off', async () => {
    const { id, ...receipt } = await bookOne();
    const before = await countOf();
    world.wait(30 * 86_400);
    await world.run();
    await remove();
    await remove(contextOf(null));
    expect(await countOf()).toEqual(before);
    world.wait(2 * 86_400);
    await world.run();
    const { peerReceipts, receiptBoosts } = world.ctx;
    const dies = () => Promise.reject(new Error('killed'));
    for (const dead of [
      { peerReceipts: { ...peerReceipts, change: dies } },
      { peerReceipts: { ...peerReceipts, removeParts: dies } },
      { receiptBoosts: { ...receiptBoosts, remove: dies } },
    ]) {
      await expect(remove({ ...contextOf(31), ...dead })).rejects.toThrow('killed');
      expect(await world.problems()).toEqual([]);
    }
    await remove();
    expect(await countOf()).toEqual([0, 0]);
    const after = await world.ctx.peerReceipts.find(id);
    expect(after).toEqual({ id, ...receipt, removal: 'done' });
    expect(await world.problems()).toEqual([]);
    await expect(getStatementPart(world.ctx, { id, part: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('stay while the block of its transfer may still be replaced', async () => {
    await bookOne();
    const before = await countOf();
    world.wait(32 * 86_400);
    // Nobody has looked for so long: what was young then is young still.
    await remove();
    expect(await countOf()).toEqual(before);
    await world.run();
    await remove();
    expect(await countOf()).toEqual([0, 0]);
  });

  it('go from all that ended long ago, also behind many of which the block may still be replaced', async () => {
    const { id, ...receipt } = await bookOne();
    world.wait(32 * 86_400);
    await world.run();
    const { deposits, peerReceipts, inTransaction, now } = world.ctx;
    const deposit = await deposits.findById(receipt.depositId);
    if (!deposit?.proof || !receipt.endedAt) throw new Error('the receipt is of no deposit');
    const endedAt = new Date(receipt.endedAt.getTime() - 1);
    const proof = { ...deposit.proof, shownAt: now() };
    const young = { ...deposit, id: 'f'.repeat(32), transactionId: '0001:00000009:0009', proof };
    await inTransaction(async (session) => {
      await deposits.insert(young, session);
      for (let count = 0; count < 100; count += 1) {
        const one = { ...receipt, id: count.toString(16).padStart(32, '0'), endedAt };
        await peerReceipts.insert({ ...one, depositId: young.id }, session);
      }
    });
    await remove();
    expect(await countOf()).toEqual([0, 0]);
    expect(await peerReceipts.find(id)).toMatchObject({ removal: 'done' });
    expect(await peerReceipts.find('0'.repeat(32))).toMatchObject({ removal: null });
  });
});
