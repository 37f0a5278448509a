import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { earningsOf } from '../../../src/money/books/book';
import { listPeerFigures } from '../../../src/peers/directory/peer.service';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { anId } from '../../support/events';
import { address, metaOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

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
