import { dayMs, hourMs, minuteMs } from '../../time';
import type { Account } from './account';
import type { AccountContext } from './account.context';
import { hashSecret } from '../../secret';
import { AppError, invalid } from '../../errors';
import type { Mailer } from '../../platform/mail/mailer';
import type { MailTokenPurpose, MailTokenSubject } from './mail-token.store';

interface Link {
  /** Where it leads to when the caller names no page of the panel. */
  readonly defaultPage: string;
  /** How long it is good. */
  readonly lifetimeMs: number;
  /** True: the token ends the tokens before it, because only a proven owner can ask for it. */
  readonly isOnly?: true;
}

type LinkPurpose = Exclude<MailTokenPurpose, 'secondFactor'>;

const links: Readonly<Record<LinkPurpose, Link>> = {
  confirmEmail: { defaultPage: '/auth/confirm-email/', lifetimeMs: dayMs },
  resetPassword: { defaultPage: '/auth/reset-password/', lifetimeMs: dayMs },
  // The one before may have gone to an address that was mistyped.
  changeEmail: { defaultPage: '/auth/change-email/', lifetimeMs: dayMs, isOnly: true },
  // As good as a password: for who opens it at once.
  logIn: { defaultPage: '/auth/log-in-link/', lifetimeMs: 15 * minuteMs },
  firstOperator: { defaultPage: '/auth/first-operator/', lifetimeMs: hourMs },
};

/**
 * Makes a token of an account and purpose; there are five at most, and the use of one ends them all.
 *
 * @param params.onlyAfterMs how long ago the token before must have been made; 0: any time, and the tokens before end
 * @param params.page path on this server that the token is appended to; null: the usual one
 * @param params.newEmail the one that the account is to have; absent for other purposes
 * @returns the link; null when the one before is too young, or there are five
 */
export async function createMailLink(
  ctx: AccountContext,
  params: {
    readonly accountId: string;
    readonly purpose: LinkPurpose;
    readonly onlyAfterMs: number;
    readonly page: string | null;
    readonly newEmail?: string;
  },
): Promise<string | null> {
  const { accountId, purpose, onlyAfterMs, page, newEmail } = params;
  const { defaultPage, lifetimeMs, isOnly = onlyAfterMs === 0 } = links[purpose];
  const token = ctx.randomBytes(32).toString('base64url');
  const createdAt = ctx.now();
  const isNew = await ctx.mailTokens.add({
    accountId,
    purpose,
    tokenHash: hashSecret(token),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    lastBefore: onlyAfterMs === 0 ? null : new Date(createdAt.getTime() - onlyAfterMs),
    isOnly,
    ...(newEmail !== undefined && { newEmail }),
  });
  return isNew ? `${ctx.publicUrl}${(page ?? defaultPage).replace(/\/?$/, '/')}${token}` : null;
}

/** Finds the subject of a token; null for a token that is unknown, used up or expired. The token stays valid. */
export function findMailToken(
  ctx: AccountContext,
  token: string,
  purpose: MailTokenPurpose,
): Promise<MailTokenSubject | null> {
  return ctx.mailTokens.find(hashSecret(token), purpose, ctx.now());
}

/** Uses a token up; null for one that is unknown, used up or expired. */
export function takeMailToken(
  ctx: AccountContext,
  token: string,
  purpose: MailTokenPurpose,
): Promise<MailTokenSubject | null> {
  return ctx.mailTokens.take(hashSecret(token), purpose, ctx.now());
}

/**
 * Says that an email is still the account's after a link to be mailed there was made: a change of the email ends all
 * links, but misses a link that was made after it.
 */
export async function isStillOf(
  ctx: AccountContext,
  account: Pick<Account, 'id'>,
  email: string,
): Promise<boolean> {
  return (await ctx.accounts.findByEmail(email))?.id === account.id;
}

/** Says that the settings name a mail server. */
export function sendsMail({ mailer }: Pick<AccountContext, 'mailer'>): boolean {
  return mailer !== null;
}

/** @throws {AppError} `SERVICE_UNAVAILABLE` where the settings name no mail server. */
export function requireMailer({ mailer }: Pick<AccountContext, 'mailer'>): Mailer {
  if (!mailer)
    throw new AppError('SERVICE_UNAVAILABLE', 'this server sends no mail: ask its operator');
  return mailer;
}

/** Said of the token of a link that leads nowhere. */
export function unknownToken(): AppError {
  return invalid({ token: ['is unknown, used or expired'] });
}
