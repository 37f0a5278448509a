import type { AccountContext } from './account.context';
import { hashSecret } from '../../secret';
import { AppError } from '../../errors';
import type { Mailer } from '../../platform/mail/mailer';
import type { MailTokenPurpose } from './mail-token.store';

const dayMs = 24 * 60 * 60 * 1000;

/** How long links are good, and where they lead to when the caller names no page of the panel. */
const links: Readonly<
  Record<MailTokenPurpose, { readonly defaultPage: string; readonly lifetimeMs: number }>
> = {
  confirmEmail: { defaultPage: '/auth/confirm-email/', lifetimeMs: dayMs },
  resetPassword: { defaultPage: '/auth/reset-password/', lifetimeMs: dayMs },
  // As good as a password: for who opens it at once.
  logIn: { defaultPage: '/auth/log-in-link/', lifetimeMs: 15 * 60 * 1000 },
};

/**
 * Makes a token of an account and purpose; there are five at most, and the use of one ends them all.
 *
 * @param params.onlyAfterMs how long ago the token before must have been made; 0: any time, and the tokens before end
 * @param params.page path on this server that the token is appended to; null: the usual one
 * @returns the link; null when the one before is too young, or there are five
 */
export async function createMailLink(
  ctx: AccountContext,
  params: {
    readonly accountId: string;
    readonly purpose: MailTokenPurpose;
    readonly onlyAfterMs: number;
    readonly page: string | null;
  },
): Promise<string | null> {
  const { accountId, purpose, onlyAfterMs, page } = params;
  const { defaultPage, lifetimeMs } = links[purpose];
  const token = ctx.randomBytes(32).toString('base64url');
  const createdAt = ctx.now();
  const isNew = await ctx.mailTokens.add({
    accountId,
    purpose,
    tokenHash: hashSecret(token),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    lastBefore: onlyAfterMs === 0 ? null : new Date(createdAt.getTime() - onlyAfterMs),
  });
  return isNew ? `${ctx.publicUrl}${(page ?? defaultPage).replace(/\/?$/, '/')}${token}` : null;
}

/** Whose token it is; null for one that is unknown, used up or expired. It stays as it is. */
export function findMailToken(
  ctx: AccountContext,
  token: string,
  purpose: MailTokenPurpose,
): Promise<string | null> {
  return ctx.mailTokens.find(hashSecret(token), purpose, ctx.now());
}

/** Uses a token up; null for one that is unknown, used up or expired. */
export function takeMailToken(
  ctx: AccountContext,
  token: string,
  purpose: MailTokenPurpose,
): Promise<string | null> {
  return ctx.mailTokens.take(hashSecret(token), purpose, ctx.now());
}

/** @throws {AppError} `SERVICE_UNAVAILABLE` where the settings name no mail server. */
export function requireMailer({ mailer }: Pick<AccountContext, 'mailer'>): Mailer {
  if (!mailer)
    throw new AppError('SERVICE_UNAVAILABLE', 'this server sends no mail: ask its operator');
  return mailer;
}
