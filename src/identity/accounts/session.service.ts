import { dayMs, hourMs } from '../../time';
import type { AccountContext, SessionContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import { requireOwnSession } from '../access/access-rule';
import type { SessionKind, Viewer } from '../access/viewer';
import { AppError, invalid } from '../../errors';
import { truncateIpAddress } from '../../ip-address';
import { createSecret, hashSecret } from '../../secret';
import type { Account } from './account';
import { needsSecondFactor, takeCode, wrongCode } from './second-factor/check-code.service';
import type { Login } from './account.store';
import type { Session } from './session.store';
import { toTypedEmail } from './email';
import { maxPasswordLength } from './password';
import { chunksOf } from '../../non-empty';

/** A session that is not used for so long ends. */
export const sessionIdleMs = 30 * dayMs;
/** A session in use is prolonged at most this often: reading does not write. */
const extendEveryMs = hourMs;

/** Characters of a browser's name that a session keeps. */
const longestUserAgent = 300;

export interface LogInParams {
  readonly email: string;
  readonly password: string;
  /** 6 digits or a recovery code; null: none was given. */
  readonly otp: string | null;
}

/** The session id of a cookie, and the account that it belongs to. */
export interface BrowserSession {
  readonly sessionId: string;
  readonly account: Account;
}

/**
 * Starts a session for a program.
 *
 * @returns the account and the session's token, 256 bits base64url: only its hash is stored.
 * @throws {AppError} `VALIDATION_FAILED` for wrong credentials, the same for unknown and known emails, and for a wrong code;
 * `TOO_MANY_REQUESTS` after too many failures; `FORBIDDEN`, with the reason, for a suspended account, and for a right
 * password without the code that the account needs;
 * `SERVICE_UNAVAILABLE` when too many log in at once.
 */
export async function logIn(
  ctx: AccountContext & WithRequest,
  params: LogInParams,
): Promise<{ readonly apiToken: string; readonly account: Account }> {
  const login = await checkCredentials(ctx, params);
  const apiToken = await openSession(ctx, login, provedBy(ctx, login, 'apiToken'));
  return { apiToken, account: login.account };
}

/**
 * Starts a session for a browser, in the place of the one that it had.
 *
 * @param params.formerId what its cookie said; null without one
 * @returns the account, and the session's id, 256 bits base64url, always a new one: it is good in the cookie alone.
 * @throws {AppError} as `logIn` does; the former session then goes on.
 */
export async function logInBrowser(
  ctx: AccountContext & WithRequest,
  { formerId, ...params }: LogInParams & { readonly formerId: string | null },
): Promise<BrowserSession> {
  const login = await checkCredentials(ctx, params);
  const sessionId = await openSession(ctx, login, provedBy(ctx, login, 'browser'));
  if (formerId !== null) await logOutBrowser(ctx, formerId);
  return { sessionId, account: login.account };
}

/** @returns null for a wrong password, and an email without an account: both take as long. */
export async function findLoginBy(
  ctx: AccountContext,
  email: string,
  password: string,
): Promise<Login | null> {
  const login = await ctx.accounts.findLogin(email);
  const isRight = await ctx.passwordHasher.verify(login?.passwordHash ?? null, password);
  return isRight ? login : null;
}

async function checkCredentials(
  ctx: AccountContext & WithRequest,
  params: LogInParams,
): Promise<Login> {
  const email = toTypedEmail(params.email);
  const { remoteAddress } = ctx.request;
  const password = params.password.slice(0, maxPasswordLength);
  const wrong = { credentials: wrongCredentials() };
  async function look(): Promise<Login | null> {
    const found = await findLoginBy(ctx, email, password);
    if (!found?.account.hasSecondFactor) return found;
    // Neither a failure nor a success: who knows the password may not guess codes for ever.
    if (params.otp === null) throw needsSecondFactor('a code of the second factor is required');
    if (await takeCode(ctx, found.account.id, params.otp)) return found;
    wrong.credentials = wrongCode();
    return null;
  }
  const who = { email, remoteAddress };
  const login = await ctx.logInLimiter.attempt(who, look, 'too many failed log-ins');
  if (!login) throw wrong.credentials;
  assertNotSuspended(login.account);
  await ctx.accountNetworks.note(login.account.id, remoteAddress, ctx.now());
  return login;
}

/** The kind of a session, and when it showed a code of the second factor; absent: it did not. */
export interface SessionOpening extends Pick<Session, 'kind' | 'secondFactorAt'> {}

/** The opening of a session whose log-in took all that the account asks for. */
export function provedBy(
  { now }: Pick<SessionContext, 'now'>,
  { account }: Login,
  kind: SessionKind,
): SessionOpening {
  return { kind, ...(account.hasSecondFactor && { secondFactorAt: now() }) };
}

/**
 * @returns the session's secret
 * @throws {AppError} when the password was replaced, the second factor turned on, or the account suspended, while the old one was looked at: what
 * ended all sessions then did not see this one.
 */
export async function openSession(
  ctx: AccountContext & WithRequest,
  { account, passwordHash }: Login,
  opening: SessionOpening,
): Promise<string> {
  const secret = createSecret(ctx);
  const hash = hashSecret(secret);
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + sessionIdleMs);
  const { userAgent, remoteAddress } = ctx.request;
  await ctx.sessions.insert(hash, {
    ...{ accountId: account.id, ...opening, createdAt, expiresAt },
    userAgent: userAgent.slice(0, longestUserAgent),
    network: truncateIpAddress(remoteAddress),
  });
  const current = await ctx.accounts.findLogin(account.email ?? '');
  const isSame =
    current?.passwordHash === passwordHash &&
    current.account.hasSecondFactor === account.hasSecondFactor;
  if (isSame && current.account.suspendedReason === null) return secret;
  await ctx.sessions.delete(hash);
  if (isSame) assertNotSuspended(current.account);
  throw wrongCredentials();
}

function wrongCredentials(): AppError {
  return invalid({ email: ['or password is wrong'] });
}

/** @throws {AppError} `FORBIDDEN`, with the reason. */
export function assertNotSuspended({ suspendedReason }: Account): void {
  if (suspendedReason !== null)
    throw new AppError('FORBIDDEN', 'the account is suspended', { reason: suspendedReason });
}

/** Ends the viewer's session; its token or id is unknown from then on. Access tokens are left alone. */
export async function logOut(ctx: SessionContext, { credential }: Viewer): Promise<void> {
  if (credential.kind !== 'accessToken') await ctx.sessions.delete(credential.sessionHash);
}

/** Ends a browser's session by its id. An id of no session changes nothing. */
export async function logOutBrowser(ctx: SessionContext, id: string): Promise<void> {
  const hash = hashSecret(id);
  if (await ctx.sessions.find(hash, 'browser')) await ctx.sessions.delete(hash);
}

/**
 * Ends all sessions of the viewer's account, this one too, on every device. Access tokens stay: they are revoked by
 * themselves.
 *
 * @throws {AppError} `FORBIDDEN` for an access token.
 */
export async function logOutEverywhere(ctx: SessionContext, viewer: Viewer): Promise<void> {
  requireOwnSession(viewer.credential);
  await ctx.sessions.deleteAllOf(viewer.account.id, null);
}

/** The viewer behind an API token; null when it is unknown, expired or its account suspended. */
export function findViewer(ctx: SessionContext, apiToken: string): Promise<Viewer | null> {
  return findViewerOf(ctx, apiToken, 'apiToken');
}

/** The viewer behind the session id of a cookie; null as for `findViewer`. Neither takes the secrets of the other. */
export function findBrowserViewer(ctx: SessionContext, id: string): Promise<Viewer | null> {
  return findViewerOf(ctx, id, 'browser');
}

/** Sessions that are looked up at once. */
const sessionsAtOnce = 1_000;

/** The accounts behind those sessions that have not ended, by the sessions' hashes. It prolongs none. */
export async function listLiveSessions(
  { sessions, now }: SessionContext,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const some of chunksOf(hashes, sessionsAtOnce))
    for (const [hash, accountId] of await sessions.listLive(some, now()))
      found.set(hash, accountId);
  return found;
}

async function findViewerOf(
  ctx: SessionContext,
  secret: string,
  kind: SessionKind,
): Promise<Viewer | null> {
  const sessionHash = hashSecret(secret);
  const session = await ctx.sessions.find(sessionHash, kind);
  const now = ctx.now().getTime();
  if (!session || session.expiresAt.getTime() <= now) return null;
  const account = await ctx.accounts.findById(session.accountId);
  if (!account || account.suspendedReason !== null) return null;
  if (session.acting) return findActingViewer(ctx, account, { session, sessionHash });
  if (session.expiresAt.getTime() < now + sessionIdleMs - extendEveryMs)
    await ctx.sessions.extend(sessionHash, new Date(now + sessionIdleMs));
  return { account, credential: { kind, sessionHash } };
}

/**
 * The account that an operator acts for in his session. Null once that is over: then he logs in again. The session does
 * not become his own by itself, as what is sent for the account must not be done to his.
 */
async function findActingViewer(
  ctx: SessionContext,
  operator: Account,
  { session, sessionHash }: { readonly session: Session; readonly sessionHash: string },
): Promise<Viewer | null> {
  const { acting, kind } = session;
  if (!acting || acting.endsAt.getTime() <= ctx.now().getTime()) return null;
  const account = await ctx.accounts.findById(acting.accountId);
  if (!account || !mayActFor(operator, account)) return null;
  return { account, credential: { kind, sessionHash, operatorId: operator.id } };
}

/** Operators act for those who can do less than they. */
export function mayActFor(operator: Account, account: Account): boolean {
  const isOperator = ({ roles }: Account) => roles.includes('operator');
  return isOperator(operator) && !isOperator(account) && account.suspendedReason === null;
}
