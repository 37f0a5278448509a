import type { DatabaseSession } from '../../../platform/database/transaction';
import { decodeFacts } from '../facts/fact-codec';
import { type FoldingSide, foldingSides, piecesOf, readPiece } from '../facts/folding-piece';
import type { StoredShare } from '../facts/statistics-share.store';
import { listFirstViewChanges } from '../first-views/first-views.service';
import { addToRollUps } from './add-to-roll-ups.service';
import { familiesOf, RollUps } from './roll-up';
import type { StatisticsContext } from '../statistics.context';

/** Changes of one transaction, each with the facts of up to 1,000 events. */
const changesAtOnce = 30;
/** Shares of one transaction. */
const sharesAtOnce = 60;

/**
 * Adds what waits to the roll-ups of every side, and removes it, in one transaction: whoever dies on the way has done
 * nothing. What pieces have handed on comes first, since its verdicts are older.
 *
 * @returns how many facts it has added; 0: there are none.
 */
export function foldChanges(ctx: StatisticsContext): Promise<number> {
  return ctx.inTransaction(async (session) => {
    const pieces = foldingSides.flatMap(piecesOf);
    const shares = await ctx.statisticsShares.list({ pieces, limit: sharesAtOnce }, session);
    const changes =
      shares.length === sharesAtOnce
        ? []
        : await ctx.statisticsChanges.list({ partition: null, limit: changesAtOnce }, session);
    const added = await addWaiting(ctx, { shares, changes }, session);
    await ctx.statisticsShares.delete(shares, session);
    await ctx.statisticsChanges.delete(changes, session);
    return added;
  });
}

/** Adds all that there is, or until the signal. @returns how many facts. */
export async function foldAllChanges(
  ctx: StatisticsContext,
  signal?: AbortSignal,
): Promise<number> {
  let sum = 0;
  while (signal?.aborted !== true) {
    const folded = await foldChanges(ctx);
    if (folded === 0) break;
    sum += folded;
  }
  return sum;
}

async function addWaiting(
  ctx: StatisticsContext,
  waiting: {
    readonly shares: readonly StoredShare[];
    readonly changes: readonly { readonly facts: string }[];
  },
  session: DatabaseSession,
): Promise<number> {
  const judged = waiting.changes.flatMap(({ facts }) => decodeFacts(facts));
  const handedTo = (side: FoldingSide) =>
    waiting.shares
      .filter(({ piece }) => readPiece(piece).side === side)
      .flatMap(({ facts }) => decodeFacts(facts));
  const toDemand = handedTo('demand');
  const toSupply = handedTo('supply');
  const toVisitors = handedTo('visitors');
  if (judged.length + waiting.shares.length === 0) return 0;
  const views = [...toVisitors, ...judged];
  const { uniques, firsts, knownIds } = await listFirstViewChanges(ctx, views, session);
  const rollUps = new RollUps();
  for (const fact of [...judged, ...toDemand, ...uniques]) rollUps.add(fact);
  for (const fact of toSupply) rollUps.add(fact, familiesOf.supply);
  await addToRollUps(ctx, rollUps, session);
  await ctx.visitorDays.save(firsts, knownIds, session);
  return judged.length + toDemand.length + toSupply.length + toVisitors.length;
}
