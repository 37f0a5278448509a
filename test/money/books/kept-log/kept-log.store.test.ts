import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { createKeptLogStore } from '../../../../src/money/books/kept-log/kept-log.store';
import { openDatabase } from '../../../../src/platform/database/connection';
import { freshDatabase } from '../../../support/database';

const ledgerAddress = '0001-00000000-9B6F';

let db: Connection;
let store: ReturnType<typeof createKeptLogStore>;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
  store = createKeptLogStore(db);
});
afterAll(() => db.close());

const received = (id: string, transactionId: string) => ({
  ...({ id, ledgerAddress, direction: 'received', transactionId, word: 'closed' } as const),
  ...{ time: new Date('2026-11-22T12:00:00Z'), messageId: null, sender: ledgerAddress },
  ...{ amount: 1n, wires: [], message: null, signature: null, block: null },
});

it('lists every transfer of an id that a page ends with', async () => {
  const ids = ['0001:00000001:0001', '0001:00000002:0001', '0001:00000003:0001'] as const;
  await store.keep([
    ...[received('a', ids[0]), received('b', ids[1]), received('c', ids[1])],
    received('d', ids[2]),
  ]);
  const pages: string[][] = [];
  for (let afterId = ''; ; ) {
    const page = await store.listReceived(ledgerAddress, afterId, 2);
    const last = page.at(-1);
    if (!last) break;
    pages.push(page.map(({ id }) => id).sort());
    afterId = last.transactionId;
  }
  expect(pages).toEqual([['a', 'b', 'c'], ['d']]);
});
