import type { WithRequest } from '../../request-facts';
import { AppError } from '../../errors';
import type { Role } from './account';
import type { AccountContext } from './account.context';
import { requireEmail } from './email';
import type { Invitation } from './invitation';
import { invitationMail } from './mail-texts/account-mails';
import { createMailLink } from './mail-token.service';
import { insertUnconfirmed } from './registration.service';

export interface InvitationParams {
  /** In any case. */
  readonly email: string;
  /** Of a new account. */
  readonly roles: readonly Role[];
}

/**
 * Makes an account whose owner sets the password by a link that is good once, for 24 hours. For an account that waits
 * for that another link takes the place of the one before. Mails to a new account are in the language of who invites, till its owner chooses.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a bad email, `CONFLICT` for one that has an account,
 * `SERVICE_UNAVAILABLE` when too many mails wait.
 */
export async function inviteAccount(
  ctx: AccountContext & WithRequest,
  params: InvitationParams,
): Promise<Invitation> {
  const email = requireEmail(params.email);
  const { roles } = params;
  const account =
    (await insertUnconfirmed(ctx, {
      ...{ email, passwordHash: null, roles },
      language: ctx.request.language,
    })) ?? (await ctx.accounts.findByEmail(email));
  if (account === null || account.emailConfirmedAt !== null)
    throw new AppError('CONFLICT', 'the email has an account');
  const about = { accountId: account.id, purpose: 'confirmEmail', onlyAfterMs: 0 } as const;
  const link = await createMailLink(ctx, { ...about, page: null });
  if (link === null) throw new AppError('CONFLICT', 'another link was made at the same moment');
  ctx.mailer?.enqueue(() =>
    Promise.resolve(invitationMail({ email, language: account.language }, link)),
  );
  return { account, link, isMailed: ctx.mailer !== null };
}
