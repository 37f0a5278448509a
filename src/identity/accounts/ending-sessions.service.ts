import type { DatabaseSession } from '../../platform/database/transaction';
import type { AccountContext } from './account.context';

/**
 * Makes a change of an account together with the end of its sessions: where the work is cut off, either both are stored or
 * neither.
 *
 * @param params.exceptHash the one session that stays; null: none
 * @param params.endsLinks true: the links that the account was mailed end, too
 * @param params.change null: nothing was changed, and no session ends
 * @returns the result of the change.
 */
export async function endingSessions<Changed>(
  ctx: AccountContext,
  params: {
    readonly accountId: string;
    readonly exceptHash: string | null;
    readonly endsLinks: boolean;
    readonly change: (transaction: DatabaseSession) => Promise<Changed | null>;
  },
): Promise<Changed | null> {
  const { accountId, exceptHash, endsLinks, change } = params;
  async function end(transaction?: DatabaseSession): Promise<void> {
    await ctx.sessions.deleteAllOf(accountId, exceptHash, transaction);
    if (endsLinks) await ctx.mailTokens.deleteAllOf(accountId, transaction);
  }
  const changed = await ctx.inTransaction(async (transaction) => {
    const result = await change(transaction);
    if (result !== null) await end(transaction);
    return result;
  });
  // Once more: the transaction does not see what was made while it went on.
  if (changed !== null) await end();
  return changed;
}
