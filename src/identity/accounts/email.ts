import { invalid } from '../../errors';
import { member } from '../../input-members';
import { unseen } from '../../validation';

/** Longest email that is taken, in characters. */
export const maxEmailLength = 150;

/** Said of a text that `parseEmail` does not take. */
export const notAnEmail = 'must be an email address';

const part = `[^\\s@<>,;:"()${unseen}]`;
const form = new RegExp(`^${part}{1,64}@${part}{1,85}$`, 'u');

/** An email address of an input, read by `parseEmail`. */
export const emailMember = member(
  (value) => {
    if (typeof value !== 'string') return 'must be a string';
    const email = parseEmail(value);
    return email === null ? notAnEmail : { value: email };
  },
  { type: 'string', format: 'email', maxLength: maxEmailLength, pattern: form.source },
);

/** Reads an email address, in any case, to the form that is stored and compared. null: its form is not that of one. */
export function parseEmail(text: string): string | null {
  const email = toEmail(text);
  return email.length <= maxEmailLength && form.test(email) ? email : null;
}

/** As `parseEmail`. @throws {AppError} `VALIDATION_FAILED` for the field `email`. */
export function requireEmail(text: string): string {
  const email = parseEmail(text);
  if (email === null) throw invalid({ email: [notAnEmail] });
  return email;
}

/** The form that is stored and compared, of any text. */
export function toEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** As `toEmail`, of a text of any length that an account is looked up by. */
export function toTypedEmail(text: string): string {
  return toEmail(text).slice(0, maxEmailLength);
}
