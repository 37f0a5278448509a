import type { ClosedTransaction } from './closed-transaction';
import type { LedgerClient } from './ledger-client';

/**
 * So long after the ledger's word was taken for a transaction it is asked again: 16 blocks of the public network. Nodes
 * agree within few; one that disagrees for longer is an operator's case.
 */
export const youngMs = 16 * 512 * 1000;
/** One look asks for no more than these, the newest. */
export const mostLooks = 500;
/** Time between two looks at a young transaction, in ms. */
export const lookAgainMs = 60_000;

/**
 * Since when the ledger must have shown what is young. Where nobody has looked for long, that is young which was it then.
 *
 * @param lookedAt when was looked last; null: never
 */
export function youngSince(lookedAt: Date | null, now: Date): Date {
  const isLate = lookedAt !== null && now.getTime() - lookedAt.getTime() > youngMs;
  return new Date((isLate ? lookedAt : now).getTime() - youngMs);
}

/** Of one look: the newest young ones, and as many of the others. */
const mostOfLook = 32;

/**
 * Those of many young transactions whose turn it is: the newest at each look, and every other one within a quarter of an hour.
 * A settlement of hundreds would ask the ledger for nothing else. Where nobody has looked for long, all of them.
 *
 * @param young the newest first
 * @param numberOf tells them apart, and stays
 */
export function thoseToLookAt<Young>(
  young: readonly Young[],
  numberOf: (one: Young) => number,
  { lookedAt, now }: { readonly lookedAt: Date | null; readonly now: Date },
): readonly Young[] {
  if (lookedAt === null || now.getTime() - lookedAt.getTime() > youngMs / 2) return young;
  const turns = Math.max(1, Math.ceil((young.length - mostOfLook) / mostOfLook));
  const turn = Math.floor(now.getTime() / lookAgainMs) % turns;
  return young.filter((one, at) => at < mostOfLook || numberOf(one) % turns === turn);
}

/** Where, and since when, the ledger shows a transaction. */
export interface BlockProof {
  /** When its block begins. */
  readonly block: Date;
  readonly shownAt: Date;
}

/** A transaction that a closed block had. */
export interface Proven {
  readonly transactionId: string;
  /** When that block begins. */
  readonly block: Date;
  /** Says that a closed transaction is the proven transaction. */
  readonly isSame: (closed: ClosedTransaction) => boolean;
}

/**
 * Says that a block without the transaction has replaced the transaction's block. A node that is behind, or has lost
 * its way, says nothing: it has the block's time closed again, and not the transaction.
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function isReplaced(
  ledger: LedgerClient,
  { transactionId, block, isSame }: Proven,
): Promise<boolean> {
  const word = await ledger.lookUp(transactionId);
  if (word.state === 'closed' && isSame(word.transaction)) return false;
  return ledger.isClosed(block);
}
