import { formatAccountAddress, parseAccountAddress } from '../sidecar/ledger/address';
import { formatHex } from '../sidecar/ledger/hex';
import { sendMany } from '../sidecar/ledger/transactions/send-many/layout';
import { createServiceContext } from '../src/assembly/service-context';
import { parseConfig } from '../src/config';
import type { ServiceContext } from '../src/api/context';
import { checkBooks } from '../src/money/books/check-books.service';
import { demandFeesOf, earningsOf, fundsOf, supplyFeesOf } from '../src/money/books/book';
import type { BookCheck } from '../src/money/books/checks/book-check';
import { bookChecks } from '../src/money/books/checks/index';
import { preparedPayments } from '../src/money/books/checks/payments';
import type { JournalEntry } from '../src/money/books/journal-entry';
import type { Payment, PaymentBatch } from '../src/money/payments/payment';
import { preparedEntry } from '../src/money/payments/batch/payment-entries';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { anId } from './support/chance';
import { withDatabase } from './support/database';
import { report } from './support/report';

/** Five lines and two events each. */
const entryCount = 200_000;
const batchSize = 2_000;
const accountCount = 1_000;

const idOf = (number: number) => number.toString(16).padStart(32, '0');
const hour = new Date('2026-11-01T10:00:00Z');

/** Makes the entry that the verification stores for two views on two sites. */
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

/** In transactions as settlement makes them. */
const batchCount = 100;
const payeesOfBatch = 500;
const sender = parseAccountAddress('0001-00000001-8B4E');

/** Makes the batch that settlement stores for a confirmed transaction. */
function aBatch(number: number) {
  const preparedAt = new Date(hour.getTime() + number);
  const amount = 9_800n;
  const batchId = anId();
  const payments = Array.from(
    { length: payeesOfBatch },
    (_, at): Payment => ({
      ...{ id: anId(), kind: 'earnings', accountId: idOf(at) },
      ...{ address: formatAccountAddress({ node: 1, user: at + 2 }), amount },
      ...{ state: 'confirmed', earnedFrom: hour, dueSince: hour, earnedUntil: null, preparedAt },
      ...{ sentAt: preparedAt, confirmedAt: preparedAt, returnedAt: null },
      ...{ transactionId: `0001:${number}:0001`, reason: null },
    }),
  );
  const data = sendMany.encode({
    ...{ sender, messageId: number, time: Math.floor(preparedAt.getTime() / 1000) },
    wires: payments.map(({ address }) => ({ recipient: parseAccountAddress(address), amount })),
  });
  const position = { messageId: number, hash: '0'.repeat(64) };
  const batch: PaymentBatch = {
    ...{
      id: batchId,
      kind: 'transfer',
      orderId: null,
      asideSince: null,
      state: 'confirmed',
      isAbandoned: false,
      sentAt: hour,
      position,
      next: position,
    },
    ...{ sender: formatAccountAddress(sender), data: formatHex(data), signature: '' },
    ...{ time: preparedAt, amount: amount * BigInt(payeesOfBatch), fee: 0n, preparedAt },
    ...{
      paymentIds: payments.map(({ id }) => id),
      undecided: null,
      proof: null,
      replacements: 0,
      problem: null,
    },
    transactionId: payments[0]!.transactionId,
  };
  return { payments, batch };
}

async function plantPayments(ctx: ServiceContext): Promise<void> {
  for (let number = 1; number <= batchCount; number += 1) {
    const { payments, batch } = aBatch(number);
    await ctx.inTransaction(async (session) => {
      await ctx.payments.insert(payments, session);
      await ctx.paymentBatches.insert(batch, session);
      const entries = payments.map((one) => preparedEntry(one, one.preparedAt));
      await ctx.books.post(entries, session);
    });
  }
}

/** @throws where anything does not agree: what is planted does */
async function secondsOf(ctx: ServiceContext, checks: readonly BookCheck[]): Promise<number> {
  const startedAt = performance.now();
  for (const { name, problem } of await checkBooks(ctx, checks))
    if (problem !== null) throw new Error(`${name}: ${problem}`);
  return (performance.now() - startedAt) / 1000;
}

void withDatabase(async (db) => {
  const ctx = await createServiceContext(db, parseConfig({}), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
  });
  await plant(db, ctx);
  report('P16b books check, 1,000,000 lines', `${(await secondsOf(ctx, bookChecks)).toFixed(1)} s`);
  await plantPayments(ctx);
  const seconds = await secondsOf(ctx, [preparedPayments]);
  report('P16c its part of 50,000 payments', `${seconds.toFixed(1)} s`);
});
