import { AppError, invalid, notFound } from '../../errors';
import { isUuid, toId } from '../../id';
import type { AllParams } from '../../platform/lists/all';
import type { DatabaseSession } from '../../platform/database/transaction';
import { assignDeposit } from '../deposits/deposit.service';
import type { DepositContext } from '../deposits/deposit.context';
import { noReceiptEntry } from '../deposits/deposit-entries';
import type { LineOutcome, PeerReceipt, ReceiptLine, ReceiptPart } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';
import type { ReceiptFilter } from './peer-receipt.store';
import { keptEntry } from './receipt-entries';

type WordContext = Pick<
  PeerReceiptContext,
  'books' | 'deposits' | 'inTransaction' | 'now' | 'peerCredits' | 'peerReceipts' | 'log'
>;

/** Coins of other servers, the newest first. */
export function listReceipts(
  ctx: Pick<PeerReceiptContext, 'peerReceipts'>,
  filter: ReceiptFilter,
  page: AllParams,
): Promise<readonly PeerReceipt[]> {
  return ctx.peerReceipts.listAll(filter, page);
}

/** A line of a receipt, what was booked of it, and what its case was for; null: its event is none, or not kept any more. */
export interface StatedLine extends ReceiptLine, LineOutcome {
  readonly siteId: string | null;
  readonly campaignId: string | null;
}

type StatementContext = Pick<PeerReceiptContext, 'peerReceipts' | 'shownCases'>;

/**
 * A part of what a server has told of its coins, with what is booked of it.
 *
 * @param of.part from 1
 * @throws {AppError} `NOT_FOUND`, also once the lines are removed.
 */
export async function getStatementPart(
  ctx: StatementContext,
  of: { readonly id: string; readonly part: number },
): Promise<{ readonly receipt: PeerReceipt; readonly lines: readonly StatedLine[] }> {
  const receipt = await getReceipt(ctx, of.id);
  const part = await findPart(ctx, receipt, of.part);
  if (part === null) throw notFound('part of the receipt', String(of.part));
  return { receipt, lines: await toStatedLines(ctx, part) };
}

const findPart = async (
  { peerReceipts }: Pick<PeerReceiptContext, 'peerReceipts'>,
  { id, told }: PeerReceipt,
  part: number,
): Promise<ReceiptPart | null> => (part <= told.parts ? peerReceipts.findPart(id, part - 1) : null);

const nothing: LineOutcome = {
  ...{ eventId: null, booked: 0n, supplyFee: 0n, boost: 0n, boostFee: 0n },
};

/** The lines of a part in the order in which they were told; their events are read together. */
async function toStatedLines(
  { shownCases }: Pick<PeerReceiptContext, 'shownCases'>,
  { lines, outcomes }: ReceiptPart,
): Promise<readonly StatedLine[]> {
  const eventIds = new Set(outcomes?.flatMap(({ eventId }) => eventId ?? []));
  const cases = eventIds.size === 0 ? null : await shownCases.listByEvents([...eventIds]);
  return lines.map((line, at) => {
    const outcome = outcomes?.[at] ?? nothing;
    const { siteId = null, campaignId = null } = cases?.get(outcome.eventId ?? '') ?? {};
    return { ...line, ...outcome, siteId, campaignId };
  });
}

/**
 * The lines of a part of a receipt, from 1; none where there is no such part, or none any more.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a part below 1.
 */
export async function listStatedLines(
  ctx: StatementContext,
  receipt: PeerReceipt,
  part: number,
): Promise<readonly StatedLine[]> {
  if (part < 1) throw invalid({ part: ['must be 1 or more'] });
  const found = await findPart(ctx, receipt, part);
  return found === null ? [] : toStatedLines(ctx, found);
}

/**
 * Gives coins that their server has not explained to the funds of an account: it was no receipt. To the same account again changes
 * nothing.
 *
 * @throws {AppError} `NOT_FOUND`; `CONFLICT` for a receipt that is told, booked or kept, and one that no block has any more.
 */
export async function assignReceipt(
  ctx: WordContext & DepositContext,
  of: { readonly id: string; readonly accountId: string },
): Promise<PeerReceipt> {
  if (!(await ctx.accounts.findById(of.accountId))) throw notFound('account', of.accountId);
  const receipt = await getReceipt(ctx, of.id);
  if (receipt.state !== 'assigned') {
    await ctx.inTransaction((session) => freeReceipt(ctx, receipt.id, session));
    logWord(ctx, receipt, 'assigned');
  }
  // A process that dies before this leaves a deposit that names nobody: doing it again helps.
  await assignDeposit(ctx, { id: receipt.depositId, accountId: of.accountId });
  return getReceipt(ctx, receipt.id);
}

async function freeReceipt(ctx: WordContext, id: string, session: DatabaseSession): Promise<void> {
  const receipt = await getReceipt(ctx, id, session);
  assertOpen(receipt);
  const deposit = await ctx.deposits.findById(receipt.depositId, session);
  if (deposit === null || !(await ctx.deposits.becomeNoReceipt(deposit, session)))
    throw new AppError('CONFLICT', `receipt ${id} has changed`);
  const at = ctx.now();
  await ctx.books.post([noReceiptEntry({ ...deposit, bookedAt: at })], session);
  await ctx.peerCredits.addReceived(receipt.peer, -receipt.amount, session);
  await end(ctx, { receipt, state: 'assigned', at }, session);
}

/**
 * Keeps coins that their server has not explained: they are the operator's. Again changes nothing.
 *
 * @throws {AppError} `NOT_FOUND`; `CONFLICT` for a receipt that is told, booked or assigned, and one that no block has any more.
 */
export async function keepReceipt(ctx: WordContext, id: string): Promise<PeerReceipt> {
  const isKeptNow = await ctx.inTransaction(async (session) => {
    const receipt = await getReceipt(ctx, id, session);
    if (receipt.state === 'kept') return false;
    assertOpen(receipt);
    const at = ctx.now();
    await ctx.books.post([keptEntry(receipt, at)], session);
    await end(ctx, { receipt, state: 'kept', at }, session);
    return true;
  });
  const kept = await getReceipt(ctx, id);
  if (isKeptNow) logWord(ctx, kept, 'kept');
  return kept;
}

/** The transaction behind it may have been done several times, and is over. */
function logWord(
  { log }: Pick<WordContext, 'log'>,
  { id: receipt, peer }: PeerReceipt,
  state: 'assigned' | 'kept',
): void {
  log.info({ receipt, peer, state }, 'the word on a receipt');
}

async function end(
  ctx: WordContext,
  of: {
    readonly receipt: PeerReceipt;
    readonly state: 'assigned' | 'kept';
    readonly at: Date;
  },
  session: DatabaseSession,
): Promise<void> {
  const { receipt, state, at } = of;
  const booked = { ...receipt.booked, amount: receipt.amount };
  const ended = { state, booked, endedAt: at, nextAt: null, problem: null };
  if (!(await ctx.peerReceipts.change(receipt, ended, session)))
    throw new AppError('CONFLICT', `receipt ${receipt.id} has changed`);
}

function assertOpen({ id, state, isReversed }: PeerReceipt): void {
  if (isReversed) throw new AppError('CONFLICT', `no block of the ledger has receipt ${id} now`);
  if (state !== 'received' && state !== 'unexplained')
    throw new AppError('CONFLICT', `receipt ${id} is ${state}`);
}

/** Coins of another server. @throws {AppError} `NOT_FOUND` */
export async function getReceipt(
  ctx: Pick<PeerReceiptContext, 'peerReceipts'>,
  id: string,
  session?: DatabaseSession,
): Promise<PeerReceipt> {
  const found = isUuid(id) ? await ctx.peerReceipts.find(toId(id), session) : null;
  if (!found) throw notFound('receipt', id);
  return found;
}
