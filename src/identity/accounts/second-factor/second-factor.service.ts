import { AppError, notFound } from '../../../errors';
import { withMail } from '../../../platform/mail/with-mail';
import type { WithRequest } from '../../../request-facts';
import { minuteMs } from '../../../time';
import { requireOwnSession } from '../../access/access-rule';
import type { Viewer } from '../../access/viewer';
import type { Account } from '../account';
import type { AccountContext } from '../account.context';
import { endingSessions } from '../ending-sessions.service';
import { goodFromOf } from '../payout-hold';
import { proveOwner } from '../proof-of-owner.service';
import { wrongCode } from './check-code.service';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes';
import type { SecondFactorSetUp } from './second-factor';
import {
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from '../mail-texts/second-factor-mails';
import { createTotpSecret, findCounter, totpUriOf } from './totp';

/** A set-up that is not confirmed by then has to be begun again. */
const confirmableForMs = 30 * minuteMs;

/** A mutation of the owner's, who gives the password where the log-in was more than 10 minutes ago. */
interface OwnersParams {
  readonly viewer: Viewer;
  readonly password: string | null;
}

/**
 * Makes the secret of a second factor, which counts once a code of it is shown. The set-up before ends.
 *
 * @throws {AppError} as `proveOwner`; `CONFLICT` for an account that has a second factor.
 */
export async function beginSecondFactor(
  ctx: AccountContext & WithRequest,
  { viewer, password }: OwnersParams,
): Promise<SecondFactorSetUp> {
  await proveOwner(ctx, { viewer, password });
  const { id, email } = viewer.account;
  const secret = createTotpSecret(ctx);
  const begun = await ctx.accounts.beginSecondFactor(id, { secret, begunAt: ctx.now() });
  if (!begun) throw new AppError('CONFLICT', 'the account has a second factor: turn it off first');
  const issuer = `Adgate ${new URL(ctx.publicUrl).hostname}`;
  return { secret, uri: totpUriOf(secret, { issuer, email: email ?? id }) };
}

/**
 * Turns the second factor of a set-up on. The account's other sessions end, access tokens stay.
 *
 * @returns the recovery codes, which are seen this once.
 * @throws {AppError} `CONFLICT` without a set-up of the last 30 minutes, `VALIDATION_FAILED` for a wrong code,
 * `TOO_MANY_REQUESTS` after too many of them.
 */
export async function confirmSecondFactor(
  ctx: AccountContext & WithRequest,
  { account: { id, email, language }, credential }: Viewer,
  otp: string,
): Promise<readonly string[]> {
  const sessionHash = requireOwnSession(credential);
  const { pending } = await ctx.accounts.findSecondFactor(id);
  const now = ctx.now();
  if (!pending || email === null || now.getTime() - pending.begunAt.getTime() > confirmableForMs)
    throw nothingBegun();
  const { secret } = pending;
  const counter = await ctx.logInLimiter.attempt(
    { email, remoteAddress: ctx.request.remoteAddress },
    () => Promise.resolve(findCounter(secret, otp.replaceAll(/\s/g, ''), now)),
    'too many wrong codes',
  );
  if (counter === null) throw wrongCode();
  const codes = createRecoveryCodes(ctx);
  const recoveryHashes = codes.map(hashRecoveryCode);
  const factor = { secret, lastCounter: counter, recoveryHashes, confirmedAt: now };
  const turnedOn = await withMail(
    ctx.mailer,
    () =>
      endingSessions(ctx, {
        ...{ accountId: id, exceptHash: sessionHash, endsLinks: false },
        change: (transaction) => ctx.accounts.confirmSecondFactor(id, factor, transaction),
      }),
    (stored) => (stored ? secondFactorOnMail({ email, language }) : null),
  );
  if (!turnedOn) throw nothingBegun();
  await ctx.sessions.noteSecondFactor(sessionHash, now);
  return codes;
}

/**
 * Turns the viewer's second factor off, which is told by mail.
 *
 * @throws {AppError} as `proveOwner`; `CONFLICT` without a second factor.
 */
export async function turnOffSecondFactor(
  ctx: AccountContext & WithRequest,
  { viewer, password }: OwnersParams,
): Promise<Account> {
  await proveOwner(ctx, { viewer, password });
  const { id, email, language } = viewer.account;
  const changed = await withMail(
    email === null ? null : ctx.mailer,
    () => ctx.accounts.removeSecondFactor(id, null),
    (stored) => (stored && email !== null ? secondFactorOffMail({ email, language }) : null),
  );
  if (!changed) throw hasNone();
  return changed;
}

/**
 * Makes other recovery codes; those before are worthless.
 *
 * @returns the codes, which are seen this once.
 * @throws {AppError} as `turnOffSecondFactor`
 */
export async function renewRecoveryCodes(
  ctx: AccountContext & WithRequest,
  { viewer, password }: OwnersParams,
): Promise<readonly string[]> {
  await proveOwner(ctx, { viewer, password });
  const codes = createRecoveryCodes(ctx);
  const hashes = codes.map(hashRecoveryCode);
  if (!(await ctx.accounts.setRecoveryCodes(viewer.account.id, hashes))) throw hasNone();
  return codes;
}

/**
 * Takes the second factor from an account whose owner has lost it, for the operator. Its sessions end; the owner is told by
 * mail, and nothing is paid for 24 hours.
 *
 * @throws {AppError} `NOT_FOUND`, `CONFLICT` for an account without a second factor.
 */
export async function resetSecondFactor(ctx: AccountContext, id: string): Promise<Account> {
  const account = await ctx.accounts.findById(id);
  if (!account) throw notFound('account', id);
  const { email, language } = account;
  const now = ctx.now();
  const changed = await withMail(
    email === null ? null : ctx.mailer,
    () =>
      endingSessions(ctx, {
        ...{ accountId: id, exceptHash: null, endsLinks: false },
        change: (transaction) => ctx.accounts.removeSecondFactor(id, now, transaction),
      }),
    (stored) =>
      stored && email !== null
        ? secondFactorResetMail({ email, language }, { goodFrom: goodFromOf(now) })
        : null,
  );
  if (!changed) throw hasNone();
  await ctx.awaitStoredPayments();
  return changed;
}

function hasNone(): AppError {
  return new AppError('CONFLICT', 'the account has no second factor');
}

function nothingBegun(): AppError {
  return new AppError('CONFLICT', 'no set-up of a second factor is under way: begin again');
}
