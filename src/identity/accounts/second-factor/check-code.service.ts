import { AppError, invalid } from '../../../errors';
import type { SessionContext } from '../account.context';
import { hashRecoveryCode, normaliseCode } from './recovery-codes';
import { findCounter } from './totp';

/** Longer texts are no codes. */
const longestCode = 40;

/** The reason that tells clients to ask for a code. */
export const secondFactorRequired = 'second_factor_required';

/** @param message says of what the code is asked for */
export function needsSecondFactor(message: string): AppError {
  return new AppError('FORBIDDEN', message, { reason: secondFactorRequired });
}

export function wrongCode(): AppError {
  return invalid({ otp: ['is wrong, too old or used'] });
}

/** Takes a code of an account's authenticator app, or a recovery code. @returns false for a code that is not good, or not any more. */
export async function takeCode(
  { accounts, now }: SessionContext,
  accountId: string,
  otp: string,
): Promise<boolean> {
  const { factor } = await accounts.findSecondFactor(accountId);
  if (!factor || otp.length > longestCode) return false;
  const code = normaliseCode(otp);
  if (!/^\d{6}$/.test(code)) return accounts.takeRecoveryCode(accountId, hashRecoveryCode(code));
  const counter = findCounter(factor.secret, code, now());
  return counter !== null && accounts.takeCounter(accountId, factor.secret, counter);
}
