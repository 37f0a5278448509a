import type { WithRequest } from '../../request-facts';
import { AppError, invalid } from '../../errors';
import { minuteMs } from '../../time';
import { requireOwnSession } from '../access/access-rule';
import type { Viewer } from '../access/viewer';
import type { Account } from './account';
import type { AccountContext } from './account.context';
import type { Login } from './account.store';
import { maxPasswordLength } from './password';
import { requireSecondFactor } from './second-factor/proved-session.service';
import { findLoginBy } from './session.service';

/** So long after a log-in its session needs no password for what matters most. */
const freshForMs = 10 * minuteMs;

/**
 * Looks whether whoever calls knows the password of an account.
 *
 * @param params.field the input's, in errors
 * @returns the hash of the password.
 * @throws {AppError} `VALIDATION_FAILED` for a wrong password, `TOO_MANY_REQUESTS` after too many of them,
 * `SERVICE_UNAVAILABLE` when too many are looked at.
 */
export async function provePassword(
  ctx: AccountContext & WithRequest,
  params: {
    readonly account: Pick<Account, 'email'>;
    readonly password: string;
    readonly field: string;
  },
): Promise<string> {
  const { account, password, field } = params;
  const { email } = account;
  if (email === null) throw wrongPassword(field);
  const { remoteAddress } = ctx.request;
  const look = () => findLoginBy(ctx, email, password.slice(0, maxPasswordLength));
  const who = { email, remoteAddress };
  // Else a password that is known gave back the guesses at codes.
  const isWhole = (found: Login) => !found.account.hasSecondFactor;
  const login = await ctx.logInLimiter.attempt(who, look, 'too many wrong passwords', isWhole);
  if (!login) throw wrongPassword(field);
  return login.passwordHash;
}

/** @param field the input's that had the password */
export function wrongPassword(field: string): AppError {
  return invalid({ [field]: ['is wrong'] });
}

/**
 * Wants more than a session, which may be an old one on somebody's screen: one of the last 10 minutes, or the password; and
 * a code of the last 5 minutes, where the account has a second factor.
 *
 * @param params.password null: none was given
 * @throws {AppError} `FORBIDDEN` for an access token, for an older session without a password, and as `requireSecondFactor`; else as `provePassword`.
 */
export async function proveOwner(
  ctx: AccountContext & WithRequest,
  { viewer, password }: { readonly viewer: Viewer; readonly password: string | null },
): Promise<void> {
  requireOwnSession(viewer.credential);
  await requireSecondFactor(ctx, viewer);
  if (password !== null) {
    await provePassword(ctx, { account: viewer.account, password, field: 'password' });
    return;
  }
  const { credential } = viewer;
  const session =
    credential.kind === 'accessToken'
      ? null
      : await ctx.sessions.find(credential.sessionHash, credential.kind);
  const age = session ? ctx.now().getTime() - session.createdAt.getTime() : Infinity;
  if (age > freshForMs)
    throw new AppError('FORBIDDEN', 'log in anew, or give the password with it');
}
