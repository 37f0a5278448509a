import { invalid } from '../../errors';
import type { JsonSchema } from '../../json-schema';
import commonPasswords from './common-passwords.json';
import { toEmail } from './email';

/** Pages say it too. */
export const leastPasswordLength = 10;
/** Longer ones would only cost time to hash. */
export const maxPasswordLength = 1024;

/** A new password for documents of requests, which cannot name the most used ones. */
export const newPasswordSchema: JsonSchema = {
  type: 'string',
  minLength: leastPasswordLength,
  maxLength: maxPasswordLength,
};

/**
 * Those of the 49,233 most used passwords that are long enough, in lower case: who guesses tries them first. The list is
 * the one of zxcvbn (MIT, Dan Wheeler and Dropbox).
 */
const mostUsed: ReadonlySet<string> = new Set(commonPasswords);

/**
 * Tells what is wrong with a new password; null: nothing.
 * @param email of the account; null where it is not known or there is none
 */
export function problemOfPassword(password: string, email: string | null): string | null {
  if (password.length < leastPasswordLength || password.length > maxPasswordLength)
    return `must have ${leastPasswordLength} to ${maxPasswordLength} characters`;
  if (mostUsed.has(password.toLowerCase())) return 'must not be one of the most used ones';
  if (email !== null && toEmail(password) === toEmail(email)) return 'must not be the email';
  return null;
}

/** @throws {AppError} `VALIDATION_FAILED`, naming the field. */
export function assertPassword(
  password: string,
  { field, email }: { readonly field: string; readonly email: string | null },
): void {
  const problem = problemOfPassword(password, email);
  if (problem !== null) throw invalid({ [field]: [problem] });
}
