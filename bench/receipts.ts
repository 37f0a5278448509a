import { parseArgs } from 'node:util';
import type { ServiceContext } from '../src/api/context';
import type { AdEvent } from '../src/market/events/event';
import { receivedEntry } from '../src/money/deposits/deposit-entries';
import type { Deposit } from '../src/money/deposits/deposit';
import { bookReceipt } from '../src/money/peer-receipts/book-receipt.service';
import { nothingTold } from '../src/money/peer-receipts/peer-receipt';
import { takeReceipt } from '../src/money/peer-receipts/take-receipt.service';
import { verifyAllDue } from '../src/money/verification/judge/verify.service';
import { anId } from './support/chance';
import { withDatabase } from './support/database';
import { anEvent, hour, openMarket, plantEvents } from './support/judged-market';
import { reportRatio } from './support/report';

const { values } = parseArgs({ options: { lines: { type: 'string', default: '100000' } } });

/** Lines of the receipt, and events of the baseline. */
const lineCount = Number(values.lines);
const warmCount = 5_000;
const eventCount = 50_000;
const linesOfPart = 1_000;
const value = 1_000n;
const peer = '0001-00000004-DBEB';
/** Campaigns of one other server are of one advertiser. */
const advertiserId = '5'.repeat(32);

const verdict = {
  ...{ status: 'accepted', reason: null, price: 0n, rate: null, charge: 0n, demandFee: 0n },
  ...{ supplyFee: 0n, revenue: 0n, judgedAt: hour, entryId: null, batch: 1 },
};

/** Stores accepted views of another server's creatives, as told parts of its receipt. */
async function plantReceipt(ctx: ServiceContext, lines: number): Promise<string> {
  const id = anId();
  const deposit: Deposit = {
    ...{ id, ledgerAddress: ctx.config.ledgerAddress, transactionId: `0001:${id}`, sender: peer },
    ...{ amount: value * BigInt(lines), message: null, sentAt: hour, accountId: null, peer },
    ...{ receiptId: null, isNoReceipt: false, bookedAt: hour, unassignments: 0, proof: null },
    ...{ reversedAt: null, reversals: 0, messageId: null, successorId: null },
    ...{ endedAt: null, endedById: null },
  };
  await ctx.inTransaction(async (session) => {
    await ctx.deposits.insert(deposit, session);
    await ctx.books.post([receivedEntry(deposit)], session);
    await takeReceipt(ctx, deposit, session);
  });
  const [model] = ctx.events.models;
  for (let from = 0; from < lines; from += linesOfPart) {
    const events = Array.from({ length: linesOfPart }, (): AdEvent => {
      const event = anEvent();
      return { ...event, advertiserId, demandServer: peer, price: 0n };
    });
    await ctx.events.insertMany(events, hour);
    await model?.collection.updateMany(
      { _id: { $in: events.map((one) => one.id) as never[] } },
      { $set: { verdict }, $unset: { partition: 1, verifyAt: 1 } },
    );
    const put = [events.map(({ caseId }) => ({ caseId, value }))];
    await ctx.inTransaction((session) =>
      ctx.peerReceipts.putParts(id, { from: from / linesOfPart, put }, session),
    );
  }
  const receipt = await ctx.peerReceipts.find(id);
  if (receipt === null) throw new Error('the receipt is gone');
  const told = { ...nothingTold, pages: 1, parts: lines / linesOfPart, lines };
  await ctx.peerReceipts.change(receipt, { state: 'told', told });
  return id;
}

/** @throws where anything is not booked to who has shown it */
async function book(ctx: ServiceContext, id: string): Promise<void> {
  await bookReceipt(ctx, id, new AbortController().signal);
  const receipt = await ctx.peerReceipts.find(id);
  if (receipt?.state !== 'booked' || receipt.booked.credited !== receipt.amount)
    throw new Error(`the receipt is ${receipt?.state ?? 'gone'}`);
}

async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return count / ((performance.now() - startedAt) / 1000);
}

void withDatabase(async (db) => {
  const ctx = await openMarket(db);
  // Warm, both.
  await plantEvents(ctx, warmCount);
  await verifyAllDue(ctx);
  await book(ctx, await plantReceipt(ctx, warmCount));

  await plantEvents(ctx, eventCount);
  const before = await rateOf(eventCount, () => verifyAllDue(ctx));
  const id = await plantReceipt(ctx, lineCount);
  const booked = await rateOf(lineCount, () => book(ctx, id));
  await plantEvents(ctx, eventCount);
  const after = await rateOf(eventCount, () => verifyAllDue(ctx));
  const charged = (before + after) / 2;
  const figures = `${booked.toFixed(0)} / ${charged.toFixed(0)} per s`;
  reportRatio(`P22-receipt ${lineCount} lines booked / events charged`, figures, booked / charged);
});
