import type { DatabaseSession } from '../../platform/database/transaction';
import { fundsOf } from '../books/book';
import type { BookStore } from '../books/book.store';
import type { DepositStore } from './deposit.store';

interface LostContext {
  readonly books: Pick<BookStore, 'balancesOf'>;
  readonly deposits: Pick<DepositStore, 'listReversedOwners'>;
}

/** Tells of a deposit that was taken back: it may come again, or cannot and has left a debt. */
export type LostDeposit = 'awaited' | 'owed';

/**
 * Finds the accounts that lack a deposit which was taken back: nothing is withdrawn of these, for it may be of that deposit. One that
 * cannot come again is lacked as long as the funds are below 0: its number may be another transfer's, of less or to somebody else.
 *
 * @param session default: none
 */
export async function findLostDeposits(
  { books, deposits }: LostContext,
  accountIds: readonly string[],
  session?: DatabaseSession,
): Promise<ReadonlyMap<string, LostDeposit>> {
  const { missing, gone } = await deposits.listReversedOwners(accountIds, session);
  const balances = await books.balancesOf([...gone].map(fundsOf), session);
  const owing = [...gone].filter((id) => (balances.get(fundsOf(id)) ?? 0n) < 0n);
  return new Map<string, LostDeposit>([
    ...owing.map((id) => [id, 'owed'] as const),
    ...[...missing].map((id) => [id, 'awaited'] as const),
  ]);
}
