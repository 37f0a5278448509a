import { createServiceContext } from '../src/service-context';
import { parseConfig } from '../src/config';
import type { ServiceContext } from '../src/context';
import { checkBooks } from '../src/money/books/check-books.service';
import { demandFeesOf, earningsOf, fundsOf, supplyFeesOf } from '../src/money/books/book';
import type { JournalEntry } from '../src/money/books/journal-entry';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { withDatabase } from './support/database';
import { report } from './support/report';

/** Five lines and two events each. */
const entryCount = 200_000;
const batchSize = 2_000;
const accountCount = 1_000;

const idOf = (number: number) => number.toString(16).padStart(32, '0');
const hour = new Date('2026-11-01T10:00:00Z');

/** What the verification stores for two views on two sites. */
function aCharge(number: number) {
  const [advertiser, publisher] = [idOf(number % accountCount), idOf((number * 7) % accountCount)];
  const about = { campaignId: advertiser, hour };
  const entry: JournalEntry = {
    id: `charge:${String(number).padStart(9, '0')}`,
    kind: 'charge',
    at: new Date(hour.getTime() + number),
    lines: [
      { book: fundsOf(advertiser), amount: -20_000n, ...about },
      { book: demandFeesOf(number % 16), amount: 200n, ...about },
      { book: supplyFeesOf(number % 16), amount: 200n, ...about },
      { book: earningsOf(publisher), amount: 9_800n, siteId: idOf(1), ...about },
      { book: earningsOf(publisher), amount: 9_800n, siteId: idOf(2), ...about },
    ],
    memo: null,
  };
  const events = [1, 2].map((site) => ({
    _id: `impression:${number}:${site}`,
    advertiserId: advertiser,
    siteId: idOf(site),
    occurredAt: hour,
    verdict: {
      status: 'accepted',
      entryId: entry.id,
      price: 10_000n,
      rate: 100_000_000_000n,
      charge: 10_000n,
      demandFee: 100n,
      supplyFee: 100n,
      revenue: 9_800n,
    },
  }));
  return { entry, events };
}

async function plant(db: Connection, { books, inTransaction }: ServiceContext): Promise<void> {
  for (let first = 0; first < entryCount; first += batchSize) {
    const charges = Array.from({ length: batchSize }, (_, at) => aCharge(first + at));
    await db
      .collection<{ _id: string }>('events')
      .insertMany(charges.flatMap(({ events }) => events));
    const entries = charges.map(({ entry }) => entry);
    await inTransaction((session) => books.post(entries, session));
  }
}

void withDatabase(async (db) => {
  const ctx = await createServiceContext(db, parseConfig({}), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
  });
  await plant(db, ctx);
  const startedAt = performance.now();
  const checks = await checkBooks(ctx);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const { name, problem } of checks)
    if (problem !== null) throw new Error(`${name}: ${problem}`);
  report('P16b books check, 1,000,000 lines', `${seconds.toFixed(1)} s`);
});
