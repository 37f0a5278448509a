import type { RequestContext, ServiceContext, Viewer } from '../context';
import { AppError } from '../errors';
import type { Account } from './account';
import { toEmail } from './email';
import { createMailLink, findMailToken, requireMailer, takeMailToken } from './mail-token.service';
import { passwordResetMail } from './mail-texts';
import { maxPasswordLength, problemOfPassword } from './password';

/** A mail with a link is sent to one account at most this often. */
const resetEveryMs = 2 * 60 * 1000;

/**
 * Sets another password for the viewer and ends the account's other sessions. Access tokens stay: they are revoked by
 * themselves.
 *
 * @throws {AppError} `FORBIDDEN` without a session, `VALIDATION_FAILED` for a wrong old or a bad new password,
 * `TOO_MANY_REQUESTS` after too many wrong ones.
 */
export async function changePassword(
  ctx: RequestContext,
  params: { readonly viewer: Viewer; readonly oldPassword: string; readonly newPassword: string },
): Promise<Account> {
  const { account, credential } = params.viewer;
  if (credential.kind !== 'apiToken' || account.email === null)
    throw new AppError('FORBIDDEN', 'this needs a session: an access token does not do');
  assertPassword(params.newPassword, 'newPassword');
  const { remoteAddress } = ctx.request;
  const retryAfterSeconds = await ctx.logInLimiter.countAttempt(account.email, remoteAddress);
  if (retryAfterSeconds > 0)
    throw new AppError('TOO_MANY_REQUESTS', 'too many wrong passwords', { retryAfterSeconds });
  const login = await ctx.accounts.findLogin(account.email);
  const oldPassword = params.oldPassword.slice(0, maxPasswordLength);
  if (!(await ctx.passwordHasher.verify(login?.passwordHash ?? null, oldPassword)))
    throw new AppError('VALIDATION_FAILED', 'the old password is wrong', {
      details: { oldPassword: ['is wrong'] },
    });
  await ctx.logInLimiter.noteSuccess(account.email, remoteAddress);
  return storePassword(ctx, {
    accountId: account.id,
    password: params.newPassword,
    exceptTokenHash: credential.tokenHash,
  });
}

/**
 * Sends a link for a new password to an email that has an account: after the answer, which is the same for every email
 * and repeat.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` where the server sends no mail, `TOO_MANY_REQUESTS` when one network asks for too many.
 */
export async function requestPasswordReset(
  ctx: RequestContext,
  params: { readonly email: string; readonly page: string | null },
): Promise<void> {
  const mailer = requireMailer(ctx);
  await ctx.mailLimiter.assertAllowed(ctx.request.remoteAddress);
  const email = toEmail(params.email);
  mailer.enqueue(async () => {
    const account = await ctx.accounts.findByEmail(email);
    if (!account || account.suspendedReason !== null) return null;
    const link = await createMailLink(ctx, {
      accountId: account.id,
      purpose: 'resetPassword',
      onlyAfterMs: resetEveryMs,
      page: params.page,
    });
    return link === null ? null : passwordResetMail(email, link);
  });
}

/** @throws {AppError} `VALIDATION_FAILED` when the token is unknown, used up or expired. */
export async function assertResetToken(ctx: ServiceContext, token: string): Promise<void> {
  if ((await findMailToken(ctx, token, 'resetPassword')) === null) throw unknownToken();
}

/**
 * Sets the password of the account that a token was made for, and ends all its sessions. Whoever has the token reads
 * the account's mail: the email counts as confirmed.
 *
 * @throws {AppError} `UNAUTHENTICATED` without a token, `VALIDATION_FAILED` for a bad token or password: the token can
 * then be used again.
 */
export async function resetPassword(
  ctx: RequestContext,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<Account> {
  if (token === '') throw new AppError('UNAUTHENTICATED', 'a token is required');
  assertPassword(newPassword, 'newPassword');
  await assertResetToken(ctx, token);
  const accountId = await takeMailToken(ctx, token, 'resetPassword');
  if (accountId === null) throw unknownToken();
  const account = await storePassword(ctx, {
    accountId,
    password: newPassword,
    exceptTokenHash: null,
  });
  // However many strangers fail with this email, its owner can log in from here again.
  if (account.email !== null)
    await ctx.logInLimiter.noteSuccess(account.email, ctx.request.remoteAddress);
  return account;
}

/**
 * Sets the password of an account for its owner, and ends its sessions.
 *
 * @throws {AppError} `NOT_FOUND`, or `VALIDATION_FAILED` for a bad password.
 */
export function setPassword(
  ctx: ServiceContext,
  params: { readonly accountId: string; readonly password: string },
): Promise<Account> {
  assertPassword(params.password, 'password');
  return storePassword(ctx, { ...params, exceptTokenHash: null });
}

/** A link with which an account's owner sets a new password, good for 24 hours; for the operator to hand over. */
export async function createPasswordResetLink(
  ctx: ServiceContext,
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

async function storePassword(
  ctx: ServiceContext,
  params: {
    readonly accountId: string;
    readonly password: string;
    /** Of the one session that stays. */
    readonly exceptTokenHash: string | null;
  },
): Promise<Account> {
  const { accountId, password, exceptTokenHash } = params;
  const passwordHash = await ctx.passwordHasher.hash(password);
  const isConfirmation = exceptTokenHash === null;
  const account = await ctx.accounts.update(accountId, {
    passwordHash,
    ...(isConfirmation && { emailConfirmedAt: ctx.now() }),
  });
  if (!account) throw new AppError('NOT_FOUND', 'no such account');
  await ctx.accounts.deleteSessionsOf(accountId, exceptTokenHash);
  await ctx.mailTokens.deleteAllOf(accountId);
  return account;
}

function assertPassword(password: string, field: string): void {
  const problem = problemOfPassword(password);
  if (problem !== null)
    throw new AppError('VALIDATION_FAILED', `${field} ${problem}`, {
      details: { [field]: [problem] },
    });
}

function unknownToken(): AppError {
  return new AppError('VALIDATION_FAILED', 'the token is unknown, used or expired', {
    details: { token: ['is unknown, used or expired'] },
  });
}
