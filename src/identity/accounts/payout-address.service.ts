import type { WithRequest } from '../../request-facts';
import { AppError, invalid, notFound } from '../../errors';
import { withMail } from '../../platform/mail/with-mail';
import { isDuplicateKey } from '../../validation';
import type { Viewer } from '../access/viewer';
import type { Account } from './account';
import type { AccountContext } from './account.context';
import { payoutAddressChangedMail } from './mail-texts/account-mails';
import { ledgerNetwork, parsePayoutAddress } from './payout-address';
import { goodFromOf } from './payout-hold';
import { proveOwner } from './proof-of-owner.service';

/**
 * Pays the viewer at another address: a day later, if there was one before, whose owner is told by mail. The address
 * that is set already changes nothing. It names nobody in finds.
 *
 * @param params.address an address of the ledger, with `ads:` in front or without
 * @param params.password null where the log-in was less than 10 minutes ago
 * @throws {AppError} `VALIDATION_FAILED` for an address that is none, of another network or the server's own, or a wrong
 * password; `FORBIDDEN` as `proveOwner`, `CONFLICT` when it is changed at the same moment.
 */
export async function setPayoutAddress(
  ctx: AccountContext & WithRequest,
  params: { readonly viewer: Viewer; readonly address: string; readonly password: string | null },
): Promise<Account> {
  const { viewer, password } = params;
  const address = requireAddress(ctx, params.address);
  await proveOwner(ctx, { viewer, password });
  return changeAddress(ctx, viewer.account, address);
}

/**
 * The same by an operator, who vouches for it: finds name the account by the address from then on, unless it is the
 * proven one of another account.
 *
 * @throws {AppError} as `setPayoutAddress`; `NOT_FOUND`.
 */
export async function setPayoutAddressFor(
  ctx: AccountContext,
  params: { readonly accountId: string; readonly address: string },
): Promise<Account> {
  const address = requireAddress(ctx, params.address);
  const account = await ctx.accounts.findById(params.accountId);
  if (!account) throw notFound('account', params.accountId);
  const changed = await changeAddress(ctx, account, address);
  try {
    return (await ctx.accounts.addProvenAddress(account.id, address)) ?? changed;
  } catch (error) {
    if (isDuplicateKey(error)) return changed;
    throw error;
  }
}

function requireAddress({ config }: AccountContext, text: string): string {
  const address = parsePayoutAddress(text.trim());
  if (address === null)
    throw badAddress('must be an account address of the ledger, such as 0001-00000001-8B4E');
  if (!address.startsWith(ledgerNetwork))
    throw badAddress('is of another network: this server pays on its ledger only');
  if (address === ledgerNetwork + config.ledgerAddress) throw badAddress('is the server’s own');
  return address;
}

function badAddress(problem: string): AppError {
  return invalid({ address: [problem] });
}

async function changeAddress(ctx: AccountContext, account: Account, to: string): Promise<Account> {
  const { id, email, language, payoutAddress: from } = account;
  if (from === to) return account;
  const changedAt = from === null ? null : ctx.now();
  const changed = await withMail(
    changedAt === null || email === null ? null : ctx.mailer,
    () => ctx.accounts.setPayoutAddress(id, { from, to, changedAt }),
    (stored) =>
      stored && changedAt && email !== null
        ? payoutAddressChangedMail(
            { email, language },
            { address: to, goodFrom: goodFromOf(changedAt) },
          )
        : null,
  );
  if (!changed) throw new AppError('CONFLICT', 'the payout address was changed at the same moment');
  await ctx.awaitStoredPayments();
  return changed;
}
