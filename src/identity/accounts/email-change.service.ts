import type { WithRequest } from '../../request-facts';
import { AppError, invalid, notFound } from '../../errors';
import type { DatabaseSession } from '../../platform/database/transaction';
import { withMail } from '../../platform/mail/with-mail';
import { minuteMs } from '../../time';
import { isDuplicateKey } from '../../validation';
import type { Viewer } from '../access/viewer';
import type { Account } from './account';
import type { AccountContext } from './account.context';
import { endingSessions } from './ending-sessions.service';
import {
  emailChangeAskedMail,
  emailChangedMail,
  emailChangeMail,
  emailTakenMail,
} from './mail-texts/account-mails';
import {
  createMailLink,
  findMailToken,
  requireMailer,
  takeMailToken,
  unknownToken,
} from './mail-token.service';
import { goodFromOf } from './payout-hold';
import { proveOwner, provePassword } from './proof-of-owner.service';
import { assertNotSuspended } from './session.service';

/** A mail with a link is sent for one account at most this often. */
const requestEveryMs = 2 * minuteMs;

/**
 * Sends a link to the email that the viewer wants to have, and a notice to the one that the account has. Answers the same, in
 * the same time, for an email that has an account: its owner is told by mail. The link before ends.
 *
 * @param params.email parsed
 * @param params.password null where the log-in was less than 10 minutes ago
 * @throws {AppError} `VALIDATION_FAILED` for the viewer's own email, and for a wrong password; `FORBIDDEN` as
 * `proveOwner`; `SERVICE_UNAVAILABLE` where the server sends no mail; `TOO_MANY_REQUESTS` within 2 minutes of the request
 * before, and when one network asks for too many.
 */
export async function requestEmailChange(
  ctx: AccountContext & WithRequest,
  params: { readonly viewer: Viewer; readonly email: string; readonly password: string | null },
): Promise<void> {
  const { viewer, password } = params;
  const { account } = viewer;
  const newEmail = anotherEmail(params.email, account);
  await proveOwner(ctx, { viewer, password });
  const mailer = requireMailer(ctx);
  await ctx.mailLimiter.consume(ctx.request.remoteAddress);
  const link = await createMailLink(ctx, {
    accountId: account.id,
    purpose: 'changeEmail',
    onlyAfterMs: requestEveryMs,
    page: null,
    newEmail,
  });
  if (link === null)
    throw new AppError('TOO_MANY_REQUESTS', 'a link was sent less than 2 minutes ago', {
      retryAfterSeconds: requestEveryMs / 1000,
    });
  const { email, language } = account;
  mailer.enqueue(async () => {
    const owner = await ctx.accounts.findByEmail(newEmail);
    return owner
      ? emailTakenMail({ email: newEmail, language: owner.language })
      : emailChangeMail({ email: newEmail, language }, link);
  });
  if (email !== null)
    mailer.enqueue(() => Promise.resolve(emailChangeAskedMail({ email, language }, newEmail)));
}

/** The email that a link is for; it stays good. @throws {AppError} `VALIDATION_FAILED` for a token that is unknown, used or expired. */
export async function getNewEmail(ctx: AccountContext, token: string): Promise<string> {
  const subject = await findMailToken(ctx, token, 'changeEmail');
  if (subject?.newEmail == null) throw unknownToken();
  return subject.newEmail;
}

/**
 * Gives an account the email that a link was sent to. The link shows who reads the mail, and the password that it is the
 * account's owner: it may have gone to an address that was mistyped. All sessions end, and so do the links that the former
 * email has had; access tokens stay. Nothing is paid for 24 hours.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a token that is unknown, used or expired, and for a wrong password;
 * `FORBIDDEN` for a suspended account, `CONFLICT` for an email that has an account by now, `TOO_MANY_REQUESTS` after too
 * many wrong passwords.
 */
export async function confirmEmailChange(
  ctx: AccountContext & WithRequest,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Account> {
  const found = await findMailToken(ctx, token, 'changeEmail');
  const account = found && (await ctx.accounts.findById(found.accountId));
  if (!account) throw unknownToken();
  const passwordHash = await provePassword(ctx, { account, password, field: 'password' });
  assertNotSuspended(account);
  const subject = await takeMailToken(ctx, token, 'changeEmail');
  if (subject?.newEmail == null) throw unknownToken();
  const changed = await changeEmail(ctx, account, { newEmail: subject.newEmail, passwordHash });
  // A password that was set meanwhile has ended the link.
  if (!changed) throw unknownToken();
  return changed;
}

/**
 * Gives an account another email, for the operator, who vouches for it.
 *
 * @param params.email parsed
 * @throws {AppError} `NOT_FOUND`, `VALIDATION_FAILED` for the email that it has, `CONFLICT` for one that another account has, and
 * for an account that has none.
 */
export async function setEmailFor(
  ctx: AccountContext,
  params: { readonly accountId: string; readonly email: string },
): Promise<Account> {
  const account = await ctx.accounts.findById(params.accountId);
  if (!account) throw notFound('account', params.accountId);
  if (account.email === null)
    throw new AppError('CONFLICT', 'the account has no email: nobody logs in to it');
  const changed = await changeEmail(ctx, account, {
    newEmail: anotherEmail(params.email, account),
  });
  if (!changed) throw notFound('account', account.id);
  return changed;
}

function anotherEmail(email: string, account: Account): string {
  if (email === account.email) throw invalid({ email: ['is the account’s already'] });
  return email;
}

/** @returns null when there is no such account any more, or its password is not the one that was shown. */
async function changeEmail(
  ctx: AccountContext,
  { id, email, language }: Account,
  { newEmail, passwordHash }: { readonly newEmail: string; readonly passwordHash?: string },
): Promise<Account | null> {
  const now = ctx.now();
  const changes = { email: newEmail, emailConfirmedAt: now, emailChangedAt: now };
  const change = (transaction: DatabaseSession) =>
    ctx.accounts.update(id, changes, { ifPasswordHash: passwordHash, transaction });
  try {
    const changed = await withMail(
      email === null ? null : ctx.mailer,
      () => endingSessions(ctx, { accountId: id, exceptHash: null, endsLinks: true, change }),
      (stored) =>
        stored && email !== null
          ? emailChangedMail({ email, language }, { newEmail, goodFrom: goodFromOf(now) })
          : null,
    );
    await ctx.awaitStoredPayments();
    return changed;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('CONFLICT', 'the email has an account', { cause: error });
  }
}
