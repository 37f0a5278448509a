import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { earningsOf } from '../../../src/money/books/book';
import { listPeerFigures } from '../../../src/peers/directory/peer.service';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { anId } from '../../support/events';
import { assignDeposit, getDepositCode } from '../../../src/money/deposits/deposit.service';
import {
  assignReceipt,
  getStatementPart,
  keepReceipt,
} from '../../../src/money/peer-receipts/receipt-word.service';
import { denyPeer } from '../../../src/peers/directory/peer-word.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { fundsOf } from '../../../src/money/books/book';
import { addressOfUser } from '../payments/ledger-world';
import { aPeer } from '../../support/peer-access';
import { dyingContext } from '../payments/paying-world';
import {
  address,
  type Details,
  metaOf,
  type ReceiptWorld,
  startReceiptWorld,
  strangerUser,
  type ToldLine,
} from './receipt-world';

const coin = 10n ** 11n;
let world: ReceiptWorld;
beforeEach(async () => {
  world = await startReceiptWorld();
});
afterEach(() => world.close());

const lineOf = (caseId: string, value: bigint | number) => ({
  case_id: caseId,
  event_value: Number(value),
});

describe('coins of another server', () => {
  it('are explained by it, case by case, and booked to the publishers to the unit', async () => {
    const { ctx } = world;
    const publisherId = anId();
    const [one, other] = await world.show({ publisherId }, {});
    const transactionId = await world.pay('1');
    world.details.meta = metaOf(Number(coin), 3);
    world.details.lines = [
      lineOf(one!.caseId, 600_000n),
      lineOf(other!.caseId, 400_000n),
      lineOf(one!.caseId, 99n),
    ];
    await world.run();
    const rest = coin - 1_000_099n;
    expect(await world.receipts()).toMatchObject([
      {
        ...{ peer: address, transactionId, amount: coin, state: 'booked', problem: null },
        told: { lines: 3, sum: 1_000_099n, parts: 1, leftOut: 0 },
        booked: { amount: coin, credited: 1_000_099n },
      },
    ]);
    // 1% of each line, rounded down.
    expect(
      await world.balances(
        earningsOf(publisherId),
        earningsOf(other!.publisherId),
        ...(['fees:supply:5', 'peers:rest', 'clearing:peers'] as const),
      ),
    ).toEqual([594_099n, 396_000n, 10_000n, rest, 0n]);
    expect(await world.problems()).toEqual([]);
    const figures = await listPeerFigures(ctx, [address]);
    expect(figures.get(address)).toMatchObject({ received: coin });
    const statement = await ctx.books.listStatement({
      accountId: publisherId,
      after: null,
      limit: 9,
    });
    expect(statement).toMatchObject([
      {
        ...{ kind: 'receipt', amount: 594_099n, siteId: one!.siteId },
        memo: `by ${address}, transaction ${transactionId}`,
      },
    ]);
    expect(await foldAllChanges(ctx)).toBe(4);
  });
});

/** A view that is shown, and told of in the way of the test. */
async function showOne() {
  const [shown] = await world.show({});
  return shown!;
}
const outcome = async (publisherId: string) =>
  world.balances(earningsOf(publisherId), 'fees:supply:5', 'peers:rest', 'clearing:peers');
const stateOf = async () => {
  const [receipt] = await world.receipts();
  return [receipt?.state, receipt?.problem];
};

describe('lines that are none', () => {
  it.each<[string, (caseId: string) => readonly unknown[], bigint]>([
    ['of a case that was never shown', (id) => [lineOf(id, 100), lineOf(anId(), 50)], 100n],
    ['of one case twice', (id) => [lineOf(id, 100), lineOf(id, 100)], 200n],
    ['negative', (id) => [lineOf(id, 100), lineOf(id, -100)], 100n],
    ['a text', (id) => [lineOf(id, 100), { case_id: id, event_value: '100' }], 100n],
    ['a fraction', (id) => [lineOf(id, 100), { case_id: id, event_value: 1.5 }], 100n],
    [
      'beyond what JSON has',
      (id) => [lineOf(id, 100), { case_id: id, event_value: 2 ** 60 }],
      100n,
    ],
    ['without a case', (id) => [lineOf(id, 100), { event_value: 100 }], 100n],
    ['no object', (id) => [lineOf(id, 100), null, 7, 'x', []], 100n],
    [
      'an id with dashes',
      (id) => [lineOf(id, 100), lineOf(`${id.slice(0, 8)}-${id.slice(8)}`, 5)],
      100n,
    ],
    ['more than came', (id) => [lineOf(id, coin), lineOf(id, coin)], coin],
    ['less than came', (id) => [lineOf(id, 1)], 1n],
  ])('%s come to nothing, and the good ones are booked', async (_what, linesOf, credited) => {
    const shown = await showOne();
    await world.pay('1');
    world.details.lines = linesOf(shown.caseId) as readonly ToldLine[];
    await world.run();
    const value = credited;
    const fees = value === 200n ? 2n : value / 100n;
    expect(await outcome(shown.publisherId)).toEqual([value - fees, fees, coin - value, 0n]);
    expect(await stateOf()).toEqual(['booked', null]);
    expect(await world.problems()).toEqual([]);
  });

  it('of another server, of a bot and of 36 days ago are for no case', async () => {
    const long = new Date(world.ctx.now().getTime() - 36 * 86_400_000);
    const events = await world.show(
      { demandServer: addressOfUser(strangerUser) },
      { invalidTraffic: 'bot' },
      { occurredAt: long, offeredAt: long },
    );
    await world.pay('1');
    world.details.lines = events.map(({ caseId }) => lineOf(caseId, 100));
    await world.run();
    expect(await world.balances('peers:rest', 'clearing:peers')).toEqual([coin, 0n]);
    expect(await world.problems()).toEqual([]);
  });

  it('go to the publisher whose view of the case came first', async () => {
    const caseId = `${anId().slice(0, 30)}00`;
    const later = new Date(world.ctx.now().getTime() - 1_000);
    const [first, thief] = await world.show({ caseId }, { caseId, occurredAt: later });
    await world.pay('1');
    world.details.lines = [lineOf(caseId, 100)];
    await world.run();
    expect(
      await world.balances(earningsOf(first!.publisherId), earningsOf(thief!.publisherId)),
    ).toEqual([99n, 0n]);
  });
});

describe('a server that answers oddly', () => {
  it('with pages that never end is read till the money is used up', async () => {
    const shown = await showOne();
    await world.pay('0.0000001');
    let pages = 0;
    world.details.lines = ({ limit }) => {
      pages += 1;
      return Array.from({ length: limit }, () => lineOf(shown.caseId, 1));
    };
    await world.run();
    expect(pages).toBe(2);
    expect(await outcome(shown.publisherId)).toEqual([10_000n, 0n, 0n, 0n]);
    expect(await world.problems()).toEqual([]);
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
    expect(await world.balances('peers:joining', 'peers:rest')).toEqual([5n, coin - 5n]);
    expect(await world.problems()).toEqual([]);
  });

  it('with other lines each time is believed the first time', async () => {
    const [one, other] = await world.show({}, {});
    await world.pay('1');
    const first = Array.from({ length: 5_000 }, () => lineOf(one!.caseId, 1));
    world.details.lines = ({ offset }) => (offset === 0 ? first : null);
    await world.run();
    expect(await stateOf()).toEqual(['received', 'it answered 404']);
    world.details.lines = ({ offset }) => (offset === 0 ? [] : [lineOf(other!.caseId, 100)]);
    world.wait(10);
    await world.run();
    expect(await stateOf()).toEqual(['booked', null]);
    expect(
      await world.balances(earningsOf(one!.publisherId), earningsOf(other!.publisherId)),
    ).toEqual([5_000n, 99n]);
    expect(world.asked.filter((path) => path === 'payment-details?limit=5000')).toHaveLength(1);
  });

  it.each<[string, Details]>([
    ['404', { meta: null, lines: () => null }],
    ['zeros', { meta: metaOf(0, 0), lines: [] }],
    ['an empty list', { meta: null, lines: [] }],
    ['no list', { meta: metaOf(5), lines: () => ({}) }],
    ['no summary', { meta: [], lines: [] }],
  ])(
    'with %s for a day is asked ever more seldom, and booked once it tells',
    async (_what, odd) => {
      const shown = await showOne();
      await world.pay('1');
      Object.assign(world.details, odd);
      await world.run();
      expect((await stateOf())[0]).toBe('received');
      const before = world.asked.length;
      await world.run();
      expect(world.asked).toHaveLength(before);
      for (let hour = 0; hour < 23; hour += 1) {
        world.wait(3_600);
        await world.run();
      }
      expect((await stateOf())[0]).toBe('received');
      world.wait(2 * 3_600);
      await world.run();
      expect((await stateOf())[0]).toBe('unexplained');
      Object.assign(world.details, { meta: metaOf(100), lines: [lineOf(shown.caseId, 100)] });
      world.wait(3_600);
      await world.run();
      expect(await stateOf()).toEqual(['booked', null]);
      expect(await outcome(shown.publisherId)).toEqual([99n, 1n, coin - 100n, 0n]);
    },
  );

  it('with nothing for eight days is asked no more', async () => {
    await world.pay('1');
    await world.run();
    world.wait(8 * 86_400);
    await world.run();
    const [receipt] = await world.receipts();
    expect(receipt).toMatchObject({ state: 'unexplained', nextAt: null });
    expect(await world.balances('clearing:peers')).toEqual([coin]);
    expect(await world.problems()).toEqual([]);
  });
});

describe('transfers', () => {
  it('two in one second are two receipts', async () => {
    const shown = await showOne();
    world.details.lines = [lineOf(shown.caseId, 100)];
    const ids = [await world.pay('1'), await world.pay('2')];
    await world.run();
    const found = await world.receipts();
    expect(found.map(({ transactionId }) => transactionId).sort()).toEqual(ids.sort());
    expect(found.map(({ state }) => state)).toEqual(['booked', 'booked']);
    expect(await outcome(shown.publisherId)).toEqual([198n, 2n, 3n * coin - 200n, 0n]);
  });

  it('with a deposit code are deposits, whoever sends them', async () => {
    const { ctx } = world;
    const account = await createAccount(ctx, {
      ...{ email: 'a@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    await world.pay('1', undefined, getDepositCode(ctx, account.id).padStart(64, '0'));
    await world.run();
    expect(await world.receipts()).toEqual([]);
    expect(await world.balances(fundsOf(account.id))).toEqual([coin]);
  });

  it('of a server that is denied are receipts that it is not asked for', async () => {
    await denyPeer(world.ctx, { address, isHeld: false });
    await world.pay('1');
    await world.run();
    expect(await stateOf()).toEqual(['received', 'its server is denied, and is not asked']);
    expect(world.asked).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });

  it('of a stranger wait a day for its broadcast, and are deposits that name nobody', async () => {
    const { ctx } = world;
    await world.pay('1', strangerUser);
    await world.run();
    expect(await world.receipts()).toEqual([]);
    expect(await world.balances('clearing:deposits', 'clearing:peers')).toEqual([coin, 0n]);
    const peer = aPeer({ address: addressOfUser(strangerUser), state: 'found' });
    await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
    await world.run();
    expect(await world.balances('clearing:deposits', 'clearing:peers')).toEqual([0n, coin]);
    expect(await world.receipts()).toMatchObject([{ peer: peer.address, state: 'received' }]);
    expect(await world.problems()).toEqual([]);
  });
});

describe('a server that is killed', () => {
  it('books each line once, wherever that was', async () => {
    const events = await world.show({}, {}, {});
    const lines = events.map(({ caseId }) => lineOf(caseId, 1_000));
    const odd = Array.from({ length: 4_999 }, () => lineOf(anId(), 1));
    world.details.meta = metaOf(1);
    world.details.lines = [...odd, ...lines];
    let kills = 0;
    for (let dieAt = 1; ; dieAt += 7) {
      const id = await world.pay('0.001');
      const before = await world.balances(...events.map((one) => earningsOf(one.publisherId)));
      const dying = dyingContext(world.ctx, dieAt);
      const isKilled = await world.run(dying.ctx).then(
        () => false,
        () => true,
      );
      world.wait(30);
      await world.run();
      const after = await world.balances(...events.map((one) => earningsOf(one.publisherId)));
      expect(after.map((one, at) => one - before[at]!)).toEqual([990n, 990n, 990n]);
      const found = (await world.receipts()).find((one) => one.transactionId === id);
      expect(found).toMatchObject({ state: 'booked', told: { parts: 6, lines: 5_002 } });
      if (!isKilled) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(5);
    expect(await world.problems()).toEqual([]);
  });
});

describe('the word on a receipt', () => {
  it('gives what nobody has explained to an account, and back to nobody as any deposit', async () => {
    const { ctx } = world;
    await world.pay('1');
    await world.run();
    const [receipt] = await world.receipts();
    const { id } = receipt!;
    await expect(assignDeposit(ctx, { id, accountId: 'a'.repeat(32) })).rejects.toThrow();
    const account = await createAccount(ctx, {
      ...{ email: 'a@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    const give = { id, accountId: account.id };
    await expect(assignDeposit(ctx, give)).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const _again of [1, 2])
      expect(await assignReceipt(ctx, give)).toMatchObject({ state: 'assigned' });
    expect(await world.balances(fundsOf(account.id), 'clearing:peers')).toEqual([coin, 0n]);
    world.wait(60);
    await world.run();
    await expect(keepReceipt(ctx, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const figures = await listPeerFigures(ctx, [address]);
    expect(figures.get(address)).toMatchObject({ received: 0n });
    expect(await world.problems()).toEqual([]);
  });

  it('keeps it for the operator, once', async () => {
    await world.pay('1');
    await world.run();
    const [receipt] = await world.receipts();
    for (const _again of [1, 2])
      expect(await keepReceipt(world.ctx, receipt!.id)).toMatchObject({ state: 'kept' });
    expect(await world.balances('peers:rest', 'clearing:peers')).toEqual([coin, 0n]);
    expect(await world.problems()).toEqual([]);
  });

  it('is refused of one that is booked, whose lines can be read', async () => {
    const shown = await showOne();
    await world.pay('1');
    world.details.lines = [lineOf(shown.caseId, 100), lineOf(anId(), 5)];
    await world.run();
    const [receipt] = await world.receipts();
    const { id } = receipt!;
    await expect(keepReceipt(world.ctx, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const { lines } = await getStatementPart(world.ctx, { id, part: 1 });
    expect(lines.outcomes).toEqual([
      { eventId: shown.id, booked: 100n, supplyFee: 1n },
      { eventId: null, booked: 5n, supplyFee: 0n },
    ]);
    await expect(getStatementPart(world.ctx, { id, part: 2 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('and its lines are what the books are held against', async () => {
    const shown = await showOne();
    await world.pay('1');
    world.details.lines = [lineOf(shown.caseId, 100)];
    await world.run();
    const [receipt] = await world.receipts();
    const outcomes = [{ eventId: shown.id, booked: 99n, supplyFee: 1n }];
    await world.ctx.inTransaction((session) =>
      world.ctx.peerReceipts.noteOutcomes(receipt!.id, { number: 0, outcomes }, session),
    );
    expect(await world.problems()).toEqual([
      `receipts: part 0 of receipt ${receipt!.id} is not booked as its lines are`,
    ]);
  });
});
