import type { RequestContext, ServiceContext, Viewer } from '../context';
import { AppError } from '../errors';
import { hashSecret } from '../secret';
import { isDuplicateKey } from '../validation';
import type { Account, Role } from './account';
import type { Login } from './account.store';
import { isEmail, maxEmailLength, toEmail } from './email';
import { maxPasswordLength, problemOfPassword } from './password';

const sessionIdleMs = 30 * 24 * 60 * 60 * 1000;
/** A session in use is prolonged at most this often: reading does not write. */
const extendEveryMs = 60 * 60 * 1000;

export interface CreateAccountParams {
  /** 32 lower-case hex; a random one by default. */
  readonly id?: string;
  readonly email: string;
  readonly password: string;
  readonly roles: readonly Role[];
  readonly payoutAddress?: string | null;
}

/**
 * Makes an account that can log in.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a bad email or a password of fewer than 8 characters,
 * `CONFLICT` for an email or payout address that is taken.
 */
export async function createAccount(
  ctx: ServiceContext,
  { id, email, password, roles, payoutAddress = null }: CreateAccountParams,
): Promise<Account> {
  const details: Record<string, string[]> = {};
  if (!isEmail(email)) details.email = ['must be an email address'];
  const problem = problemOfPassword(password);
  if (problem !== null) details.password = [problem];
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', 'the account is not valid', { details });
  try {
    return await ctx.accounts.insert({
      id: id ?? ctx.randomBytes(16).toString('hex'),
      email: toEmail(email),
      passwordHash: await ctx.passwordHasher.hash(password),
      roles,
      payoutAddress,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('CONFLICT', 'the email or payout address is taken', { cause: error });
  }
}

/**
 * Starts a session.
 *
 * @returns the account and the session's token, 256 bits base64url: only its hash is stored.
 * @throws {AppError} `VALIDATION_FAILED` for wrong credentials, the same for unknown and known emails;
 * `TOO_MANY_REQUESTS` after too many failures; `FORBIDDEN`, with the reason, for a suspended account;
 * `SERVICE_UNAVAILABLE` when too many log in at once.
 */
export async function logIn(
  ctx: RequestContext,
  params: { readonly email: string; readonly password: string },
): Promise<{ readonly apiToken: string; readonly account: Account }> {
  const email = toEmail(params.email).slice(0, maxEmailLength);
  const { remoteAddress } = ctx.request;
  const retryAfterSeconds = await ctx.logInLimiter.countAttempt(email, remoteAddress);
  if (retryAfterSeconds > 0)
    throw new AppError('TOO_MANY_REQUESTS', 'too many failed log-ins', { retryAfterSeconds });

  const login = await ctx.accounts.findLogin(email);
  const password = params.password.slice(0, maxPasswordLength);
  const isRight = await ctx.passwordHasher.verify(login?.passwordHash ?? null, password);
  if (!login || !isRight) throw wrongCredentials();
  assertNotSuspended(login.account);
  await ctx.logInLimiter.noteSuccess(email, remoteAddress);
  return { apiToken: await openSession(ctx, login), account: login.account };
}

/**
 * @returns the session's token
 * @throws {AppError} when the password was replaced, or the account suspended, while the old one was looked at: what
 * ended all sessions then did not see this one.
 */
async function openSession(ctx: ServiceContext, { account, passwordHash }: Login): Promise<string> {
  const apiToken = ctx.randomBytes(32).toString('base64url');
  const tokenHash = hashSecret(apiToken);
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + sessionIdleMs);
  await ctx.accounts.insertSession(tokenHash, account.id, now, expiresAt);
  const current = await ctx.accounts.findLogin(account.email ?? '');
  if (current?.passwordHash === passwordHash && current.account.suspendedReason === null)
    return apiToken;
  await ctx.accounts.deleteSession(tokenHash);
  if (current?.passwordHash === passwordHash) assertNotSuspended(current.account);
  throw wrongCredentials();
}

function wrongCredentials(): AppError {
  return new AppError('VALIDATION_FAILED', 'email or password is wrong', {
    details: { email: ['or password is wrong'] },
  });
}

/** @throws {AppError} `FORBIDDEN`, with the reason. */
function assertNotSuspended({ suspendedReason }: Account): void {
  if (suspendedReason !== null)
    throw new AppError('FORBIDDEN', 'the account is suspended', { reason: suspendedReason });
}

/** Ends the viewer's session; its token is unknown from then on. */
export async function logOut(ctx: RequestContext, { credential }: Viewer): Promise<void> {
  if (credential.kind === 'apiToken') await ctx.accounts.deleteSession(credential.tokenHash);
}

/** The viewer behind an API token; null when it is unknown, expired or its account suspended. */
export async function findViewer(ctx: ServiceContext, apiToken: string): Promise<Viewer | null> {
  const tokenHash = hashSecret(apiToken);
  const session = await ctx.accounts.findSession(tokenHash);
  const now = ctx.now().getTime();
  if (!session || session.expiresAt.getTime() <= now) return null;
  const account = await ctx.accounts.findById(session.accountId);
  if (!account || account.suspendedReason !== null) return null;
  if (session.expiresAt.getTime() < now + sessionIdleMs - extendEveryMs)
    await ctx.accounts.extendSession(tokenHash, new Date(now + sessionIdleMs));
  return { account, credential: { kind: 'apiToken', tokenHash } };
}
