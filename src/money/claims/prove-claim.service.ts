import { ledgerNetwork } from '../../identity/accounts/payout-address';
import type { AddressClaim } from './claim';
import type { ClaimContext } from './claim.context';
import { takeAddress, TooManyAddressesError } from './take-address.service';

/** The part of a transfer that shows who has its sender's address. */
export interface ShowingTransfer {
  readonly sender: string;
  readonly time: Date;
  /** The codes that its message may name. */
  readonly codes: readonly string[];
}

/** The claim that a transfer shows, or has shown: of this very sender, and in time; null: none. */
export async function findShownClaim(
  { addressClaims }: ClaimContext,
  { sender, time, codes }: ShowingTransfer,
): Promise<AddressClaim | null> {
  const claim = codes.length === 0 ? null : await addressClaims.findByCode(codes);
  if (claim?.address !== ledgerNetwork + sender) return null;
  return claim.provenAt !== null || time <= claim.expiresAt ? claim : null;
}

interface ShownClaim {
  readonly claim: AddressClaim;
  readonly transactionId: string;
  /** When the block begins that has the transfer. */
  readonly block: Date;
}

/** Gives the address of a claim that a transfer shows to who claims it; once. */
export async function proveClaim(
  ctx: ClaimContext,
  { claim, transactionId, block }: ShownClaim,
): Promise<void> {
  const { code, accountId, address } = claim;
  const provenAt = ctx.now();
  const proof = { block, shownAt: provenAt };
  if (claim.provenAt !== null) {
    if (claim.replacedAt !== null)
      await ctx.addressClaims.noteShownAgain(code, { transactionId, proof });
    return;
  }
  const about = { accountId, address, transactionId };
  try {
    const taken = await ctx.inTransaction(async (session) => {
      const found = await takeAddress(ctx, claim, session);
      if ('problem' in found) return found;
      const shown = { provenAt, transactionId, proof, ...found };
      if (!(await ctx.addressClaims.prove(code, shown, session)))
        throw new ClaimGoneError(`the claim of ${address} was shown before, or is gone`);
      return found;
    });
    if ('problem' in taken)
      ctx.log.warn({ ...about, problem: taken.problem }, 'an address was not claimed');
    else ctx.log.info({ ...about, mergedId: taken.mergedId }, 'an address was claimed');
  } catch (error) {
    if (!(error instanceof TooManyAddressesError || error instanceof ClaimGoneError)) throw error;
    ctx.log.warn({ ...about, problem: error.message }, 'an address was not claimed');
  }
}

/** Nothing of it may be stored: its account may be erased meanwhile. */
class ClaimGoneError extends Error {
  override readonly name = 'ClaimGoneError';
}
