import type { ClosedTransaction } from '../../../platform/ledger/closed-transaction';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import { isShownBy } from '../../deposits/awaited-transfer';
import type { KeptLogContext } from './kept-log.context';
import type { KeptTransaction, LogReading } from './kept-transaction';
import { transactionsOf } from './transactions-of-page';

/** Transfers of other nodes are logged once their block has closed, maybe with an earlier time: read again so much. */
const overlapMs = 30 * 60 * 1000;
/** Each may have 500 payees. */
const keptAtOnce = 50;
/** Ids that no closed block has are asked for again, the newest first: only a crash of the node leaves some for good. */
const mostUnclosed = 1_000;

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
  const from = new Date(Math.max(0, (reading?.readTo?.getTime() ?? 0) - overlapMs));
  let isJoined = false;
  for await (const page of ledger.readLog(from)) {
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
  return reading ?? { begin: new Date(0), readTo: null };
}

/** Whether the log still has some of what was read before: it is read again, unless the log was shortened past it. */
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
  { ledger, keptLog }: KeptLogContext & { readonly ledger: LedgerClient },
  transactions: readonly KeptTransaction[],
  signal?: AbortSignal,
): Promise<void> {
  for (let at = 0; at < transactions.length; at += keptAtOnce) {
    const chunk = transactions.slice(at, at + keptAtOnce);
    const asked: KeptTransaction[] = [];
    for (const one of chunk) {
      signal?.throwIfAborted();
      asked.push(await withWord(ledger, one));
    }
    await keptLog.keep(asked);
  }
}

/** No refusal of an id says anything of another id of the same transaction. @see docs/ledger-protocol.md §17.4 */
async function withWord(ledger: LedgerClient, one: KeptTransaction): Promise<KeptTransaction> {
  const word = await ledger.lookUp(one.transactionId);
  if (word.state !== 'closed') return { ...one, word: word.state };
  const closed = word.transaction;
  if (!isSame(one, closed)) return { ...one, word: 'refused' };
  if (one.direction === 'received') return { ...one, word: 'closed' };
  const { wires, signature } = closed;
  // What pays nobody by wires is as the log says.
  const paid = wires.length === 0 ? {} : { wires, amount: sumOf(wires) };
  return { ...one, ...paid, word: 'closed', signature };
}

const isSame = (one: KeptTransaction, closed: ClosedTransaction): boolean =>
  one.direction === 'received'
    ? isShownBy(one, closed)
    : closed.sender === one.sender && closed.messageId === one.messageId;

const sumOf = (wires: ClosedTransaction['wires']): bigint =>
  wires.reduce((sum, { amount }) => sum + amount, 0n);
