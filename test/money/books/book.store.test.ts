import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { earningsOf, fundsOf } from '../../../src/money/books/book';
import { type BookStore, createBookStore } from '../../../src/money/books/book.store';
import type { JournalEntry, JournalLine } from '../../../src/money/books/journal-entry';
import { openDatabase } from '../../../src/platform/database/connection';
import {
  createTransactions,
  type DatabaseSession,
  type InTransaction,
} from '../../../src/platform/database/transaction';
import { freshDatabase } from '../../support/database';

const alice = fundsOf('a'.repeat(32));
const bob = earningsOf('b'.repeat(32));
const noon = new Date('2026-11-22T12:00:00Z');

interface Process {
  readonly db: Connection;
  readonly books: BookStore;
  readonly inTransaction: InTransaction;
}

async function startProcess(uri: string): Promise<Process> {
  const db = await openDatabase(uri);
  return { db, books: createBookStore(db), inTransaction: createTransactions(db) };
}

let processes: readonly Process[];
let one: Process;
beforeAll(async () => {
  const uri = await freshDatabase();
  processes = [await startProcess(uri), await startProcess(uri)];
  one = processes[0]!;
  for (const model of one.books.models) await model.createIndexes();
});
afterAll(() => Promise.all(processes.map(({ db }) => db.close())));
beforeEach(async () => {
  for (const name of ['journalEntries', 'balances']) await one.db.collection(name).deleteMany({});
});

function entry(
  id: string,
  lines: readonly JournalLine[] = [
    { book: alice, amount: 5n },
    { book: 'outside:deposits', amount: -5n },
  ],
): JournalEntry {
  return { id, kind: 'deposit', at: noon, lines, memo: null };
}

const post = ({ books, inTransaction }: Process, ...entries: readonly JournalEntry[]) =>
  inTransaction((session) => books.post(entries, session));

async function stored() {
  const { db } = one;
  const entries = await db.collection('journalEntries').find().sort({ _id: 1 }).toArray();
  const balances = await db.collection('balances').find().sort({ _id: 1 }).toArray();
  return {
    ids: entries.map(({ _id }) => String(_id)),
    balances: Object.fromEntries(balances.map(({ _id, balance }) => [String(_id), balance])),
  };
}

describe('post', () => {
  it('stores entries and adds their lines to the balances', async () => {
    const lines = [
      { book: alice, amount: -100n, campaignId: 'c', hour: noon },
      { book: bob, amount: 98n, siteId: 's' },
      { book: 'fees:demand:3', amount: 1n },
      { book: 'fees:supply:3', amount: 1n },
    ] as const;
    const booked = await post(one, entry('1'), { ...entry('2', lines), memo: 'an hour' });
    expect(booked.map(({ id }) => id)).toEqual(['1', '2']);
    expect((await stored()).balances).toEqual({
      [alice]: -95n,
      [bob]: 98n,
      'fees:demand:3': 1n,
      'fees:supply:3': 1n,
      'outside:deposits': -5n,
    });
    expect(await one.books.findEntry('2')).toEqual({ ...entry('2', lines), memo: 'an hour' });
    expect(await one.books.balancesOf([bob, alice, 'unclaimed'])).toEqual(
      new Map([
        [bob, 98n],
        [alice, -95n],
        ['unclaimed', 0n],
      ]),
    );
  });

  it('does nothing for an entry that is booked', async () => {
    await post(one, entry('1'));
    const booked = await post(one, entry('1'), entry('2'));
    expect(booked.map(({ id }) => id)).toEqual(['2']);
    expect(await post(one, entry('1'), entry('2'))).toEqual([]);
    expect(await stored()).toEqual({
      ids: ['1', '2'],
      balances: { [alice]: 10n, 'outside:deposits': -10n },
    });
  });

  it('books an entry once that processes post at the same time', async () => {
    const booked = await Promise.all(
      Array.from({ length: 20 }, (_, at) => post(processes[at % 2]!, entry('1'))),
    );
    expect(booked.flat().map(({ id }) => id)).toEqual(['1']);
    expect((await stored()).balances).toEqual({ [alice]: 5n, 'outside:deposits': -5n });
  });

  it('loses nothing of what processes book in one book at the same time', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => post(processes[at % 2]!, entry(`e${at}`))),
    );
    expect((await stored()).balances).toEqual({ [alice]: 200n, 'outside:deposits': -200n });
  });

  it.each([
    [
      'lines that do not sum to 0',
      entry('1', [
        { book: alice, amount: 5n },
        { book: bob, amount: -4n },
      ]),
      'sum to 1, not to 0',
    ],
    ['one line', entry('1', [{ book: alice, amount: 5n }]), 'two lines or more'],
    [
      'a line of 0',
      entry('1', [
        { book: alice, amount: 0n },
        { book: bob, amount: 0n },
      ]),
      'moves 0 units',
    ],
    [
      'more than int64',
      entry('1', [
        { book: alice, amount: 2n ** 63n },
        { book: bob, amount: -(2n ** 63n) },
      ]),
      'no amount of a line',
    ],
    [
      'a book that there is not',
      entry('1', [
        { book: 'funds:nobody', amount: 5n },
        { book: bob, amount: -5n },
      ]),
      'names no book: funds:nobody',
    ],
    ['no id', entry(''), '1 to 120 characters'],
  ])('refuses %s, and all that comes with it', async (_case, wrong, message) => {
    await expect(post(one, entry('right'), wrong)).rejects.toThrow(message);
    expect(await stored()).toEqual({ ids: [], balances: {} });
  });

  it('refuses entries that together are more than a balance can hold', async () => {
    const halves = ['1', '2'].map((id) => {
      const lines = [
        { book: alice, amount: 2n ** 62n },
        { book: bob, amount: -(2n ** 62n) },
      ];
      return { ...entry(id), lines };
    });
    await expect(post(one, ...halves)).rejects.toThrow('too many');
    expect(await stored()).toEqual({ ids: [], balances: {} });
  });

  it('refuses two entries of one id', async () => {
    await expect(post(one, entry('1'), entry('1'))).rejects.toThrow('the same id');
  });

  it('refuses what would carry a balance beyond int64', async () => {
    const half = 2n ** 62n;
    const lines = [
      { book: alice, amount: half },
      { book: 'outside:deposits', amount: -half },
    ] as const;
    await post(one, entry('1', lines));
    await expect(post(one, entry('2', lines))).rejects.toThrow();
    expect((await stored()).ids).toEqual(['1']);
  });
});

describe('a transaction that fails', () => {
  type Step = 'find' | 'insert' | 'update';
  /** Makes a command of the post fail, on its way out or after it was done. */
  function failing({ db, books, inTransaction }: Process, step: Step, isDone: boolean) {
    const [entries, balances] = [db.model('JournalEntry'), db.model('Balance')];
    const fault = new Error(`fault at ${step}`);
    const failAround = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (isDone) await work();
      throw fault;
    };
    const insert = entries.collection.insertMany.bind(entries.collection);
    const update = balances.collection.bulkWrite.bind(balances.collection);
    const find = entries.find.bind(entries);
    if (step === 'find')
      entries.find = ((...args: Parameters<typeof find>) => ({
        lean: () => failAround(() => find(...args).lean()),
      })) as unknown as typeof entries.find;
    if (step === 'insert')
      entries.collection.insertMany = (...args: Parameters<typeof insert>) =>
        failAround(() => insert(...args));
    if (step === 'update')
      balances.collection.bulkWrite = (...args: Parameters<typeof update>) =>
        failAround(() => update(...args));
    return {
      run: () => inTransaction((session: DatabaseSession) => books.post([entry('1')], session)),
      mend() {
        entries.find = find;
        entries.collection.insertMany = insert;
        balances.collection.bulkWrite = update;
      },
    };
  }

  it.each([
    ['find', false],
    ['find', true],
    ['insert', false],
    ['insert', true],
    ['update', false],
    ['update', true],
  ] as const)(
    'at the %s, done: %p, leaves no half, and is done at the next try',
    async (step, isDone) => {
      await post(one, entry('before'));
      const broken = failing(one, step, isDone);
      await expect(broken.run()).rejects.toThrow(`fault at ${step}`);
      broken.mend();
      expect(await stored()).toEqual({
        ids: ['before'],
        balances: { [alice]: 5n, 'outside:deposits': -5n },
      });
      await broken.run();
      expect(await stored()).toEqual({
        ids: ['1', 'before'],
        balances: { [alice]: 10n, 'outside:deposits': -10n },
      });
    },
  );

  it('behind the post takes it back, too', async () => {
    const failed = one.inTransaction(async (session) => {
      await one.books.post([entry('1')], session);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await stored()).toEqual({ ids: [], balances: {} });
  });

  it('because its process died leaves nothing', async () => {
    const session = await processes[1]!.db.startSession();
    session.startTransaction();
    await processes[1]!.books.post([entry('1')], session);
    await session.endSession();
    expect(await stored()).toEqual({ ids: [], balances: {} });
    await post(one, entry('1'));
    expect((await stored()).ids).toEqual(['1']);
  });
});
