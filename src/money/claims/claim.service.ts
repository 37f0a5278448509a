import { AppError, invalid, notFound } from '../../errors';
import type { Account } from '../../identity/accounts/account';
import { ledgerNetwork, parsePayoutAddress } from '../../identity/accounts/payout-address';
import { type AddressClaim, claimLifetimeMs, mostOpenClaims } from './claim';
import type { ClaimContext } from './claim.context';
import { mergePublisher } from './merge-publisher.service';
import { takeAddress } from './take-address.service';

const codeBytes = 16;

/**
 * Gives an account a code: a transfer from an address with it shows that the address is the account's. While one waits
 * for the same address, it is that one.
 *
 * @throws {AppError} `VALIDATION_FAILED` for anything but an address of the ledger, or the server's own; `CONFLICT` for that of
 * somebody who can log in; `TOO_MANY_REQUESTS` while too many wait.
 */
export async function claimAddress(
  ctx: ClaimContext,
  { accountId, address: text }: { readonly accountId: string; readonly address: string },
): Promise<AddressClaim> {
  const address = readAddress(ctx, text);
  assertFree(await ctx.accounts.findByProvenAddress(address), accountId);
  const requestedAt = ctx.now();
  const open = (await ctx.addressClaims.listOwned(accountId)).filter(
    ({ provenAt, expiresAt }) => provenAt === null && expiresAt > requestedAt,
  );
  const before = open.find((claim) => claim.address === address);
  if (before) return before;
  if (open.length >= mostOpenClaims)
    throw new AppError('TOO_MANY_REQUESTS', `${mostOpenClaims} addresses wait for their transfers`);
  const claim = aClaim(ctx, { accountId, address, requestedAt });
  await ctx.addressClaims.insert(claim);
  return claim;
}

/** Claims of an account, the newest first; at most 100. */
export function listClaims(
  { addressClaims }: ClaimContext,
  accountId: string,
): Promise<readonly AddressClaim[]> {
  return addressClaims.listOwned(accountId);
}

/**
 * The same by an operator, who vouches for it: nothing has to be sent. All that the publisher of the address has comes
 * along before it returns.
 *
 * @throws {AppError} as `claimAddress`; `CONFLICT`, too, for a suspended publisher, and an account with too many addresses.
 */
export async function claimAddressFor(
  ctx: ClaimContext,
  { account, address: text }: { readonly account: Account; readonly address: string },
): Promise<AddressClaim> {
  const address = readAddress(ctx, text);
  if (account.email === null) throw notFound('account with a log-in', account.id);
  const provenAt = ctx.now();
  const open = aClaim(ctx, { accountId: account.id, address, requestedAt: provenAt });
  const claim = await ctx.inTransaction(async (session) => {
    const taken = await takeAddress(ctx, { accountId: account.id, address }, session);
    if ('problem' in taken) throw new AppError('CONFLICT', `${address} ${taken.problem}`);
    const proven = { ...open, provenAt, mergedId: taken.mergedId };
    await ctx.addressClaims.insert(proven, session);
    await ctx.addressClaims.vouchFor({ accountId: account.id, address }, session);
    return proven;
  });
  const { mergedId } = claim;
  ctx.log.info({ accountId: account.id, address, mergedId }, 'an operator has claimed an address');
  const merged = mergedId === null ? null : await ctx.accounts.findById(mergedId);
  if (merged) await mergePublisher(ctx, merged);
  return claim;
}

function aClaim(
  { randomBytes }: ClaimContext,
  claim: Pick<AddressClaim, 'accountId' | 'address' | 'requestedAt'>,
): AddressClaim {
  return {
    ...claim,
    code: randomBytes(codeBytes).toString('hex'),
    expiresAt: new Date(claim.requestedAt.getTime() + claimLifetimeMs),
    ...{ provenAt: null, transactionId: null, mergedId: null, proof: null, replacedAt: null },
  };
}

function readAddress({ config }: ClaimContext, text: string): string {
  const address = parsePayoutAddress(text.trim());
  if (address?.startsWith(ledgerNetwork) !== true)
    throw invalid({
      address: ['must be an account address of the ledger, such as 0001-00000001-8B4E'],
    });
  if (address === ledgerNetwork + config.ledgerAddress)
    throw invalid({ address: ['is the server’s own'] });
  return address;
}

function assertFree(holder: Account | null, accountId: string): void {
  if (holder === null || (holder.email === null && !holder.hasPassword)) return;
  throw new AppError(
    'CONFLICT',
    holder.id === accountId ? 'the address is the account’s already' : 'the address is taken',
  );
}
