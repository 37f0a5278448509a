import type { ClosedTransaction } from '../../../platform/ledger/closed-transaction';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import type { LogPage } from '../../../platform/ledger/log-page';
import type { SignedTransaction } from '../payment';

/** A transaction of the paying account in a closed block, and its name. */
export interface SlotDecision<Signed> {
  readonly transactionId: string;
  readonly closed: ClosedTransaction;
  /** The one of ours that it is; null: other bytes stand in the place of all of them. */
  readonly applied: Signed | null;
  /** Whom it has paid. */
  readonly paidAddresses: ReadonlySet<string>;
}

/** The ledger's word on a number of the account's chain. */
export type Weighed<Signed> =
  | { readonly state: 'decided'; readonly decision: SlotDecision<Signed> }
  /** A block may still close. */
  | { readonly state: 'open' }
  | { readonly state: 'undecided'; readonly reason: string };

/** All ids that the account's log has for a number, with whom it says that each has paid. */
type LoggedIds = Map<string, Set<string>>;

/** A number of the account's chain, all that was signed for it, and the ledger's word. */
export interface WeighedSlot<Signed> {
  readonly signed: readonly Signed[];
  readonly weighed: Weighed<Signed>;
}

/** The log of an account may be ahead of what was signed by so much. */
const logMarginMs = 10_000;
const noIds: LoggedIds = new Map();

/**
 * Asks the ledger, number by number, what has become of transactions whose number the chain is past.
 *
 * @param signed one at least
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function* eachWeighed<Signed extends SignedTransaction>(
  ledger: LedgerClient,
  signed: readonly Signed[],
): AsyncGenerator<WeighedSlot<Signed>, void> {
  const first = Math.min(...signed.map(({ time }) => time.getTime()));
  const slots = Map.groupBy(signed, ({ position }) => position.messageId);
  // To the end of the log: a line with another id of a number may stand behind lines of later numbers.
  const pages = ledger.readLog(new Date(first - logMarginMs));
  const logged = await collectIds(pages, new Set(slots.keys()));
  for (const [messageId, ofSlot] of slots) {
    const weighed = await weighSlot(ledger, logged.get(messageId) ?? noIds, ofSlot);
    yield { signed: ofSlot, weighed };
  }
}

/** Collects the ids of numbers: a crash of the node may leave several of one. @see docs/ledger-protocol.md §17.4 */
async function collectIds(
  pages: AsyncIterable<LogPage>,
  messageIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, LoggedIds>> {
  const found = new Map<number, LoggedIds>();
  for await (const { sent } of pages)
    for (const { messageId, transactionId, address } of sent) {
      if (!messageIds.has(messageId)) continue;
      const ids = found.get(messageId) ?? new Map<string, Set<string>>();
      const paid = ids.get(transactionId) ?? new Set<string>();
      if (address !== null) paid.add(address);
      found.set(messageId, ids.set(transactionId, paid));
    }
  return found;
}

/**
 * Asks the ledger for every id of a number. Only a transaction of the account with this number decides: one of ours by
 * its bytes and signature, else one in the place of them all. No refusal of an id does, and nobody else's transaction
 * under it.
 */
async function weighSlot<Signed extends SignedTransaction>(
  ledger: LedgerClient,
  ids: LoggedIds,
  signed: readonly Signed[],
): Promise<Weighed<Signed>> {
  const reasons: string[] = [];
  let isOpen = false;
  let other: SlotDecision<Signed> | null = null;
  for (const [transactionId, paidAddresses] of ids) {
    const word = await ledger.lookUp(transactionId);
    if (word.state === 'open') isOpen = true;
    if (word.state === 'refused') reasons.push(`${transactionId}: ${word.reason}`);
    if (word.state !== 'closed') continue;
    const closed = word.transaction;
    const about = { transactionId, closed, paidAddresses };
    const applied = signed.find((one) => isOf(closed, one));
    if (applied) return { state: 'decided', decision: { ...about, applied } };
    if (!signed.some((one) => isOfSlot(closed, one)))
      reasons.push(`${transactionId}: it is another transaction`);
    else if (signed.some((one) => isHalf(closed, one)))
      reasons.push(`${transactionId}: it has our bytes or our signature, and not both`);
    else other ??= { ...about, applied: null };
  }
  if (other) return { state: 'decided', decision: other };
  if (isOpen) return { state: 'open' };
  const reason = reasons.length > 0 ? reasons.join('; ') : 'the account’s log has no id of it';
  return { state: 'undecided', reason };
}

const isOfSlot = (closed: ClosedTransaction, { sender, position }: SignedTransaction): boolean =>
  closed.sender === sender && closed.messageId === position.messageId;

type Bytes = Pick<SignedTransaction, 'data' | 'signature'>;

/** Says that a closed transaction is that of these bytes and this signature. */
export const isOf = (closed: ClosedTransaction, { data, signature }: Bytes): boolean =>
  closed.data === data && closed.signature === signature;

/** A signature has a second form that nodes take, too: the same bytes under it have paid. @see docs/ledger-protocol.md §4 */
const isHalf = (closed: ClosedTransaction, { data, signature }: Bytes): boolean =>
  closed.data === data || closed.signature === signature;
