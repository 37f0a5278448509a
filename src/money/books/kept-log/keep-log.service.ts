import type { ClosedTransaction } from '../../../platform/ledger/closed-transaction';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import { readAgainFrom } from '../../../platform/ledger/read-again';
import { mostLooks, youngMs } from '../../../platform/ledger/replaced-block';
import { isShownBy } from '../../deposits/awaited-transfer';
import type { KeptLogContext } from './kept-log.context';
import type { KeptTransaction, LogReading } from './kept-transaction';
import { transactionsOf } from './transactions-of-page';
import { chunksOf } from '../../../non-empty';

/** Each may have 500 payees. */
const keptAtOnce = 50;
/** Ids that no closed block has are asked for again, the newest first: only a crash of the node leaves some for good. */
const mostUnclosed = 1_000;
/** Of the time of a block: those who go by it look for so long once they have seen it, which may be late. */
const replaceableMs = 2 * youngMs;

/**
 * Keeps what the log of the server's account has had since it was kept last, with the ledger's word on each: the node
 * shortens the log. Wherever it ends, and whoever does it at the same time, the next one goes on from what is stored.
 *
 * @returns the part of the log that is kept without a gap
 * @throws {LedgerFailure} when the ledger cannot be read; {Error} when the wallet has another account.
 */
export async function keepLog(
  ctx: KeptLogContext & { readonly ledger: LedgerClient },
  signal?: AbortSignal,
): Promise<LogReading> {
  const { ledger, keptLog } = ctx;
  const { ledgerAddress } = ctx.config;
  const { address } = await ledger.readOwnAccount();
  if (address !== ledgerAddress)
    throw new Error(
      `the wallet reads the log of ${address}, this server has ${ledgerAddress} (ADGATE_LEDGER_ADDRESS)`,
    );
  let reading = await keptLog.findReading(ledgerAddress);
  let isJoined = false;
  for await (const page of ledger.readLog(readAgainFrom(reading?.readTo ?? null))) {
    const read = transactionsOf(page, ledgerAddress);
    const known = await keptLog.listByIds([...read.keys()]);
    const times = [...read.values()].map(({ time }) => time.getTime());
    isJoined ||= reachesBack(reading, known);
    const begin = beginOf(isJoined ? reading : null, times);
    isJoined ||= times.length > 0;
    const knownIds = new Set(known.map(({ id }) => id));
    await keepWords(
      ctx,
      [...read.values()].filter(({ id }) => !knownIds.has(id)),
      signal,
    );
    reading = { begin, readTo: latest(reading?.readTo ?? null, times) };
    await keptLog.noteReading(ledgerAddress, reading);
  }
  await keepWords(ctx, await keptLog.listUnclosed(ledgerAddress, mostUnclosed), signal);
  const young = { since: new Date(ctx.now().getTime() - replaceableMs), limit: mostLooks };
  await keepWords(ctx, await keptLog.listInBlocksSince(ledgerAddress, young), signal);
  return reading ?? { begin: new Date(0), readTo: null };
}

/**
 * Says that a reading of the log met transactions that were known before. Else the log is read again, unless its node
 * has shortened it.
 */
function reachesBack(reading: LogReading | null, known: readonly KeptTransaction[]): boolean {
  const readTo = reading?.readTo ?? null;
  return readTo !== null && known.some(({ time }) => time <= readTo);
}

/** @param goesOn null: what was read before is not known to reach up to these */
function beginOf(goesOn: LogReading | null, times: readonly number[]): Date {
  return goesOn?.begin ?? new Date(times.length === 0 ? 0 : Math.min(...times));
}

function latest(before: Date | null, times: readonly number[]): Date | null {
  const last = Math.max(before?.getTime() ?? 0, ...times);
  return last === 0 ? null : new Date(last);
}

/** Asks the ledger for each, and keeps those that are new, or that it has decided on. */
async function keepWords(
  { ledger, keptLog, now }: KeptLogContext & { readonly ledger: LedgerClient },
  transactions: readonly KeptTransaction[],
  signal?: AbortSignal,
): Promise<void> {
  for (const some of chunksOf(transactions, keptAtOnce)) {
    const asked: KeptTransaction[] = [];
    for (const one of some) {
      signal?.throwIfAborted();
      asked.push(await withWord(ledger, one, now()));
    }
    await keptLog.keep(asked);
  }
}

/** No refusal of an id says anything of another id of the same transaction. @see docs/ledger-protocol.md §17.4 */
async function withWord(
  ledger: LedgerClient,
  one: KeptTransaction,
  now: Date,
): Promise<KeptTransaction> {
  const told = await ledger.lookUp(one.transactionId);
  if (told.state === 'closed' && isSame(one, told.transaction))
    return closedBy(told.transaction, one);
  const word = told.state === 'closed' ? 'refused' : told.state;
  const { block } = one;
  if (block === null) return { ...one, word };
  // A node that is behind says nothing of a block that another one has shown.
  if (one.word === 'closed' && !(await ledger.isClosed(block))) return one;
  const isYoung = now.getTime() - block.getTime() < replaceableMs;
  // The block was replaced: those who went by it take that back first.
  return isYoung ? { ...one, word: 'open' } : { ...one, word, block: null };
}

function closedBy(
  { block, wires, signature }: ClosedTransaction,
  one: KeptTransaction,
): KeptTransaction {
  if (one.direction === 'received') return { ...one, block, word: 'closed' };
  // A transaction without wires keeps the amount that the log has.
  const paid = wires.length === 0 ? {} : { wires, amount: sumOf(wires) };
  return { ...one, ...paid, block, word: 'closed', signature };
}

const isSame = (one: KeptTransaction, closed: ClosedTransaction): boolean =>
  one.direction === 'received'
    ? isShownBy(one, closed)
    : closed.sender === one.sender && closed.messageId === one.messageId;

const sumOf = (wires: ClosedTransaction['wires']): bigint =>
  wires.reduce((sum, { amount }) => sum + amount, 0n);
