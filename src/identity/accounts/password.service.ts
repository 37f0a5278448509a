import { minuteMs } from '../../time';
import type { AccountContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import { requireOwnSession } from '../access/access-rule';
import type { Viewer } from '../access/viewer';
import { AppError, notFound } from '../../errors';
import type { Account } from './account';
import { endingSessions } from './ending-sessions.service';
import {
  createMailLink,
  findMailToken,
  isStillOf,
  requireMailer,
  takeMailToken,
  unknownToken,
} from './mail-token.service';
import { passwordResetMail } from './mail-texts/account-mails';
import { assertPassword } from './password';
import { provePassword, wrongPassword } from './proof-of-owner.service';

/** A mail with a link is sent to one account at most this often. */
const resetEveryMs = 2 * minuteMs;

/**
 * Sets another password for the viewer and ends the account's other sessions. Access tokens stay: they are revoked by
 * themselves.
 *
 * @throws {AppError} `FORBIDDEN` without a session, `VALIDATION_FAILED` for a wrong old or a bad new password,
 * `TOO_MANY_REQUESTS` after too many wrong ones.
 */
export async function changePassword(
  ctx: AccountContext & WithRequest,
  params: { readonly viewer: Viewer; readonly oldPassword: string; readonly newPassword: string },
): Promise<Account> {
  const { account } = params.viewer;
  const sessionHash = requireOwnSession(params.viewer.credential);
  assertPassword(params.newPassword, { field: 'newPassword', email: account.email });
  const oldPasswordHash = await provePassword(ctx, {
    account,
    password: params.oldPassword,
    field: 'oldPassword',
  });
  const changed = await storePassword(ctx, {
    accountId: account.id,
    passwordHash: await ctx.passwordHasher.hash(params.newPassword),
    session: { hash: sessionHash, oldPasswordHash },
  });
  // Somebody else has set a password first, perhaps the owner, and this session is stolen. Their password stays.
  if (!changed) throw wrongPassword('oldPassword');
  return changed;
}

/**
 * Sends a link for a new password to an email that has an account: after the answer, which is the same for every email
 * and repeat.
 *
 * @param params.email in the form that is stored
 * @throws {AppError} `SERVICE_UNAVAILABLE` where the server sends no mail, `TOO_MANY_REQUESTS` when one network asks for too many.
 */
export async function requestPasswordReset(
  ctx: AccountContext & WithRequest,
  { email, page }: { readonly email: string; readonly page: string | null },
): Promise<void> {
  const mailer = requireMailer(ctx);
  await ctx.mailLimiter.consume(ctx.request.remoteAddress);
  mailer.enqueue(async () => {
    const account = await ctx.accounts.findByEmail(email);
    if (!account || account.suspendedReason !== null) return null;
    const link = await createMailLink(ctx, {
      accountId: account.id,
      purpose: 'resetPassword',
      onlyAfterMs: resetEveryMs,
      page,
    });
    if (link === null || !(await isStillOf(ctx, account, email))) return null;
    return passwordResetMail({ email, language: account.language }, link);
  });
}

/** @throws {AppError} `VALIDATION_FAILED` when the token is unknown, used up or expired. */
export async function assertResetToken(ctx: AccountContext, token: string): Promise<void> {
  await getAccountOfToken(ctx, token);
}

async function getAccountOfToken(ctx: AccountContext, token: string): Promise<Account> {
  const subject = await findMailToken(ctx, token, 'resetPassword');
  const account = subject && (await ctx.accounts.findById(subject.accountId));
  if (!account) throw unknownToken();
  return account;
}

/**
 * Sets the password of the account that a token was made for, and ends all its sessions. Whoever has the token reads
 * the account's mail: the email counts as confirmed.
 *
 * @throws {AppError} `UNAUTHENTICATED` without a token, `VALIDATION_FAILED` for a bad token or password,
 * `SERVICE_UNAVAILABLE` when too many passwords are looked at: the token can then be used again.
 */
export async function resetPassword(
  ctx: AccountContext & WithRequest,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<Account> {
  if (token === '') throw new AppError('UNAUTHENTICATED', 'a token is required');
  assertPassword(newPassword, { field: 'newPassword', email: null });
  const { email } = await getAccountOfToken(ctx, token);
  assertPassword(newPassword, { field: 'newPassword', email });
  // Before the token is used up: this may be refused, where many wait.
  const passwordHash = await ctx.passwordHasher.hash(newPassword);
  const subject = await takeMailToken(ctx, token, 'resetPassword');
  if (!subject) throw unknownToken();
  const { accountId } = subject;
  const account = await storePassword(ctx, { accountId, passwordHash, session: null });
  if (!account) throw unknownToken();
  // From here the owner can log in again, however often strangers fail with this email.
  if (account.email !== null && !account.hasSecondFactor)
    await ctx.logInLimiter.noteSuccess({
      email: account.email,
      remoteAddress: ctx.request.remoteAddress,
    });
  return account;
}

/**
 * Sets the password of an account for its owner, and ends its sessions.
 *
 * @throws {AppError} `NOT_FOUND`, or `VALIDATION_FAILED` for a bad password.
 */
export async function setPassword(
  ctx: AccountContext,
  { accountId, password }: { readonly accountId: string; readonly password: string },
): Promise<Account> {
  const known = await ctx.accounts.findById(accountId);
  if (!known) throw notFound('account', accountId);
  assertPassword(password, { field: 'password', email: known.email });
  const passwordHash = await ctx.passwordHasher.hash(password);
  const account = await storePassword(ctx, { accountId, passwordHash, session: null });
  if (!account) throw notFound('account', accountId);
  return account;
}

/** A link with which an account's owner sets a new password, good for 24 hours; for the operator to hand over. */
export async function createPasswordResetLink(
  ctx: AccountContext,
  accountId: string,
): Promise<string> {
  const link = await createMailLink(ctx, {
    accountId,
    purpose: 'resetPassword',
    onlyAfterMs: 0,
    page: null,
  });
  if (link === null) throw new AppError('CONFLICT', 'another link was made at the same moment');
  return link;
}

/** @returns null when there is no such account, or its password is not the old one any more. */
async function storePassword(
  ctx: AccountContext,
  params: {
    readonly accountId: string;
    readonly passwordHash: string;
    /** The only session that stays, and the old password that was proved; null where no old password is asked for. */
    readonly session: { readonly hash: string; readonly oldPasswordHash: string } | null;
  },
): Promise<Account | null> {
  const { accountId, passwordHash, session } = params;
  const account = await endingSessions(ctx, {
    accountId,
    exceptHash: session?.hash ?? null,
    endsLinks: true,
    change: (transaction) =>
      ctx.accounts.update(
        accountId,
        { passwordHash },
        { ifPasswordHash: session?.oldPasswordHash, transaction },
      ),
  });
  if (!account) return null;
  // Only now: a stranger who registered the email, and is logged in, must not see it count.
  return session === null
    ? ctx.accounts.update(accountId, { emailConfirmedAt: ctx.now() })
    : account;
}
