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
    throw wrongOldPassword();
  await ctx.logInLimiter.noteSuccess(account.email, remoteAddress);
  const changed = await storePassword(ctx, {
    accountId: account.id,
    passwordHash: await ctx.passwordHasher.hash(params.newPassword),
    session: { tokenHash: credential.tokenHash, oldPasswordHash: login?.passwordHash ?? '' },
  });
  // Somebody else was quicker, perhaps the owner who was robbed of this session: what they have set stays.
  if (!changed) throw wrongOldPassword();
  return changed;
}

function wrongOldPassword(): AppError {
  return new AppError('VALIDATION_FAILED', 'the old password is wrong', {
    details: { oldPassword: ['is wrong'] },
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
 * @throws {AppError} `UNAUTHENTICATED` without a token, `VALIDATION_FAILED` for a bad token or password,
 * `SERVICE_UNAVAILABLE` when too many passwords are looked at: the token can then be used again.
 */
export async function resetPassword(
  ctx: RequestContext,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<Account> {
  if (token === '') throw new AppError('UNAUTHENTICATED', 'a token is required');
  assertPassword(newPassword, 'newPassword');
  await assertResetToken(ctx, token);
  // Before the token is used up: this may be refused, where many wait.
  const passwordHash = await ctx.passwordHasher.hash(newPassword);
  const accountId = await takeMailToken(ctx, token, 'resetPassword');
  if (accountId === null) throw unknownToken();
  const account = await storePassword(ctx, { accountId, passwordHash, session: null });
  if (!account) throw unknownToken();
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
export async function setPassword(
  ctx: ServiceContext,
  { accountId, password }: { readonly accountId: string; readonly password: string },
): Promise<Account> {
  assertPassword(password, 'password');
  const passwordHash = await ctx.passwordHasher.hash(password);
  const account = await storePassword(ctx, { accountId, passwordHash, session: null });
  if (!account) throw new AppError('NOT_FOUND', 'no such account');
  return account;
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

/** @returns null when there is no such account, or its password is not the old one any more. */
async function storePassword(
  ctx: ServiceContext,
  params: {
    readonly accountId: string;
    readonly passwordHash: string;
    /** The one session that stays, and the password that it was proved with; null for who need not prove one. */
    readonly session: { readonly tokenHash: string; readonly oldPasswordHash: string } | null;
  },
): Promise<Account | null> {
  const { accountId, passwordHash, session } = params;
  const account = await ctx.accounts.update(
    accountId,
    { passwordHash, ...(session === null && { emailConfirmedAt: ctx.now() }) },
    session?.oldPasswordHash,
  );
  if (!account) return null;
  await ctx.accounts.deleteSessionsOf(accountId, session?.tokenHash ?? null);
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
