import { AppError } from '../../../errors';
import type { WithRequest } from '../../../request-facts';
import { createSecret, hashSecret } from '../../../secret';
import { minuteMs } from '../../../time';
import type { AccountContext } from '../account.context';
import { findMailToken, takeMailToken } from '../mail-token.service';
import {
  assertNotSuspended,
  type BrowserSession,
  logOutBrowser,
  openSession,
  provedBy,
} from '../session.service';
import { takeCode, wrongCode } from './check-code.service';

/** A person looks for the phone meanwhile. */
const ticketMs = 5 * minuteMs;

/**
 * A secret for a browser that has shown the right password of an account with a second factor, so that the browser need
 * not keep the password while the code is asked for. It takes the place of the ticket before.
 *
 * @returns 43 characters; null when there is no such account any more.
 */
export async function createLogInTicket(
  ctx: AccountContext,
  email: string,
): Promise<string | null> {
  const account = await ctx.accounts.findByEmail(email);
  if (!account) return null;
  const ticket = createSecret(ctx);
  const createdAt = ctx.now();
  await ctx.mailTokens.add({
    ...{ accountId: account.id, purpose: 'secondFactor', tokenHash: hashSecret(ticket) },
    ...{ createdAt, expiresAt: new Date(createdAt.getTime() + ticketMs) },
    ...{ lastBefore: null, isOnly: true },
  });
  return ticket;
}

/**
 * Starts a session for a browser with a ticket and a code, in the place of the session that it had.
 *
 * @throws {AppError} `FORBIDDEN` for a ticket that is unknown or expired, or a suspended account; `VALIDATION_FAILED` for a
 * wrong code, and `TOO_MANY_REQUESTS` after too many: the ticket stays good.
 */
export async function logInByTicket(
  ctx: AccountContext & WithRequest,
  params: {
    readonly ticket: string | null;
    readonly otp: string;
    readonly formerId: string | null;
  },
): Promise<BrowserSession> {
  const { otp, formerId } = params;
  const ticket = params.ticket ?? '';
  const subject = await findMailToken(ctx, ticket, 'secondFactor');
  const email = subject && (await ctx.accounts.findById(subject.accountId))?.email;
  const login = email == null ? null : await ctx.accounts.findLogin(email);
  if (email == null || !login) throw unknownTicket();
  const { account } = login;
  const { remoteAddress } = ctx.request;
  const look = async () => ((await takeCode(ctx, account.id, otp)) ? true : null);
  const who = { email, remoteAddress };
  if ((await ctx.logInLimiter.attempt(who, look, 'too many failed log-ins')) === null)
    throw wrongCode();
  // A password that was set meanwhile has ended it.
  if ((await takeMailToken(ctx, ticket, 'secondFactor')) === null) throw unknownTicket();
  assertNotSuspended(account);
  await ctx.accountNetworks.note(account.id, remoteAddress, ctx.now());
  const sessionId = await openSession(ctx, login, provedBy(ctx, login, 'browser'));
  if (formerId !== null) await logOutBrowser(ctx, formerId);
  return { sessionId, account };
}

function unknownTicket(): AppError {
  return new AppError('FORBIDDEN', 'too late: log in again');
}
