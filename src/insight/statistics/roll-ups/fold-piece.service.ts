import type { DatabaseSession } from '../../../platform/database/transaction';
import { decodeFacts, encodeFacts } from '../facts/fact-codec';
import type { Fact } from '../facts/fact';
import { type FoldingPiece, type FoldingSide, namePiece, pieceOf } from '../facts/folding-piece';
import { isTrackedView, listFirstViewChanges } from '../first-views/first-views.service';
import { addToRollUps } from './add-to-roll-ups.service';
import { familiesOf, RollUps } from './roll-up';
import type { StatisticsContext } from '../statistics.context';

/** Changes, and shares, of one transaction; each has the facts of up to 1,000 events. */
const atOnce = 30;
/** A source that is not a partition of demand: its facts have no order. */
const ofVisitors = { source: -1, batch: 0 };

/**
 * Adds what waits for a piece to its roll-ups, hands on what others add, and removes what was taken, in one transaction:
 * two processes that do the same piece at once are one after the other.
 *
 * @returns true where more may wait.
 */
export function foldPiece(ctx: StatisticsContext, piece: FoldingPiece): Promise<boolean> {
  const fold = { demand: foldDemand, supply: foldSupply, visitors: foldVisitors }[piece.side];
  return ctx.inTransaction((session) => fold(ctx, piece, session));
}

async function foldDemand(
  ctx: StatisticsContext,
  piece: FoldingPiece,
  session: DatabaseSession,
): Promise<boolean> {
  const { partition } = piece;
  const changes = await ctx.statisticsChanges.list({ partition, limit: atOnce }, session);
  const { shares, facts: firsts } = await takeShares(ctx, piece, session);
  const judged = changes.flatMap(({ facts }) => decodeFacts(facts));
  const facts = [...judged, ...firsts];
  if (facts.length === 0) return false;
  await addToRollUps(ctx, factsIn(facts, new RollUps(familiesOf.demand, partition)), session);
  const from = { source: partition, batch: changes.at(-1)?.batch ?? 0 };
  const views = judged.filter(isTrackedView);
  await ctx.statisticsShares.insert(
    [
      ...sharesOf('supply', facts, ({ publisherId }) => publisherId, from),
      ...sharesOf('visitors', views, ({ trackingId }) => trackingId, from),
    ],
    session,
  );
  await ctx.statisticsChanges.delete(changes, session);
  return changes.length === atOnce || shares.length === atOnce;
}

async function foldSupply(
  ctx: StatisticsContext,
  piece: FoldingPiece,
  session: DatabaseSession,
): Promise<boolean> {
  const { shares, facts } = await takeShares(ctx, piece, session);
  if (facts.length === 0) return false;
  await addToRollUps(ctx, factsIn(facts, new RollUps(familiesOf.supply)), session);
  return shares.length === atOnce;
}

async function foldVisitors(
  ctx: StatisticsContext,
  piece: FoldingPiece,
  session: DatabaseSession,
): Promise<boolean> {
  const { shares, facts } = await takeShares(ctx, piece, session);
  if (facts.length === 0) return false;
  const { uniques, firsts, knownIds } = await listFirstViewChanges(ctx, facts, session);
  await ctx.visitorDays.save(firsts, knownIds, session);
  await ctx.statisticsShares.insert(
    sharesOf('demand', uniques, ({ advertiserId }) => advertiserId, ofVisitors),
    session,
  );
  return shares.length === atOnce;
}

/** Reads what was handed to a piece, and removes it. */
async function takeShares(
  { statisticsShares }: StatisticsContext,
  piece: FoldingPiece,
  session: DatabaseSession,
) {
  const query = { pieces: [namePiece(piece)], limit: atOnce };
  const shares = await statisticsShares.list(query, session);
  await statisticsShares.delete(shares, session);
  return { shares, facts: shares.flatMap(({ facts }) => decodeFacts(facts)) };
}

function factsIn(facts: readonly Fact[], rollUps: RollUps): RollUps {
  for (const fact of facts) rollUps.add(fact);
  return rollUps;
}

function sharesOf<Shared extends Fact>(
  side: FoldingSide,
  facts: readonly Shared[],
  ownerOf: (fact: Shared) => string,
  from: { readonly source: number; readonly batch: number },
) {
  const byPiece = Map.groupBy(facts, (fact) => pieceOf(side, ownerOf(fact)));
  return [...byPiece].map(([piece, some]) => ({
    ...{ piece, ...from },
    ...{ count: some.length, facts: encodeFacts(some) },
  }));
}
