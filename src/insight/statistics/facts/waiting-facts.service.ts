import { AppError } from '../../../errors';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { decodeFacts } from './fact-codec';
import type { Fact } from './fact';
import { type FoldingSide, namePiece, pieceOf, piecesOf } from './folding-piece';
import type { RollUpSide } from '../roll-ups/roll-up';
import type { StatisticsContext } from '../statistics.context';
import { partitionOf } from '../../../market/events/event';

type Context = Pick<StatisticsContext, 'statisticsChanges' | 'statisticsShares'>;

/** Facts that roll-ups do not have yet. */
export interface WaitingFacts {
  /** To be added to the roll-ups of a side. */
  readonly facts: readonly Fact[];
  /** Those whose first views are not found yet; a visitor's of one advertiser are in the order of the verdicts. */
  readonly views: readonly Fact[];
}

const mostChanges = 1_000;
const mostShares = 5_000;

/**
 * Lists what waits to be added to the roll-ups of a side.
 * @param accountId an advertiser or a publisher, as the side is; null: everybody
 * @throws {AppError} `SERVICE_UNAVAILABLE` where that is too much, as after the gateways were down.
 */
export async function listWaitingFacts(
  ctx: Context,
  { side, accountId }: { readonly side: RollUpSide; readonly accountId: string | null },
  session: DatabaseSession,
): Promise<WaitingFacts> {
  const source = side === 'demand' && accountId !== null ? partitionOf(accountId) : undefined;
  const ownPieces = (of: FoldingSide) =>
    of === side && accountId !== null ? [pieceOf(of, accountId)] : piecesOf(of);
  const judged = await listChanges(ctx, source ?? null, session);
  // Facts that demand has not handed on are not at supply either.
  const before = side === 'demand' ? ['demand' as const] : (['demand', 'supply'] as const);
  const facts = await listShares(ctx, { pieces: before.flatMap(ownPieces) }, session);
  const ofVisitors = { pieces: piecesOf('visitors'), ...(source !== undefined && { source }) };
  const views = await listShares(ctx, ofVisitors, session);
  return { facts: [...judged, ...facts], views: [...views, ...judged] };
}

const decodeAll = (stored: readonly { readonly facts: string }[]): readonly Fact[] =>
  stored.flatMap(({ facts }) => decodeFacts(facts));

async function listChanges(
  { statisticsChanges }: Context,
  partition: number | null,
  session: DatabaseSession,
): Promise<readonly Fact[]> {
  const changes = await statisticsChanges.list({ partition, limit: mostChanges }, session);
  if (changes.length === mostChanges) throw isBehind();
  return decodeAll(changes);
}

async function listShares(
  { statisticsShares }: Context,
  query: { readonly pieces: readonly string[]; readonly source?: number },
  session: DatabaseSession,
): Promise<readonly Fact[]> {
  const shares = await statisticsShares.list({ ...query, limit: mostShares }, session);
  if (shares.length === mostShares) throw isBehind();
  return decodeAll(shares);
}

const isBehind = () =>
  new AppError('SERVICE_UNAVAILABLE', 'statistics are being caught up with', {
    retryAfterSeconds: 5,
  });

/** Pieces that something waits for, with the number of facts: as many as are counted, more may wait. */
export async function countWaiting({
  statisticsChanges,
  statisticsShares,
}: Context): Promise<{ readonly pieces: ReadonlySet<string>; readonly facts: number }> {
  const changes = await statisticsChanges.listWaiting(mostChanges);
  const shares = await statisticsShares.listWaiting(mostShares);
  const waiting = [
    ...changes.map(({ partition, count }) => ({
      piece: namePiece({ side: 'demand', partition }),
      count,
    })),
    ...shares,
  ];
  return {
    pieces: new Set(waiting.map(({ piece }) => piece)),
    facts: waiting.reduce((sum, { count }) => sum + count, 0),
  };
}
