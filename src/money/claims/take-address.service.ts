import type { DatabaseSession } from '../../platform/database/transaction';
import type { AddressClaim } from './claim';
import type { ClaimContext } from './claim.context';

/** The result for an address that somebody has shown to be theirs. */
export type TakenAddress =
  | {
      /** The publisher without a log-in whom it named; null: it named nobody, or the account. */
      readonly mergedId: string | null;
    }
  | { readonly problem: string };

/**
 * Lets finds name an account by an address, and marks the publisher that they named by it till then as taken over: what
 * that one has is brought along afterwards, by `mergePublisher`. Nothing is taken from who can log in.
 */
export async function takeAddress(
  ctx: ClaimContext,
  { accountId, address }: Pick<AddressClaim, 'accountId' | 'address'>,
  session: DatabaseSession,
): Promise<TakenAddress> {
  const holder = await ctx.accounts.findByProvenAddress(address, session);
  if (holder?.id === accountId) return { mergedId: null };
  if (holder && holder.suspendedReason !== null) return { problem: 'is a suspended publisher’s' };
  if (holder && !(await ctx.accounts.mergeInto(holder.id, accountId, session)))
    return { problem: 'is that of somebody who can log in' };
  for (const one of holder?.provenAddresses ?? [address])
    if (!(await ctx.accounts.addProvenAddress(accountId, one, session)))
      throw new TooManyAddressesError(`account ${accountId} has too many addresses for ${one}`);
  const change = { from: null, to: address, changedAt: null };
  await ctx.accounts.setPayoutAddress(accountId, change, session);
  return { mergedId: holder?.id ?? null };
}

/** Nothing of it may be stored. */
export class TooManyAddressesError extends Error {
  override readonly name = 'TooManyAddressesError';
}
