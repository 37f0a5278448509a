import { minuteMs } from '../../time';
import type { AccountContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import { AppError, invalid, notFound } from '../../errors';
import { createId } from '../../id';
import type { Language } from '../../language';
import { isDuplicateKey } from '../../validation';
import type { Account, Role } from './account';
import type { NewAccount } from './account.store';
import type { Holder } from './holder';
import {
  createMailLink,
  findMailToken,
  isStillOf,
  requireMailer,
  takeMailToken,
} from './mail-token.service';
import { alreadyRegisteredMail, confirmationMail } from './mail-texts/account-mails';
import { isPagePath } from './page-path';
import { assertPassword } from './password';
import { createSecret } from '../../secret';
import { isOwnSession } from '../access/access-rule';
import type { Viewer } from '../access/viewer';

const rolesOfNewcomers: readonly Role[] = ['advertiser', 'publisher'];
const confirmationEveryMs = 5 * minuteMs;

export interface RegisterAccountParams {
  /** Parsed, and the password checked, by the input that they came in. */
  readonly email: string;
  /** null: it is set where the link of the mail leads to. */
  readonly password: string | null;
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
  ctx: AccountContext & WithRequest,
  { email, password, page }: RegisterAccountParams,
): Promise<void> {
  if (!ctx.config.allowsRegistration)
    throw new AppError('FORBIDDEN', 'registration is closed on this server');
  if (password !== null) assertPassword(password, { field: 'password', email });
  const mailer = requireMailer(ctx);
  await ctx.mailLimiter.consume(ctx.request.remoteAddress);
  const passwordHash = password === null ? null : await ctx.passwordHasher.hash(password);
  const created = await insertUnconfirmed(ctx, {
    ...{ email, passwordHash, roles: rolesOfNewcomers },
    language: ctx.request.language,
  });
  mailer.enqueue(async () => {
    const account = created ?? (await ctx.accounts.findByEmail(email));
    if (!account || account.suspendedReason !== null) return null;
    // A person who registers again has perhaps lost the mail.
    const isOpen = account.emailConfirmedAt === null;
    const link = await createMailLink(ctx, {
      accountId: account.id,
      purpose: isOpen ? 'confirmEmail' : 'resetPassword',
      onlyAfterMs: confirmationEveryMs,
      page: isOpen ? page : null,
    });
    if (link === null || !(await isStillOf(ctx, account, email))) return null;
    const to = { email, language: account.language };
    return isOpen ? confirmationMail(to, link) : alreadyRegisteredMail(to, link);
  });
}

/**
 * Sends the mail with the confirmation link again; nothing when the email is confirmed.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` where the server sends no mail, `TOO_MANY_REQUESTS` within 5 minutes of the
 * mail before, or after five within a day.
 */
export async function sendEmailConfirmation(
  ctx: AccountContext,
  { account, page }: { readonly account: Account; readonly page: string | null },
): Promise<void> {
  const { id: accountId, email, emailConfirmedAt, language } = account;
  if (page !== null && !isPagePath(page))
    throw invalid({ page: ['must be a path on this server, such as /panel/confirm-email'] });
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
  mailer.enqueue(() => Promise.resolve(confirmationMail({ email, language }, link)));
}

export interface ConfirmEmailParams {
  readonly token: string;
  /** null: the one of the registration stays for who confirms in a session of the account, and ends otherwise. */
  readonly newPassword: string | null;
  /** The account that confirms, where the request says so. */
  readonly viewer: Viewer | null;
  /** Absent: nobody has said it, and what was said before stays. */
  readonly holder?: Holder;
}

/**
 * Confirms an email. Whoever reads the mail owns the account from then on, and may be somebody else than who has
 * registered it: sessions and tokens from before end, and so does a password that they may not know.
 *
 * @throws {AppError} `FORBIDDEN` when the token is unknown, used up or expired, `VALIDATION_FAILED` for a bad password.
 */
export async function confirmEmail(
  ctx: AccountContext,
  { token, newPassword, viewer, holder }: ConfirmEmailParams,
): Promise<Account> {
  if (newPassword !== null) assertPassword(newPassword, { field: 'newPassword', email: null });
  const known = await getAccountOfToken(ctx, token);
  if (newPassword !== null)
    assertPassword(newPassword, { field: 'newPassword', email: known.email });
  const isOwn = viewer?.account.id === known.id && isOwnSession(viewer.credential);
  // Before the token is used up: this may be refused, where many wait.
  const passwordHash =
    newPassword === null && isOwn
      ? null
      : await ctx.passwordHasher.hash(newPassword ?? createSecret(ctx));
  const subject = await takeMailToken(ctx, token, 'confirmEmail');
  if (!subject) throw unknownToken();
  const { accountId } = subject;
  if (passwordHash !== null) await ctx.accounts.update(accountId, { passwordHash });
  if (holder) await ctx.accounts.setHolder(accountId, holder);
  await ctx.sessions.deleteAllOf(accountId, null);
  await ctx.endTokensOf(accountId);
  // Only now: a stranger who registered the email, and is logged in, must not see it count.
  const account = await ctx.accounts.update(accountId, { emailConfirmedAt: ctx.now() });
  if (!account) throw unknownToken();
  return account;
}

/** Looks at a token, which stays good. @throws {AppError} `FORBIDDEN` when the token is unknown, used up or expired. */
export async function assertConfirmationToken(ctx: AccountContext, token: string): Promise<void> {
  await getAccountOfToken(ctx, token);
}

async function getAccountOfToken(ctx: AccountContext, token: string): Promise<Account> {
  const subject = await findMailToken(ctx, token, 'confirmEmail');
  const account = subject && (await ctx.accounts.findById(subject.accountId));
  if (!account) throw unknownToken();
  return account;
}

/** Sets the language of mails to an account. @throws {AppError} `NOT_FOUND` */
export async function setAccountLanguage(
  ctx: AccountContext,
  accountId: string,
  language: Language,
): Promise<Account> {
  const account = await ctx.accounts.update(accountId, { language });
  if (!account) throw notFound('account', accountId);
  return account;
}

/** Says who an account is for. @throws {AppError} `NOT_FOUND` */
export async function setAccountHolder(
  ctx: AccountContext,
  accountId: string,
  holder: Holder,
): Promise<Account> {
  const account = await ctx.accounts.setHolder(accountId, holder);
  if (!account) throw notFound('account', accountId);
  return account;
}

/** `POST /auth/email/activate` answers 403, as its clients know it, where other links answer 422. */
function unknownToken(): AppError {
  return new AppError('FORBIDDEN', 'the token is unknown, used or expired');
}

/** Makes an account that counts for nothing until its email is confirmed; null when the email is taken. */
export async function insertUnconfirmed(
  ctx: AccountContext,
  account: Pick<NewAccount, 'email' | 'passwordHash' | 'roles' | 'language'>,
): Promise<Account | null> {
  try {
    return await ctx.accounts.insert({
      id: createId(ctx),
      ...account,
      isEmailConfirmed: false,
      payoutAddress: null,
    });
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
