import { decode } from '../../ledger/codec';
import { incomingFlag, logEntry, type LogEntry } from '../../ledger/log-entry';
import type { Place } from '../../ledger/node-rule';
import { onChainTransaction } from '../../ledger/on-chain-transaction';
import type { TransactionHeader } from '../../ledger/transaction';
import { transactionTypes } from '../../ledger/transactions/index';
import type { Scene } from '../scene';
import { linesOfPlace } from './log-lines';

/** A transaction with the place that a log tells of. */
interface Placed {
  readonly place: Place;
  /** On-chain form. */
  readonly bytes: Uint8Array;
}

/** Lists the transactions that clients have put into a message, without the node's own. */
export function sentIn({ chain }: Scene, message: number): readonly Placed[] {
  return chain
    .listTransactions(message)
    .map((bytes, index) => ({ place: { message, position: index + 1 }, bytes }))
    .filter(({ bytes }) => headerOf(bytes) !== null);
}

/**
 * Takes messages apart and puts their transactions into the open message of that number, in this order. Nothing is left
 * in the others, also of what the node had put there itself. Every log that tells of a transaction gets another line with
 * its new place, and keeps the line with the old one.
 *
 * @see docs/ledger-protocol.md §17.4
 */
export function packAnew(scene: Scene, numbers: readonly number[], message: number): void {
  const { chain, store, head } = scene;
  const transactions = numbers.flatMap((number) => sentIn(scene, number));
  // The very first message begins with an entry of the node's own.
  const before = message === 1 ? 1 : 0;
  const moves = transactions.map(({ place, bytes }, index) => ({
    from: place,
    to: { message, position: before + index + 1 },
    bytes,
  }));
  const broadcasts = numbers.flatMap((number) => chain.listBroadcasts(number));
  for (const number of new Set([...numbers, message]))
    for (const table of ['transactions', 'broadcasts'])
      store.db
        .prepare(`DELETE FROM ${table} WHERE message = ? AND position > ?`)
        .run(number, number === 1 ? 1 : 0);
  for (const { from, to, bytes } of moves) {
    chain.addTransaction(to, bytes);
    const proof = broadcasts.find((each) => isSame(each, from));
    if (proof) chain.addBroadcast(to, proof);
    if (!isSame(from, to)) logAgain(scene, { from, to, bytes });
  }
  store.saveHead({
    ...head,
    messageId: message,
    queued: before + moves.length,
    queuedBytes: moves.reduce((sum, { bytes }) => sum + bytes.length, 0),
    packedAt: scene.now,
  });
}

function isSame(a: Place, b: Place): boolean {
  return a.message === b.message && a.position === b.position;
}

function logAgain(
  scene: Scene,
  { from, to, bytes }: { readonly from: Place; readonly to: Place; readonly bytes: Uint8Array },
): void {
  const header = headerOf(bytes);
  if (header === null) return;
  for (const { user, entry } of linesOfPlace(scene.store.db, from)) {
    const line = decode(logEntry, entry);
    if (!isOf(header, { user, line })) continue;
    const { message: nodeMessageId, position } = to;
    scene.store.appendLog(user, { ...line, nodeMessageId, position, time: scene.now });
  }
}

/** False for the line of another transaction that was to be in the same place before. */
function isOf(
  { sender, messageId }: TransactionHeader,
  { user, line }: { readonly user: number; readonly line: LogEntry },
): boolean {
  const isIncoming = (line.type & incomingFlag) !== 0;
  const isSender = isIncoming
    ? line.node === sender.node && line.user === sender.user
    : user === sender.user;
  return isSender && line.accountMessageId === messageId;
}

/** Null for what the node says of itself. */
function headerOf(bytes: Uint8Array): TransactionHeader | null {
  const found = decode(onChainTransaction, bytes);
  if (found.kind !== 'transaction') return null;
  const [type = 0] = found.data;
  return transactionTypes.get(type)?.decode(found.data) ?? null;
}
