import { AppError } from '../../../errors';
import type { WithRequest } from '../../../request-facts';
import { minuteMs } from '../../../time';
import { requireOwnSession } from '../../access/access-rule';
import type { Viewer } from '../../access/viewer';
import type { AccountContext, SessionContext } from '../account.context';
import { needsSecondFactor, takeCode, wrongCode } from './check-code.service';

/** So long after a code its session may do what a code is asked for. */
const provedForMs = 5 * minuteMs;

/** Says that whatever asks for a code must ask now. An account without a second factor needs none. */
export async function lacksSecondFactor(
  ctx: SessionContext,
  { account, credential }: Viewer,
): Promise<boolean> {
  if (!account.hasSecondFactor) return false;
  if (credential.kind === 'accessToken') return true;
  const session = await ctx.sessions.find(credential.sessionHash, credential.kind);
  const age = ctx.now().getTime() - (session?.secondFactorAt?.getTime() ?? -Infinity);
  return age > provedForMs;
}

/**
 * Wants a code of the last 5 minutes in this session, where the viewer's account has a second factor.
 *
 * @throws {AppError} `FORBIDDEN`, with the reason `second_factor_required` where a session shows none, and for an access token.
 */
export async function requireSecondFactor(ctx: SessionContext, viewer: Viewer): Promise<void> {
  if (!viewer.account.hasSecondFactor) return;
  requireOwnSession(viewer.credential);
  if (await lacksSecondFactor(ctx, viewer))
    throw needsSecondFactor('this needs a code of your second factor first: `proveSecondFactor`');
}

/**
 * Shows a code in a session. A wrong one counts as a failed log-in.
 *
 * @throws {AppError} `FORBIDDEN` for an access token, `CONFLICT` without a second factor, `VALIDATION_FAILED` for a code
 * that is wrong or used, `TOO_MANY_REQUESTS` after too many of them.
 */
export async function proveSecondFactor(
  ctx: AccountContext & WithRequest,
  { account, credential }: Viewer,
  otp: string,
): Promise<void> {
  const sessionHash = requireOwnSession(credential);
  const { email, id } = account;
  if (email === null || !account.hasSecondFactor)
    throw new AppError('CONFLICT', 'the account has no second factor');
  const who = { email, remoteAddress: ctx.request.remoteAddress };
  const look = async () => ((await takeCode(ctx, id, otp)) ? true : null);
  if ((await ctx.logInLimiter.attempt(who, look, 'too many wrong codes')) === null)
    throw wrongCode();
  await ctx.sessions.noteSecondFactor(sessionHash, ctx.now());
}
