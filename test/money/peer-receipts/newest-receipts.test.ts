import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { nothingBooked, nothingTold } from '../../../src/money/peer-receipts/peer-receipt';
import {
  createPeerReceiptStore,
  type ReceiptFilter,
} from '../../../src/money/peer-receipts/peer-receipt.store';
import { openDatabase } from '../../../src/platform/database/connection';
import { createTransactions } from '../../../src/platform/database/transaction';
import { freshDatabase } from '../../support/database';

const [ours, other] = ['0001-00000004-DBEB', '0001-00000005-CBCA'] as const;
const everything: ReceiptFilter = { peer: null, state: null };
const idOf = (digits: string): string => digits.padEnd(32, '0');

let db: Connection;
let store: ReturnType<typeof createPeerReceiptStore>;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
  store = createPeerReceiptStore(db);
  await Promise.all(store.models.map((model) => model.ensureIndexes()));
});
beforeEach(async () => {
  for (const model of store.models) await model.deleteMany();
});
afterAll(() => db.close());

/** @param second of its receipt */
async function take(digits: string, second: number, peer: string = ours): Promise<void> {
  const id = idOf(digits);
  const receipt = {
    ...{ id, depositId: id, peer, transactionId: `0001:${digits}`, amount: 1n },
    ...({ state: 'received', receivedAt: new Date(second * 1000), isReversed: false } as const),
    ...{ reversals: 0, nextAt: null, problem: null, endedAt: null, removal: null },
    ...{ told: nothingTold, booked: nothingBooked },
  };
  await createTransactions(db)((session) => store.insert(receipt, session));
}

async function keep(digits: string): Promise<void> {
  const receipt = await store.find(idOf(digits));
  if (receipt !== null) await store.change(receipt, { state: 'kept' });
}

/** First digits of the ids. */
async function list(first: number, after: string | null, filter = everything): Promise<string> {
  const page = { first, afterId: after === null ? null : idOf(after) };
  return (await store.listAll(filter, page)).map(({ id }) => id.charAt(0)).join('');
}

describe('the list of receipts', () => {
  it('has the newest first, and of one moment goes by ids', async () => {
    for (const [digits, second] of [
      ['5', 1],
      ['1', 3],
      ['9', 2],
      ['2', 2],
      ['4', 2],
    ] as const)
      await take(digits, second);
    expect(await list(10, null)).toBe('19425');
  });

  it('goes on behind a receipt while new ones come, and while that one changes', async () => {
    for (const [digits, second] of [
      ['5', 1],
      ['1', 3],
      ['9', 2],
      ['2', 2],
      ['4', 2],
    ] as const)
      await take(digits, second);
    const received = { peer: null, state: 'received' } as const;
    expect(await list(2, null, received)).toBe('19');
    await take('a', 4);
    await take('0', 4);
    await keep('9');
    expect(await list(2, '9', received)).toBe('42');
    expect(await list(2, '2', received)).toBe('5');
    expect(await list(2, '5', received)).toBe('');
  });

  it('goes on behind an id with dashes, and ends behind one that nothing has', async () => {
    await take('1', 1);
    await take('2', 2);
    const dashed = '20000000-0000-0000-0000-000000000000';
    const behind = (afterId: string) => store.listAll(everything, { first: 9, afterId });
    expect((await behind(dashed)).map(({ id }) => id)).toEqual([idOf('1')]);
    for (const unknown of [idOf('3'), 'x', '']) expect(await behind(unknown)).toEqual([]);
  });

  it('has those of one server, in one state, or both', async () => {
    for (const [digits, second] of [
      ['1', 1],
      ['2', 2],
      ['3', 3],
    ] as const)
      await take(digits, second);
    for (const [digits, second] of [
      ['4', 4],
      ['5', 5],
    ] as const)
      await take(digits, second, other);
    for (const digits of ['2', '3', '5']) await keep(digits);
    expect(await list(9, null, { peer: ours, state: null })).toBe('321');
    expect(await list(9, null, { peer: null, state: 'kept' })).toBe('532');
    expect(await list(9, null, { peer: ours, state: 'kept' })).toBe('32');
    expect(await list(9, '3', { peer: ours, state: 'kept' })).toBe('2');
  });

  it.each([
    [{}],
    [{ peer: ours }],
    [{ state: 'kept' as const }],
    [{ peer: ours, state: 'kept' as const }],
  ])('reads the page that it tells and no more, of %j', async (filter) => {
    for (let nth = 0; nth < 16; nth += 1) {
      const digits = nth.toString(16);
      await take(digits, nth, nth % 2 === 0 ? ours : other);
      if (nth % 4 < 2) await keep(digits);
    }
    const conditions = { ...filter, receivedAt: { $lte: new Date(12_000) } };
    const found = db.collection('peerReceipts').find(conditions).limit(2);
    const plan = await found.sort({ receivedAt: -1, _id: -1 }).explain('executionStats');
    expect(JSON.stringify(plan)).not.toContain('"SORT"');
    expect(plan).toMatchObject({ executionStats: { nReturned: 2, totalDocsExamined: 2 } });
  });
});

it('those with something to be done are found without a look at all that are booked', async () => {
  for (let nth = 0; nth < 16; nth += 1) {
    const digits = nth.toString(16);
    await take(digits, nth);
    const receipt = await store.find(idOf(digits));
    const isOpen = nth % 8 === 0;
    const changes = isOpen ? { nextAt: new Date(nth) } : { state: 'booked' as const };
    if (receipt !== null) await store.change(receipt, changes);
  }
  const finds: object[] = [];
  db.set('debug', (_collection: string, _method: string, filter: object) => finds.push(filter));
  const due = await store.listDue(new Date(8), 16);
  db.set('debug', false);
  expect(due.map(({ nextAt }) => nextAt?.getTime())).toEqual([0, 8]);
  const [filter] = finds;
  const found = db.collection('peerReceipts').find({ ...filter });
  const plan = await found.sort({ nextAt: 1 }).explain('executionStats');
  expect(plan).toMatchObject({ executionStats: { nReturned: 2, totalDocsExamined: 2 } });
});
