import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { earningsOf } from '../../../src/money/books/book';
import { anId } from '../../support/events';
import { dyingContext } from '../payments/paying-world';
import { lineOf, metaOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

describe('a server that is killed', () => {
  it('books each line and each boost once, wherever that was', async () => {
    const { campaignId, theirId } = await world.addCampaign();
    const events = await world.show({ campaignId }, { campaignId });
    const books = events.map((one) => earningsOf(one.publisherId));
    const others = Array.from({ length: 999 }, () => lineOf(anId(), 1));
    const [first, second] = events.map(({ caseId }) => lineOf(caseId, 1_000));
    const summary = { ...metaOf(2_999, 1_001), boost: { count: 1, sum: 500 } };
    // Two parts.
    Object.assign(world.details, {
      ...{ meta: summary, boosts: [{ campaign_id: theirId, value: 500 }] },
      lines: [first, ...others, second],
    });
    // A death behind a call is one before the next.
    for (let dieAt = 1; ; dieAt += 2) {
      const before = await world.moved(...books);
      const id = await world.pay('0.001');
      await world.read();
      const isKilled = await world.explain(dyingContext(world.ctx, dieAt).ctx).then(
        () => false,
        () => true,
      );
      world.wait(30);
      await world.run();
      const after = await world.moved(...books);
      expect([dieAt, ...after.map((one, at) => one - before[at]!)]).toEqual([
        dieAt,
        1_238n,
        1_238n,
      ]);
      const found = (await world.receipts()).find((one) => one.transactionId === id);
      expect(found).toMatchObject({
        ...{ state: 'booked', told: { parts: 2, lines: 1_001, boosts: 1 } },
        booked: { credited: 2_500n, boost: 500n, boostedParts: 2 },
      });
      if (isKilled) continue;
      expect(dieAt).toBeGreaterThan(20);
      break;
    }
    expect(await world.problems()).toEqual([]);
  });

  it('between two pages goes on with the second', async () => {
    const shown = await world.showOne();
    const others = Array.from({ length: 5_000 }, () => lineOf(anId(), 1));
    world.details.lines = [...others, lineOf(shown.caseId, 1_000)];
    await world.pay('0.001');
    await world.read();
    const { ctx } = world;
    const inTransaction: typeof ctx.inTransaction = async (work) => {
      const result = await ctx.inTransaction(work);
      if ((await world.receipts()).some(({ told }) => told.pages === 1)) throw new Error('killed');
      return result;
    };
    await expect(world.explain({ ...ctx, inTransaction })).rejects.toThrow('killed');
    world.wait(30);
    await world.run();
    expect(await world.outcomeFor(shown)).toEqual([990n, 10n, 10n ** 8n - 1_000n, 0n]);
    const pages = world.asked.filter((path) => path.startsWith('payment-details?'));
    expect(pages).toEqual(['payment-details?limit=5000', 'payment-details?limit=5000&offset=5000']);
  });
});
