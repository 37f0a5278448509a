import type { RequestContext, ServiceContext } from '../context';
import { AppError } from '../errors';
import { isDuplicateKey } from '../validation';
import type { Account, Role } from './account';
import { toEmail } from './email';
import { createMailLink, requireMailer, takeMailToken } from './mail-token.service';
import { alreadyRegisteredMail, confirmationMail } from './mail-texts';
import { isPagePath } from './page-path';

const rolesOfNewcomers: readonly Role[] = ['advertiser', 'publisher'];
const confirmationEveryMs = 5 * 60 * 1000;

export interface RegisterAccountParams {
  /** Checked, like the password, by the input that it came in. */
  readonly email: string;
  readonly password: string;
  /** Path on this server that the token in the mail is appended to; null: the usual one. */
  readonly page: string | null;
}

/**
 * Makes an account that counts for nothing until its email is confirmed. Answers the same, in the same time, for an
 * email that has an account: its owner is told by mail.
 *
 * @throws {AppError} `FORBIDDEN` where registration is closed, `SERVICE_UNAVAILABLE` where the server sends no mail,
 * `TOO_MANY_REQUESTS` when one network asks for too many.
 */
export async function registerAccount(
  ctx: RequestContext,
  { email: text, password, page }: RegisterAccountParams,
): Promise<void> {
  if (!ctx.config.allowsRegistration)
    throw new AppError('FORBIDDEN', 'registration is closed on this server');
  const mailer = requireMailer(ctx);
  await ctx.mailLimiter.assertAllowed(ctx.request.remoteAddress);
  const email = toEmail(text);
  const passwordHash = await ctx.passwordHasher.hash(password);
  const created = await insertOnce(ctx, email, passwordHash);
  mailer.enqueue(async () => {
    const account = created ?? (await ctx.accounts.findByEmail(email));
    if (!account || account.suspendedReason !== null) return null;
    const link = await createMailLink(ctx, {
      accountId: account.id,
      purpose: created ? 'confirmEmail' : 'resetPassword',
      onlyAfterMs: confirmationEveryMs,
      page: created ? page : null,
    });
    if (link === null) return null;
    return created ? confirmationMail(email, link) : alreadyRegisteredMail(email, link);
  });
}

/**
 * Sends the mail with the confirmation link again; nothing when the email is confirmed.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` where the server sends no mail, `TOO_MANY_REQUESTS` within 5 minutes of the
 * mail before, or after five within a day.
 */
export async function sendEmailConfirmation(
  ctx: ServiceContext,
  { account, page }: { readonly account: Account; readonly page: string | null },
): Promise<void> {
  const { id: accountId, email, emailConfirmedAt } = account;
  if (page !== null && !isPagePath(page))
    throw new AppError('VALIDATION_FAILED', 'the page is no path on this server', {
      details: { page: ['must be a path on this server, such as /panel/confirm-email'] },
    });
  if (email === null || emailConfirmedAt !== null) return;
  const mailer = requireMailer(ctx);
  const link = await createMailLink(ctx, {
    accountId,
    purpose: 'confirmEmail',
    onlyAfterMs: confirmationEveryMs,
    page,
  });
  if (link === null)
    throw new AppError(
      'TOO_MANY_REQUESTS',
      'a mail was sent less than 5 minutes ago, or five within a day',
      {
        retryAfterSeconds: confirmationEveryMs / 1000,
      },
    );
  mailer.enqueue(() => Promise.resolve(confirmationMail(email, link)));
}

/** @throws {AppError} `FORBIDDEN` when the token is unknown, used up or expired. */
export async function confirmEmail(ctx: ServiceContext, token: string): Promise<Account> {
  const accountId = await takeMailToken(ctx, token, 'confirmEmail');
  const account =
    accountId === null
      ? null
      : await ctx.accounts.update(accountId, { emailConfirmedAt: ctx.now() });
  if (!account) throw new AppError('FORBIDDEN', 'the token is unknown, used or expired');
  return account;
}

/** null when the email is taken. */
async function insertOnce(
  ctx: ServiceContext,
  email: string,
  passwordHash: string,
): Promise<Account | null> {
  try {
    return await ctx.accounts.insert({
      id: ctx.randomBytes(16).toString('hex'),
      email,
      isEmailConfirmed: false,
      passwordHash,
      roles: rolesOfNewcomers,
      payoutAddress: null,
    });
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
