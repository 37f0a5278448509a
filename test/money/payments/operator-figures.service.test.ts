import { afterEach, expect, it } from '@jest/globals';
import { demandFeesOf, fundsOf, supplyFeesOf } from '../../../src/money/books/book';
import type { JournalEntry } from '../../../src/money/books/journal-entry';
import { listPaidDays, sumFees } from '../../../src/money/payments/operator-figures.service';
import type { PaymentBatch } from '../../../src/money/payments/payment';
import { type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

const position = { messageId: 1, hash: 'AB' };

it('sums up by day what the ledger has confirmed, and nothing else', async () => {
  world = await startPayingWorld();
  const { ctx } = world;
  const today = new Date(Math.floor(ctx.now().getTime() / 86_400_000) * 86_400_000);
  const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000);
  let count = 0;
  const aBatch = (changes: Partial<PaymentBatch>): PaymentBatch => ({
    ...{ kind: 'transfer', orderId: null, asideSince: null, isAbandoned: false, position },
    ...{ id: `batch-${(count += 1)}`, state: 'confirmed', sender: ctx.config.ledgerAddress },
    ...{ next: position, data: 'AB', signature: 'CD', sentAt: null, amount: 5n, fee: 1n },
    ...{ time: today, preparedAt: today, paymentIds: [], transactionId: null, undecided: null },
    ...{ proof: null, replacements: 0, problem: null },
    ...changes,
  });
  const proofAt = (confirmedAt: Date) => ({ proof: { block: confirmedAt, confirmedAt } });
  // More than a double holds exactly.
  const large = 2n ** 53n + 1n;
  await ctx.inTransaction(async (session) => {
    for (const batch of [
      aBatch({ ...proofAt(daysAgo(2)), amount: large }),
      aBatch(proofAt(new Date(daysAgo(1).getTime() - 1))),
      aBatch(proofAt(today)),
      // Before the days, of another account, and not confirmed.
      aBatch(proofAt(daysAgo(3))),
      aBatch({ ...proofAt(today), sender: '0001-00000009-0000' }),
      aBatch({ state: 'sent' }),
    ])
      await ctx.paymentBatches.insert(batch, session);
  });
  const [first, last] = [
    { day: daysAgo(2), amount: large + 5n, networkFees: 2n, transactions: 2 },
    { day: today, amount: 5n, networkFees: 1n, transactions: 1 },
  ];
  expect(await listPaidDays(ctx, 3)).toEqual([first, last]);
  expect(await listPaidDays(ctx, 1)).toEqual([last]);
  expect(await listPaidDays(ctx, -5)).toEqual([last]);
});

it('sums up the operator’s fees of all partitions', async () => {
  world = await startPayingWorld();
  const { ctx } = world;
  expect(await sumFees(ctx)).toBe(0n);
  const entry: JournalEntry = {
    ...{ id: 'fees', kind: 'charge', at: ctx.now(), memo: null },
    lines: [
      { book: fundsOf('a'.repeat(32)), amount: -10n },
      { book: demandFeesOf(0), amount: 7n },
      { book: supplyFeesOf(15), amount: 2n },
      { book: 'fees:community', amount: 1n },
    ],
  };
  await ctx.inTransaction((session) => ctx.books.post([entry], session));
  expect(await sumFees(ctx)).toBe(9n);
});
