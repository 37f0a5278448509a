import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { earningsOf } from '../../../src/money/books/book';
import {
  address,
  type Details,
  lineOf,
  metaOf,
  type ReceiptWorld,
  startReceiptWorld,
} from './receipt-world';

const coin = 10n ** 11n;
let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

describe('a server that answers oddly', () => {
  it('with pages that never end is read till the money is used up', async () => {
    const shown = await world.showOne();
    await world.pay('0.0000001');
    let pages = 0;
    world.details.lines = ({ limit }) => {
      pages += 1;
      return Array.from({ length: limit }, () => lineOf(shown.caseId, 1));
    };
    await world.run();
    expect(pages).toBe(2);
    expect(await world.outcomeFor(shown)).toEqual([10_000n, 0n, 0n, 0n]);
    expect(await world.problems()).toEqual([]);
  });

  it('with a page of more than 2 MiB is read no further, asked again, and booked once it answers', async () => {
    const shown = await world.showOne();
    await world.pay('1');
    world.details.lines = () => [lineOf(shown.caseId, 100), { more: 'x'.repeat(2 * 2 ** 20) }];
    await world.run();
    expect(await world.stateOf()).toEqual(['received', expect.stringMatching(/long|large|bytes/)]);
    expect(await world.outcomeFor(shown)).toEqual([0n, 0n, 0n, coin]);
    world.details.lines = [lineOf(shown.caseId, 100)];
    world.wait(10);
    await world.run();
    expect(await world.outcomeFor(shown)).toEqual([99n, 1n, coin - 100n, 0n]);
  });

  it('with endless lines of nothing is read for 1,000 pages', async () => {
    await world.pay('1');
    world.details.meta = { ...metaOf(0), allocation: { count: 1, sum: 5 } };
    world.details.lines = () => ({});
    await world.run();
    const [receipt] = await world.receipts();
    await world.ctx.peerReceipts.change(receipt!, { told: { ...receipt!.told, pages: 998 } });
    let pages = 0;
    world.details.lines = () => {
      pages += 1;
      return Array.from({ length: 5_000 }, () => ({}));
    };
    world.wait(10);
    await world.run();
    expect(pages).toBe(2);
    expect(await world.moved('peers:joining', 'peers:rest')).toEqual([5n, coin - 5n]);
    expect(await world.problems()).toEqual([]);
  });

  it('with more than there are coins is cut to what it has paid', async () => {
    const shown = await world.showOne();
    await world.pay('0.001');
    const most = Number.MAX_SAFE_INTEGER;
    world.details.lines = Array.from({ length: 2_000 }, () => lineOf(shown.caseId, most));
    await world.run();
    expect(await world.stateOf()).toEqual(['booked', null]);
    expect(await world.outcomeFor(shown)).toEqual([99_000_000n, 1_000_000n, 0n, 0n]);
    expect(await world.problems()).toEqual([]);
  });

  it('with other lines each time is believed the first time', async () => {
    const [one, other] = await world.show({}, {});
    await world.pay('1');
    const first = Array.from({ length: 5_000 }, () => lineOf(one!.caseId, 1));
    world.details.lines = ({ offset }) => (offset === 0 ? first : null);
    await world.run();
    expect(await world.stateOf()).toEqual(['received', 'it answered 404']);
    world.details.lines = ({ offset }) => (offset === 0 ? [] : [lineOf(other!.caseId, 100)]);
    world.wait(10);
    await world.run();
    expect(await world.stateOf()).toEqual(['booked', null]);
    expect(await world.moved(earningsOf(one!.publisherId), earningsOf(other!.publisherId))).toEqual(
      [5_000n, 99n],
    );
    expect(world.asked.filter((path) => path === 'payment-details?limit=5000')).toHaveLength(1);
  });

  it('with a summary of more than JSON has exactly is believed line by line all the same', async () => {
    const shown = await world.showOne();
    await world.pay('0.1');
    world.details.meta = metaOf(2 ** 60);
    world.details.lines = [lineOf(shown.caseId, 100)];
    await world.run();
    expect(await world.stateOf()).toEqual(['booked', null]);
    expect(await world.outcomeFor(shown)).toEqual([99n, 1n, coin / 10n - 100n, 0n]);
    world.details.meta = metaOf(2 ** 63);
    await world.pay('0.1');
    await world.run();
    expect((await world.receipts()).map(({ problem }) => problem).sort()).toEqual([
      'its summary is none',
      null,
    ]);
  });

  it('with pages of zeros first is asked from the first line on once it tells', async () => {
    const shown = await world.showOne();
    await world.pay('0.1');
    const linesOf = (value: number) =>
      Array.from({ length: 5_001 }, () => lineOf(shown.caseId, value));
    world.details.lines = linesOf(0);
    await world.run();
    expect(await world.stateOf()).toEqual(['received', 'it tells of nothing yet']);
    world.details.lines = linesOf(100);
    world.wait(10);
    await world.run();
    expect(await world.outcomeFor(shown)).toEqual([495_099n, 5_001n, coin / 10n - 500_100n, 0n]);
    expect(await world.problems()).toEqual([]);
  });

  it.each<[string, Pick<Details, 'meta' | 'lines'>]>([
    ['404', { meta: null, lines: () => null }],
    ['zeros', { meta: metaOf(0, 0), lines: [] }],
    ['an empty list', { meta: null, lines: [] }],
    ['no list', { meta: metaOf(5), lines: () => ({}) }],
    ['no summary', { meta: [], lines: [] }],
  ])(
    'with %s for a day is asked ever more seldom, and booked once it tells',
    async (_what, odd) => {
      const shown = await world.showOne();
      await world.pay('1');
      Object.assign(world.details, odd);
      await world.run();
      expect((await world.stateOf())[0]).toBe('received');
      const before = world.asked.length;
      await world.run();
      expect(world.asked).toHaveLength(before);
      for (let hour = 0; hour < 23; hour += 1) {
        world.wait(3_600);
        await world.run();
      }
      expect((await world.stateOf())[0]).toBe('received');
      world.wait(2 * 3_600);
      await world.run();
      expect((await world.stateOf())[0]).toBe('unexplained');
      Object.assign(world.details, { meta: metaOf(100), lines: [lineOf(shown.caseId, 100)] });
      world.wait(3_600);
      await world.run();
      expect(await world.stateOf()).toEqual(['booked', null]);
      expect(await world.outcomeFor(shown)).toEqual([99n, 1n, coin - 100n, 0n]);
    },
  );

  it('with nothing for a day is told to operators once, and after eight days asked no more', async () => {
    const { ctx } = world;
    await world.addOperator();
    const transactionId = await world.pay('1');
    await world.run();
    const [{ id } = { id: '' }] = await world.receipts();
    expect(await ctx.peerReceipts.countUnexplained()).toBe(0);
    for (const _hour of [1, 2]) {
      expect(await ctx.noticeOutbox.listOldest(10)).toEqual([]);
      world.wait(12 * 3_600);
      await world.run();
    }
    world.wait(3_600);
    await world.run();
    const told = await ctx.noticeOutbox.listOldest(10);
    const problem = 'it tells of nothing yet';
    expect(told.map(({ kind, items }) => [kind, items.map(({ data }) => data)])).toEqual([
      ['peer.suspect', [{ address, receipt: id, transactionId, amount: '1', problem }]],
    ]);
    expect(await ctx.peerReceipts.countUnexplained()).toBe(1);
    world.wait(8 * 86_400);
    await world.run();
    const [receipt] = await world.receipts();
    expect(receipt).toMatchObject({ state: 'unexplained', nextAt: null });
    expect(await world.moved('clearing:peers')).toEqual([coin]);
    expect(await world.problems()).toEqual([]);
  });
});
