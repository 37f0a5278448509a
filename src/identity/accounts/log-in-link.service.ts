import { AppError } from '../../errors';
import type { WithRequest } from '../../request-facts';
import type { AccountContext } from './account.context';
import type { Login } from './account.store';
import { createMailLink, findMailToken, takeMailToken, unknownToken } from './mail-token.service';
import {
  assertNotSuspended,
  type BrowserSession,
  logOutBrowser,
  openSession,
} from './session.service';

/**
 * A link that logs a browser in, once and within 15 minutes; for the operator to open or to hand over. It takes the
 * place of the account's link before.
 *
 * @throws {AppError} `CONFLICT` for an account that cannot log in.
 */
export async function createLogInLink(ctx: AccountContext, accountId: string): Promise<string> {
  if ((await findLoginOf(ctx, accountId)) === null)
    throw new AppError('CONFLICT', 'the account has no email or no password: it cannot log in');
  const link = await createMailLink(ctx, {
    accountId,
    purpose: 'logIn',
    onlyAfterMs: 0,
    page: null,
  });
  if (link === null) throw new AppError('CONFLICT', 'another link was made at the same moment');
  return link;
}

/**
 * The email of the account that a link logs in; it stays good.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a link that is unknown, used or expired.
 */
export async function getEmailOfLink(ctx: AccountContext, token: string): Promise<string> {
  const subject = await findMailToken(ctx, token, 'logIn');
  const login = subject && (await findLoginOf(ctx, subject.accountId));
  if (login?.account.email == null) throw unknownToken();
  return login.account.email;
}

/**
 * Starts a session for a browser, in the place of the one that it had, and uses the link up.
 *
 * @param params.formerId what its cookie said; null without one
 * @returns what `logInBrowser` does
 * @throws {AppError} `VALIDATION_FAILED` for a link that is unknown, used or expired, `FORBIDDEN` for a suspended account.
 */
export async function logInByLink(
  ctx: AccountContext & WithRequest,
  { token, formerId }: { readonly token: string; readonly formerId: string | null },
): Promise<BrowserSession> {
  const subject = await takeMailToken(ctx, token, 'logIn');
  const login = subject && (await findLoginOf(ctx, subject.accountId));
  if (login === null) throw unknownToken();
  assertNotSuspended(login.account);
  const sessionId = await openSession(ctx, login, { kind: 'browser' });
  if (formerId !== null) await logOutBrowser(ctx, formerId);
  return { sessionId, account: login.account };
}

/** Null for an account without an email or a password. */
async function findLoginOf(ctx: AccountContext, accountId: string): Promise<Login | null> {
  const account = await ctx.accounts.findById(accountId);
  return account?.email == null ? null : ctx.accounts.findLogin(account.email);
}
