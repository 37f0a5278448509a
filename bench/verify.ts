import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import type { VerdictDocument } from '../src/money/verification/verification.store';
import { partitions } from '../src/market/events/event';
import { verifyAllDue } from '../src/money/verification/judge/verify.service';
import { withDatabase } from './support/database';
import { hour, openMarket, plantEvents, price } from './support/judged-market';
import { report, reportRatio } from './support/report';

const { values } = parseArgs({ options: { events: { type: 'string', default: '300000' } } });

/** Events of either side. */
const count = 50_000;
const warmCount = 5_000;
/** From how many to how many (`--events`) memory is seen to stay. */
const memoryFrom = 100_000;
const memoryTo = Number(values.events);
const batchSize = 1_000;

/** Reads what is due, and writes each event anew, with the driver alone. */
async function rewrite(db: Connection): Promise<number> {
  const events = db.collection<VerdictDocument>('events');
  const judgedAt = new Date();
  const nothing = { demandFee: 0n, supplyFee: 0n, revenue: 0n, rate: null, reason: null };
  let rewritten = 0;
  for (const partition of partitions)
    for (;;) {
      const due = await events
        .find({ partition, verifyAt: { $lte: hour } })
        .sort({ verifyAt: 1 })
        .limit(batchSize)
        .toArray();
      if (due.length === 0) break;
      await events.bulkWrite(
        due.map(({ partition: _partition, verifyAt: _verifyAt, ...event }) => ({
          replaceOne: {
            filter: { _id: event._id },
            replacement: {
              ...event,
              verdict: {
                ...{ status: 'accepted', price, charge: 0n, ...nothing },
                ...{ judgedAt, entryId: `charge:${partition}`, batch: 1 },
              },
            },
          },
        })),
        { ordered: false, writeConcern: { w: 'majority', journal: true } },
      );
      rewritten += due.length;
    }
  return rewritten;
}

async function rateOf(work: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  return (await work()) / ((performance.now() - startedAt) / 1000);
}

const residentMiB = () => process.memoryUsage().rss / 2 ** 20;

void withDatabase(async (db) => {
  const ctx = await openMarket(db);
  // Warm, both.
  await plantEvents(ctx, warmCount);
  await verifyAllDue(ctx);
  await plantEvents(ctx, warmCount);
  await rewrite(db);

  await plantEvents(ctx, count);
  const bare = await rateOf(() => rewrite(db));
  await plantEvents(ctx, count);
  const verified = await rateOf(() => verifyAllDue(ctx));
  const figures = `${verified.toFixed(0)} / ${bare.toFixed(0)} per s`;
  reportRatio('P15b events verified / rewritten by the driver', figures, verified / bare);

  const verifyUpTo = async (done: number, all: number) => {
    await plantEvents(ctx, all - done);
    await verifyAllDue(ctx);
    const accepted = await db
      .collection('events')
      .countDocuments({ 'verdict.status': 'accepted', 'verdict.charge': { $gt: 0n } });
    if (accepted !== all) throw new Error(`${accepted} events were charged`);
    return residentMiB();
  };
  let events = memoryFrom;
  const first = await verifyUpTo(warmCount + count, events);
  let most = first;
  for (; events < memoryTo; events += memoryFrom)
    most = Math.max(most, await verifyUpTo(events, events + memoryFrom));
  const figure = `${first.toFixed(0)} / at most ${most.toFixed(0)} MiB`;
  report(`P15c memory after ${memoryFrom} / to ${events} events`, figure);
});
