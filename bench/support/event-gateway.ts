import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import type { ServiceContext } from '../../src/api/context';
import {
  foldingSides,
  piecesOf,
  readPiece,
} from '../../src/insight/statistics/facts/folding-piece';
import { countWaiting } from '../../src/insight/statistics/facts/waiting-facts.service';
import { foldAllChanges } from '../../src/insight/statistics/roll-ups/fold-changes.service';
import { foldPiece } from '../../src/insight/statistics/roll-ups/fold-piece.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { openMarket, openServices, plantEvents } from './judged-market';

/** Events that are stored at once; their verdicts are given in the batches of 16 partitions. */
const storedAtOnce = 2_000;

/** Work of a gateway, without HTTP. Each work answers with how many events it was. */
export type EventWork =
  /** Stores events, judges them and adds them to the roll-ups, for some time. */
  | { readonly work: 'count'; readonly forMs: number }
  /** Stores events and judges them. */
  | { readonly work: 'judge'; readonly events: number }
  /** Adds what waits to the roll-ups, as one process does by itself. */
  | { readonly work: 'fold' }
  /** The same by pieces, as one of `of` processes that share them. */
  | { readonly work: 'foldPieces'; readonly at: number; readonly of: number };

/** As others hand on. */
const lookEveryMs = 10;
const pieces = foldingSides.flatMap(piecesOf);

async function main(uri: string, plants: boolean): Promise<void> {
  const db = await mongoose
    .createConnection(uri, { autoIndex: false, autoCreate: false, useBigInt64: true })
    .asPromise();
  const ctx = plants ? await openMarket(db) : await openServices(db);
  if (plants) for (const model of Object.values(db.models)) await model.createIndexes();
  process.once('disconnect', () => process.exit());
  process.on('message', (work: EventWork) => {
    doWork(ctx, work).then(
      (count) => process.send!(count),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  console.log('ready');
}

async function doWork(ctx: ServiceContext, asked: EventWork): Promise<number> {
  if (asked.work === 'fold') return foldAllChanges(ctx);
  if (asked.work === 'foldPieces') return foldShareOfPieces(ctx, asked);
  if (asked.work === 'judge') {
    await plantEvents(ctx, asked.events);
    await verifyAllDue(ctx);
    return asked.events;
  }
  let count = 0;
  const until = performance.now() + asked.forMs;
  while (performance.now() < until) {
    await plantEvents(ctx, storedAtOnce);
    await verifyAllDue(ctx);
    await foldAllChanges(ctx);
    count += storedAtOnce;
  }
  return count;
}

/** Folds its pieces until nothing waits for any piece: others hand on to them meanwhile. */
async function foldShareOfPieces(
  ctx: ServiceContext,
  { at, of }: { readonly at: number; readonly of: number },
): Promise<number> {
  for (;;) {
    const waiting = await countWaiting(ctx);
    if (waiting.facts === 0) return 0;
    const own = pieces.filter((piece, index) => index % of === at && waiting.pieces.has(piece));
    for (const piece of own) while (await foldPiece(ctx, readPiece(piece)));
    if (own.length === 0) await sleep(lookEveryMs);
  }
}

void main(process.argv[2]!, process.argv[3] === 'plants');
