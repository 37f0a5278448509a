import { AppError, notFound } from '../../errors';
import { isUuid, toId } from '../../id';
import { getOpenCosts } from '../pockets/bound-funds.service';
import type { PocketContext } from '../pockets/pocket.context';
import { assertFreeFunds } from '../pockets/pocket.service';
import type { Deposit } from './deposit';
import type { DepositContext } from './deposit.context';
import { assignedEntryId, unassignedEntry } from './deposit-entries';
import { assertPresent } from '../../present';

/**
 * Takes a deposit back from an account that an operator has given it to by mistake: it is nobody's again. One that is
 * nobody's stays so.
 *
 * @throws {AppError} `NOT_FOUND`; `CONFLICT` for one whose message names its account; `VALIDATION_FAILED` where less of
 * its funds is free by now; `SERVICE_UNAVAILABLE` as `getOpenCosts`.
 */
export async function unassignDeposit(
  ctx: DepositContext & PocketContext,
  id: string,
): Promise<Deposit> {
  const before = isUuid(id) ? await ctx.deposits.findById(toId(id)) : null;
  if (!before) throw notFound('deposit', id);
  const { accountId } = before;
  if (accountId === null) return before;
  const open = await getOpenCosts(ctx, accountId);
  const bookedAt = ctx.now();
  return ctx.inTransaction(async (session) => {
    const deposit = assertPresent(await ctx.deposits.findById(before.id, session), 'deposits stay');
    const { amount, unassignments } = deposit;
    if (deposit.accountId !== accountId)
      throw new AppError('CONFLICT', `deposit ${id} has changed`);
    if (deposit.reversedAt !== null)
      throw new AppError(
        'CONFLICT',
        `deposit ${id} was taken back: the ledger has replaced its block`,
      );
    if (!(await ctx.books.findEntry(assignedEntryId(deposit), session)))
      throw new AppError('CONFLICT', `the message of deposit ${id} names its account`);
    await assertFreeFunds(ctx, { accountId, amount, open }, session);
    await ctx.deposits.unassign(deposit, { bookedAt }, session);
    await ctx.books.post([unassignedEntry({ ...deposit, accountId, bookedAt })], session);
    return { ...deposit, accountId: null, bookedAt, unassignments: unassignments + 1 };
  });
}
