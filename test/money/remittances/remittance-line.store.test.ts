import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { openDatabase } from '../../../src/platform/database/connection';
import { createRemittanceLineStore } from '../../../src/money/remittances/remittance-line.store';
import { freshDatabase } from '../../support/database';
import { anId } from '../../support/events';

type Store = ReturnType<typeof createRemittanceLineStore>;

let db: Connection;
let store: Store;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
  store = createRemittanceLineStore(db);
});
afterAll(() => db.close());

const lineAt = (at: number) => ({
  cid: at.toString(16).padStart(32, '0'),
  // More than a floating-point number holds.
  value: 2n ** 60n + BigInt(at),
});
const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => lineAt(from + at));

async function write(id: string, count: number): Promise<void> {
  const writtenAt = new Date();
  for (let from = 0; from < count; from += 1_000)
    await store.putLines(id, { from, put: lines(from, Math.min(1_000, count - from)), writtenAt });
  await store.removeLines(id, count);
}

it('gives any page of lines, in their order', async () => {
  const id = anId();
  await write(id, 2_500);
  await write(anId(), 1_200);
  for (const [offset, limit] of [
    [0, 1],
    [0, 2_500],
    [999, 2],
    [1_000, 1_000],
    [1_499, 1_001],
    [2_499, 10_000],
    [2_500, 5_000],
    [999_999_999, 10_000],
    [0, 0],
  ] as const)
    expect(await store.listLines(id, { offset, limit })).toEqual(
      lines(0, 2_500).slice(offset, offset + limit),
    );
});

it('has what was written last, when there is less of it', async () => {
  const id = anId();
  await write(id, 3_000);
  await write(id, 1_001);
  expect(await store.listLines(id, { offset: 0, limit: 10_000 })).toEqual(lines(0, 1_001));
  await write(id, 0);
  expect(await store.listLines(id, { offset: 0, limit: 10_000 })).toEqual([]);
});

it('takes whole blocks alone', async () => {
  const put = lines(0, 1_001);
  const writtenAt = new Date();
  await expect(store.putLines(anId(), { from: 0, put, writtenAt })).rejects.toThrow('no block');
  await expect(
    store.putLines(anId(), { from: 1, put: put.slice(0, 1), writtenAt }),
  ).rejects.toThrow('no block');
});
