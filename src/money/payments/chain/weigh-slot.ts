import type { ClosedTransaction } from '../../../platform/ledger/closed-transaction';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import type { SentEntry } from '../../../platform/ledger/log-page';
import type { PaymentBatch } from '../payment';

/** A transaction of the paying account in a closed block, and its name. */
export interface SlotDecision {
  readonly transactionId: string;
  readonly closed: ClosedTransaction;
  /** The batch that it is; null: other bytes stand in the place of all of them. */
  readonly applied: PaymentBatch | null;
  /** Whom it has paid. */
  readonly paidAddresses: ReadonlySet<string>;
}

/** The ledger's word on a number of the account's chain. */
export type Weighed =
  | { readonly state: 'decided'; readonly decision: SlotDecision }
  /** A block may still close. */
  | { readonly state: 'open' }
  | { readonly state: 'undecided'; readonly reason: string };

/** All ids that the account's log has for a number, with whom it says that each has paid. */
export type LoggedIds = Map<string, Set<string>>;

/** Collects the ids of numbers: a crash of the node may leave several of one. @see docs/ledger-protocol.md §17.4 */
export async function collectIds(
  entries: AsyncIterable<SentEntry>,
  messageIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, LoggedIds>> {
  const found = new Map<number, LoggedIds>();
  for await (const { messageId, transactionId, address } of entries) {
    if (!messageIds.has(messageId)) continue;
    const ids = found.get(messageId) ?? new Map<string, Set<string>>();
    const paid = ids.get(transactionId) ?? new Set<string>();
    if (address !== null) paid.add(address);
    found.set(messageId, ids.set(transactionId, paid));
  }
  return found;
}

/**
 * Asks the ledger for every id of a number. Only a transaction of the account with this number decides: one of the
 * batches by its bytes and signature, else one in the place of them all. No refusal of an id does, and nobody else's
 * transaction under it.
 *
 * @param batches all that were signed for the number; one at least
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function weighSlot(
  ledger: LedgerClient,
  ids: LoggedIds,
  batches: readonly PaymentBatch[],
): Promise<Weighed> {
  const reasons: string[] = [];
  let isOpen = false;
  let other: SlotDecision | null = null;
  for (const [transactionId, paidAddresses] of ids) {
    const word = await ledger.lookUp(transactionId);
    if (word.state === 'open') isOpen = true;
    if (word.state === 'refused') reasons.push(`${transactionId}: ${word.reason}`);
    if (word.state !== 'closed') continue;
    const closed = word.transaction;
    const about = { transactionId, closed, paidAddresses };
    const applied = batches.find((batch) => isBatch(closed, batch));
    if (applied) return { state: 'decided', decision: { ...about, applied } };
    if (!batches.some((batch) => isOfSlot(closed, batch)))
      reasons.push(`${transactionId}: it is another transaction`);
    else if (batches.some((batch) => isHalf(closed, batch)))
      reasons.push(`${transactionId}: it has our bytes or our signature, and not both`);
    else other ??= { ...about, applied: null };
  }
  if (other) return { state: 'decided', decision: other };
  if (isOpen) return { state: 'open' };
  const reason = reasons.length > 0 ? reasons.join('; ') : 'the account’s log has no id of it';
  return { state: 'undecided', reason };
}

const isOfSlot = (closed: ClosedTransaction, { sender, position }: PaymentBatch): boolean =>
  closed.sender === sender && closed.messageId === position.messageId;

type Signed = Pick<PaymentBatch, 'data' | 'signature'>;

export const isBatch = (closed: ClosedTransaction, { data, signature }: Signed): boolean =>
  closed.data === data && closed.signature === signature;

/** A signature has a second form that nodes take, too: the same bytes under it have paid. @see docs/ledger-protocol.md §4 */
const isHalf = (closed: ClosedTransaction, { data, signature }: Signed): boolean =>
  closed.data === data || closed.signature === signature;
