import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { demandFeesOf, earningsOf, fundsOf, unclaimedOf } from '../../../src/money/books/book';
import type { JournalLine } from '../../../src/money/books/journal-entry';
import { startApp, type TestApp } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';

let mongodbUri: string;
let app: TestApp;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
});
afterAll(() => app.close());

const post = (id: string, lines: readonly JournalLine[]) =>
  app.ctx.inTransaction((session) =>
    app.ctx.books.post([{ id, kind: 'charge', at: app.ctx.now(), lines, memo: null }], session),
  );

it('adgate books show sums up books by their kinds', async () => {
  const { json: empty } = await runCommand(mongodbUri, ['books', 'show']);
  expect(empty).toEqual({ books: [], total: '0' });
  const [one, other] = ['a'.repeat(32), 'b'.repeat(32)];
  const coin = 10n ** 11n;
  await post('deposit:1', [
    { book: 'outside:deposits', amount: -10n * coin },
    { book: fundsOf(one), amount: 7n * coin },
    { book: fundsOf(other), amount: 3n * coin },
  ]);
  await post('charge:1', [
    { book: fundsOf(one), amount: -4n * coin },
    { book: demandFeesOf(3), amount: coin },
    { book: demandFeesOf(12), amount: coin / 2n },
    { book: unclaimedOf(3), amount: coin / 2n },
    { book: 'unclaimed', amount: coin },
    { book: earningsOf(other), amount: coin },
  ]);
  const { exitCode, json } = await runCommand(mongodbUri, ['books', 'show']);
  expect([exitCode, json.total]).toEqual([0, '0']);
  expect(json.books).toEqual([
    { kind: 'earnings', count: 1, balance: '1' },
    { kind: 'fees:demand', count: 2, balance: '1.5' },
    { kind: 'funds', count: 2, balance: '6' },
    { kind: 'outside:deposits', count: 1, balance: '-10' },
    { kind: 'unclaimed', count: 2, balance: '1.5' },
  ]);
});
