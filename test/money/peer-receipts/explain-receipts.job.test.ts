import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { earningsOf } from '../../../src/money/books/book';
import type { ServiceContext } from '../../../src/api/context';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
import { assertPresent } from '../../../src/present';
import { anId } from '../../support/events';
import { dyingContext } from '../payments/paying-world';
import { address, lineOf, metaOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
  await world.addOperator();
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

describe('a receipt that nobody asks about', () => {
  const toldOnce = async () => {
    const found = await world.ctx.noticeOutbox.listOldest(100);
    const ids = (await world.receipts()).map(({ id }) => id);
    return found.flatMap(({ kind, items }) =>
      items.flatMap(({ data }) =>
        kind === 'peer.suspect' && ids.includes(String(Reflect.get(data, 'receipt'))) ? [data] : [],
      ),
    );
  };

  it.each<[string, string, () => Promise<ServiceContext>, () => Promise<unknown>]>([
    [
      'the operator has paused all',
      'no other server is asked: the operator has paused all',
      async () => {
        await world.ctx.peerSettings.setPaused(world.ctx.now());
        return world.ctx;
      },
      () => world.ctx.peerSettings.setPaused(null),
    ],
    [
      'ADGATE_PEERS is off',
      'no other server is asked: ADGATE_PEERS is off',
      () => {
        const off = { peerMode: 'off' } as const;
        return Promise.resolve(Object.assign(Object.create(world.ctx) as ServiceContext, off));
      },
      () => Promise.resolve(),
    ],
    [
      'its server is denied',
      'its server is denied, and is not asked',
      async () => {
        await denyPeer(world.ctx, { address, isHeld: false });
        return world.ctx;
      },
      () => allowPeer(world.ctx, { address, oursThere: true, theirsHere: true }),
    ],
    [
      'its server was stopped for its answers',
      'its server was stopped for its answers, and is not asked',
      async () => {
        const stopped = { state: 'stopped', stopReason: 'bad_answers', isHeld: false } as const;
        const { inTransaction, peers } = world.ctx;
        await inTransaction((session) => peers.setStanding(address, stopped, session));
        return world.ctx;
      },
      () => allowPeer(world.ctx, { address, oursThere: true, theirsHere: true }),
    ],
    [
      'its server is only found',
      'its server is found, and is not asked',
      async () => {
        const found = { state: 'found', stopReason: null, isHeld: false } as const;
        const { inTransaction, peers } = world.ctx;
        await inTransaction((session) => peers.setStanding(address, found, session));
        return world.ctx;
      },
      () => allowPeer(world.ctx, { address, oursThere: true, theirsHere: true }),
    ],
  ])(
    'as %s is told to operators after a day, once, and booked when it is asked again',
    async (_why, problem, silence, speak) => {
      const shown = await world.showOne();
      world.details.lines = [lineOf(shown.caseId, 100)];
      await world.pay('1');
      await world.read();
      const ctx = await silence();
      for (const hours of [0, 23]) {
        world.wait(hours * 3_600);
        await world.explain(ctx);
        expect(await toldOnce()).toEqual([]);
      }
      for (const _again of [1, 2]) {
        world.wait(2 * 3_600);
        await world.explain(ctx);
        expect(await toldOnce()).toMatchObject([{ address, amount: '1', problem }]);
      }
      expect(await world.stateOf()).toEqual(['unexplained', problem]);
      expect(world.asked).toEqual([]);
      expect(await world.moved('clearing:peers')).toEqual([10n ** 11n]);
      await speak();
      world.wait(2 * 3_600);
      await world.explain();
      expect(await world.outcomeFor(shown)).toEqual([99n, 1n, 10n ** 11n - 100n, 0n]);
      expect(await world.problems()).toEqual([]);
    },
  );
});

describe('a receipt that was told', () => {
  it.each(['the operator has paused all', 'ADGATE_PEERS is off'])(
    'is booked once its cases have verdicts, though %s by then',
    async (why) => {
      const shown = await world.showOne();
      const events = assertPresent(world.ctx.events.models.at(0), 'events are stored');
      const { verdict } = await events.findById(shown.id).orFail().lean();
      await events.updateOne({ _id: shown.id }, { $unset: { verdict: 1 } });
      world.details.lines = [lineOf(shown.caseId, 100)];
      await world.pay('0.001');
      await world.run();
      expect(await world.stateOf()).toEqual(['told', 'its cases have no verdict yet']);

      const unexplained = await world.pay('0.002');
      await world.read();
      await events.updateOne({ _id: shown.id }, { $set: { verdict } });
      world.asked.length = 0;
      world.wait(30);
      const { ctx } = world;
      const isPaused = why === 'the operator has paused all';
      if (isPaused) await ctx.peerSettings.setPaused(ctx.now());
      await world.explain(Object.create(ctx, isPaused ? {} : { peerMode: { value: 'off' } }));
      await ctx.peerSettings.setPaused(null);
      expect(await world.outcomeFor(shown)).toEqual([99n, 1n, 10n ** 8n - 100n, 2n * 10n ** 8n]);
      expect(world.asked).toEqual([]);
      const other = (await world.receipts()).find((one) => one.transactionId === unexplained);
      expect(other).toMatchObject({ state: 'received', told: { pages: 0 } });
      expect(await world.problems()).toEqual([]);
    },
  );
});
