import { readdirSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { formatAmount } from '../../../../src/amount';
import { earningsOf, fundsOf, unclaimedOf } from '../../../../src/money/books/book';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { bookChecks } from '../../../../src/money/books/checks/index';
import type { JournalEntry, JournalLine } from '../../../../src/money/books/journal-entry';
import { openDatabase } from '../../../../src/platform/database/connection';
import { startApp, type TestApp } from '../../../support/app';
import { runCommand } from '../../../support/command-line';
import { freshDatabase } from '../../../support/database';

const advertiser = 'a'.repeat(32);
const publisher = 'b'.repeat(32);
const [siteOne, siteTwo] = ['1'.repeat(32), '2'.repeat(32)];

let mongodbUri: string;
let app: TestApp;
let db: Connection;
beforeEach(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  db = await openDatabase(mongodbUri);
});
afterEach(async () => {
  await db.close();
  await app.close();
});

interface Planted {
  readonly _id: string;
  readonly [member: string]: any; // oxlint-disable-line typescript/no-explicit-any -- whatever is spoilt
}
const collectionOf = (name: string) => db.collection<Planted>(name);

function aVerdict(entryId: string | null, charge: bigint) {
  const [demandFee, supplyFee] = [charge / 100n, charge / 50n];
  const revenue = charge - demandFee - supplyFee;
  return {
    status: 'accepted',
    entryId,
    price: charge,
    rate: 10n ** 11n,
    charge,
    demandFee,
    supplyFee,
    revenue,
  };
}

/** Stores events as the verification leaves them. */
async function judge(
  entryId: string,
  events: Readonly<Record<string, readonly [siteId: string, charge: bigint]>>,
): Promise<void> {
  await collectionOf('events').insertMany(
    Object.entries(events).map(([_id, [siteId, charge]]) => ({
      _id,
      advertiserId: advertiser,
      publisherId: publisher,
      siteId,
      verdict: aVerdict(entryId, charge),
    })),
  );
}

function aCharge(id: string, lines: readonly JournalLine[]): JournalEntry {
  return { id, kind: 'charge', at: new Date(), lines, memo: null };
}

const post = (entry: JournalEntry) =>
  app.ctx.inTransaction((session) => app.ctx.books.post([entry], session));

const linesOfTwo = [
  { book: fundsOf(advertiser), amount: -600n },
  { book: 'fees:demand:3', amount: 6n },
  { book: 'fees:supply:3', amount: 12n },
  { book: earningsOf(publisher), amount: 388n, siteId: siteOne },
  { book: 'unclaimed', amount: 194n, siteId: siteTwo },
] as const;

/** A deposit, and two entries whose ids have others before, between and behind. */
async function plantBooks(): Promise<void> {
  await post({
    id: 'deposit:1',
    kind: 'deposit',
    at: new Date('2026-01-01T00:00:00Z'),
    lines: [
      { book: fundsOf(advertiser), amount: 1_000n },
      { book: 'outside:deposits', amount: -1_000n },
    ],
    memo: null,
  });
  await judge('charge:2', { v1: [siteOne, 100n], v2: [siteOne, 300n], v3: [siteTwo, 200n] });
  await post(aCharge('charge:2', linesOfTwo));
  await judge('charge:4', { v4: [siteTwo, 100n] });
  await post(
    aCharge('charge:4', [
      { book: fundsOf(advertiser), amount: -100n },
      { book: 'fees:demand:3', amount: 1n },
      { book: 'fees:supply:3', amount: 2n },
      { book: unclaimedOf(3), amount: 97n, siteId: siteTwo },
    ]),
  );
}

async function check() {
  const { exitCode, json } = await runCommand(mongodbUri, ['books', 'check']);
  return { exitCode, problem: json.problem, checks: json.checks };
}

describe('adgate books check', () => {
  it('has a file for every check', () => {
    const files = readdirSync('src/money/books/checks').filter(
      (file) => !/^(index|book-check)\.ts$|\.store\.ts$/.test(file),
    );
    expect(bookChecks.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
  });

  it('proves books that are right, empty ones too', async () => {
    expect(await check()).toMatchObject({ exitCode: 0, problem: null });
    await plantBooks();
    const { exitCode, problem, checks } = await check();
    expect([exitCode, problem]).toEqual([0, null]);
    expect(checks.map(({ name, checked }: never) => [name, checked])).toEqual([
      ['entries', 3],
      ['balances', 7],
      ['charges', 4],
      ['conversions', 0],
      ['clearing', 0],
      ['payments', 0],
      ['orders', 0],
      ['receipts', 0],
      ['received', 0],
      ['remittances', 0],
      ['ledger', 0],
      ['deposits', 0],
    ]);
  });

  it('finds the events of entries in their order without sorting them', async () => {
    const sorted = collectionOf('events')
      .find({ 'verdict.entryId': { $gt: '' }, 'verdict.charge': { $gt: 0n } })
      .sort({ 'verdict.entryId': 1 });
    const plan = inspect(await sorted.explain('queryPlanner'), { depth: null });
    expect(plan).toContain("'charged'");
    expect(plan).not.toContain("'SORT'");
  });

  it('finds events that are charged in no entry without looking at others', async () => {
    await judge('charge:2', { v1: [siteOne, 100n], v2: [siteTwo, 0n] });
    const unbooked = { 'verdict.entryId': null, 'verdict.charge': { $gt: 0n } };
    const found = collectionOf('events').find(unbooked);
    const { executionStats } = await found.explain('executionStats');
    expect(Number(executionStats.totalDocsExamined)).toBe(0);
  });

  it('finds conversions that are charged in no entry without looking at others', async () => {
    const recorded = collectionOf('recordedConversions');
    await recorded.insertMany([
      { _id: 'c1', verdict: aVerdict('charge:9', 100n) },
      { _id: 'c2', verdict: aVerdict(null, 0n) },
    ]);
    const unbooked = { 'verdict.entryId': null, 'verdict.charge': { $gt: 0n } };
    const { executionStats } = await recorded.find(unbooked).explain('executionStats');
    expect(Number(executionStats.totalDocsExamined)).toBe(0);
  });

  it('counts what a reversal has taken back', async () => {
    await plantBooks();
    await collectionOf('events').updateOne(
      { _id: 'v4' },
      { $set: { verdict: { ...aVerdict(null, 0n), status: 'rejected' } } },
    );
    expect((await check()).problem).toBe(
      `entry charge:4 has 0.00000000001 for fees:demand, its 0 events come to 0`,
    );
    const lines = [
      { book: fundsOf(advertiser), amount: 100n },
      { book: 'fees:demand:3', amount: -1n },
      { book: 'fees:supply:3', amount: -2n },
      { book: unclaimedOf(3), amount: -97n, siteId: siteTwo },
    ] as const;
    await post({ ...aCharge('z-reversal', lines), kind: 'reversal', reverses: 'charge:4' });
    expect(await check()).toMatchObject({ exitCode: 0, problem: null });
  });

  const events = () => collectionOf('events');
  const entries = () => collectionOf('journalEntries');
  const balances = () => collectionOf('balances');
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'an entry that does not sum to 0',
      () => entries().updateOne({ _id: 'charge:2' }, { $inc: { 'lines.1.amount': 1n } }),
      'the lines of journal entry charge:2 sum to 1, not to 0',
    ],
    [
      'a balance that is changed',
      () => balances().updateOne({ _id: 'unclaimed' }, { $inc: { balance: -1n } }),
      'the balance of unclaimed is 0.00000000193, its lines sum to 0.00000000194',
    ],
    [
      'a balance that is gone',
      () => balances().deleteOne({ _id: 'fees:demand:3' }),
      'fees:demand:3 has lines, but no balance',
    ],
    [
      'a balance without lines',
      () => balances().insertOne({ _id: 'fees:demand:9', balance: 0n }),
      'fees:demand:9 has a balance, but no entry names it',
    ],
    [
      'an entry that is gone',
      () => entries().deleteOne({ _id: 'deposit:1' }),
      `the balance of funds:${advertiser} is 0.000000003, its lines sum to ${formatAmount(-700n)}`,
    ],
    [
      'an event charged in an entry that there is not, in front',
      () => judge('charge:1', { v0: [siteOne, 1n] }),
      'event v0 names the entry charge:1, which there is not',
    ],
    [
      'the same between',
      () => judge('charge:3', { v0: [siteOne, 1n] }),
      'event v0 names the entry charge:3, which there is not',
    ],
    [
      'the same behind',
      () => judge('charge:9', { v0: [siteOne, 1n] }),
      'event v0 names the entry charge:9, which there is not',
    ],
    [
      'an event that is charged in no entry',
      () => events().updateOne({ _id: 'v1' }, { $set: { 'verdict.entryId': null } }),
      'event v1 is charged in no entry',
    ],
    [
      'an event that is gone',
      () => events().deleteOne({ _id: 'v4' }),
      'entry charge:4 has 0.00000000001 for fees:demand, its 0 events come to 0',
    ],
    [
      'a charge that is changed',
      () => events().updateOne({ _id: 'v1' }, { $inc: { 'verdict.charge': 1n } }),
      'of event v1 fees and revenue do not sum to its charge',
    ],
    [
      'a fee that is revenue',
      () =>
        events().updateOne(
          { _id: 'v1' },
          { $inc: { 'verdict.demandFee': -1n, 'verdict.revenue': 1n } },
        ),
      'entry charge:2 has 0.00000000006 for fees:demand, its 3 events come to 0.00000000005',
    ],
    [
      'revenue of another site',
      () => events().updateOne({ _id: 'v1' }, { $set: { siteId: siteTwo } }),
      `entry charge:2 has 0.00000000388 for the revenue of site ${siteOne}, its 3 events come to 0.00000000291`,
    ],
    [
      'a charge of another advertiser',
      () => events().updateOne({ _id: 'v1' }, { $set: { advertiserId: publisher } }),
      `entry charge:2 has -0.000000006 for funds:${advertiser}, its 3 events come to -0.000000005`,
    ],
    [
      'a rejected event with an entry',
      () => events().updateOne({ _id: 'v1' }, { $set: { 'verdict.status': 'rejected' } }),
      'event v1 is rejected, but charged in charge:2',
    ],
  ])('names %s', async (_case, spoil, problem) => {
    await plantBooks();
    await spoil();
    expect(await check()).toMatchObject({ exitCode: 1, problem });
  });

  it('is not misled by what is booked while it looks', async () => {
    await plantBooks();
    const { books } = app.ctx;
    let [booked, most] = [0, 0];
    /** Books something, before and after whatever was read so far. */
    const bookMore = async () => {
      for (const place of ['a', 'charge:3', 'z']) {
        const id = `${place}:${(booked += 1)}`;
        await judge(id, { [`v${id}`]: [siteOne, 100n] });
        await post(
          aCharge(id, [
            { book: fundsOf(advertiser), amount: -100n },
            { book: 'fees:demand:7', amount: 1n },
            { book: 'fees:supply:3', amount: 2n },
            { book: earningsOf(publisher), amount: 97n, siteId: siteOne },
          ]),
        );
      }
    };
    async function* busy(entriesOf: AsyncIterable<JournalEntry>): AsyncGenerator<JournalEntry> {
      for await (const entry of entriesOf) {
        if (booked < most) await bookMore();
        yield entry;
      }
    }
    const ctx = {
      ...app.ctx,
      books: {
        ...books,
        streamById: () => busy(books.streamById()),
      },
    };
    for (const check of bookChecks) {
      const before = booked;
      most = booked + 12;
      const [result] = await checkBooks(ctx, [check]);
      expect([check.name, result!.problem]).toEqual([check.name, null]);
      if ('start' in check) expect(booked).toBeGreaterThan(before);
    }
  });
});
