import { type Amount, formatAmount } from '../../amount';
import { AppError } from '../../errors';
import { createId } from '../../id';
import { peerAccountIdOf } from '../../peers/directory/peer-account.service';
import { getPeer } from '../../peers/directory/peer.service';
import type { PeerContext } from '../../peers/directory/peer.context';
import type { DatabaseSession } from '../../platform/database/transaction';
import { earningsOf } from '../books/book';
import { payableUntil } from '../payments/due/final-hours.service';
import { listReturned, writeDetailsAnew } from './prepare-remittances.service';
import type { Remittance } from './remittance';
import type { RemittanceContext } from './remittance.context';
import { TakenUpError } from './remittance.store';

/** Earnings of a server that were written off. */
export interface WrittenOff {
  /** The server’s account on the ledger. */
  readonly address: string;
  /** Unit: 10^-11 coins. */
  readonly amount: Amount;
  /** The sum of its details, which is paid next: 10^-11 coins. */
  readonly left: Amount;
}

/**
 * Takes out of a server’s earnings what no details can tell any more, as its events are gone: they are the operator’s then, and
 * what details tell is paid. Nothing else lets a payment to that server be made again.
 *
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for a text that is no address; `CONFLICT` where all has its details, and
 * while these change.
 * @see docs/money.md "Other servers"
 */
export async function writeOffUntold(
  ctx: RemittanceContext & PeerContext,
  text: string,
): Promise<WrittenOff> {
  const { address } = await getPeer(ctx, text);
  const of = {
    ...{ address, accountId: peerAccountIdOf(address) },
    until: payableUntil(ctx, await ctx.settlements.get()),
  };
  // Those that tell all are left: a settler that writes them meanwhile, and this, would keep each other from ending.
  if ((await findWhole(ctx, of)) === null) await writeDetails(ctx, of);
  const { amount, left } = await ctx.inTransaction((session) => bookUntold(ctx, of, session));
  if (amount <= 0n) throw nothingUntold(address);
  ctx.log.warn(
    { address, amount: formatAmount(amount) },
    'earnings of another server that no details tell were written off',
  );
  return { address, amount, left };
}

interface Earner {
  readonly address: string;
  readonly accountId: string;
  /** Earnings of hours before it alone; null: of any. */
  readonly until: Date | null;
}

async function writeDetails(ctx: RemittanceContext, of: Earner): Promise<void> {
  try {
    await writeDetailsAnew(ctx, of.accountId, of.until);
  } catch (error) {
    throw error instanceof TakenUpError ? detailsChange(of.address) : error;
  }
}

/** A run that collects meanwhile meets this transaction at the remittance: of two at once one comes second, and sees the other. */
async function bookUntold(
  ctx: RemittanceContext,
  of: Earner,
  session: DatabaseSession,
): Promise<Omit<WrittenOff, 'address'>> {
  const { address, accountId, until } = of;
  const at = ctx.now();
  const [earnings] = await ctx.books.listEarningsOf([accountId], { until, now: at }, session);
  const whole = await findWhole(ctx, of, session);
  if (!whole?.details) throw detailsChange(address);
  const { count, sum: left } = whole.details;
  const amount = (earnings?.payable ?? 0n) - left;
  if (amount <= 0n && count > 0) throw nothingUntold(address);
  // One without lines goes, also where nothing is written off: it would be as old as this when the server earns again.
  const isOurs =
    count === 0
      ? await ctx.remittances.removeEmpty(whole.id, session)
      : await ctx.remittances.takeUp(
          whole.id,
          { from: 'ready', collector: createId(ctx) },
          session,
        );
  if (!isOurs) throw detailsChange(address);
  if (amount <= 0n) return { amount, left };
  const lines = [
    { book: earningsOf(accountId), amount: -amount },
    { book: 'peers:rest', amount },
  ] as const;
  const memo = `earned by ${address}, without an event that tells it`;
  const id = `peer-write-off:${createId(ctx)}`;
  await ctx.books.post([{ id, kind: 'transfer', at, lines, memo }], session);
  return { amount, left };
}

/** null: details are not written, or do not tell all. @param session default: none */
async function findWhole(
  ctx: RemittanceContext,
  { accountId, until }: Earner,
  session?: DatabaseSession,
): Promise<Remittance | null> {
  const open = (await ctx.remittances.listOpen([accountId], session)).get(accountId);
  if (!open?.details || (await listReturned(ctx, accountId, session)).length > 0) return null;
  // Events that were judged meanwhile are in the books, and in no details yet.
  return (await ctx.peerEarnings.hasUntold(accountId, until)) ? null : open;
}

const detailsChange = (address: string): AppError =>
  new AppError('CONFLICT', `the details of what ${address} has earned change: ask again`);

const nothingUntold = (address: string): AppError =>
  new AppError('CONFLICT', `all that ${address} is to be paid has its details`);
