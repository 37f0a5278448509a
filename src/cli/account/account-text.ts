import { type Account, type Role, roles as allRoles } from '../../identity/accounts/account';
import { formatAmount } from '../../amount';
import { parseEmail, requireEmail } from '../../identity/accounts/email';
import type { ServiceContext } from '../../api/context';
import { getAccountByName } from '../../identity/accounts/account-management.service';
import { isUuid } from '../../id';
import { CommandError, type ReadText } from '../command';
import { readBy } from '../option-text';

/** The email of an account that is new, or changes. */
export const readEmail = readBy(requireEmail);

/** An account by its email or its id, as they are typed. */
export const readAccountName: ReadText<string> = (text, name) => {
  if (!isUuid(text) && parseEmail(text) === null)
    throw new CommandError(`${name} is neither an email nor an id of an account`, 2);
  return text;
};

export const emailArgument = {
  name: 'email',
  description: 'email or id of the account',
  read: readAccountName,
} as const;

/** @param name email or id @throws {AppError} `NOT_FOUND` */
export async function idOfAccount(services: ServiceContext, name: string): Promise<string> {
  return (await getAccountByName(services, name)).id;
}

/** An account as `--json` prints it: money in coins as decimal text. */
export function toAccountJson(account: Account) {
  const { id, email, roles, emailChangedAt, hasPassword, suspendedReason, creditLimit } = account;
  const { hasSecondFactor, secondFactorResetAt } = account;
  const { payoutAddress, payoutAddressChangedAt, provenAddresses, mergedIntoId } = account;
  return {
    ...{ id, email, roles, isEmailConfirmed: account.emailConfirmedAt !== null, emailChangedAt },
    ...{ hasPassword, hasSecondFactor, secondFactorResetAt, suspendedReason },
    creditLimit: creditLimit === null ? null : formatAmount(creditLimit),
    ...{ payoutAddress, payoutAddressChangedAt, provenAddresses, mergedIntoId },
    createdAt: account.createdAt,
  };
}

/** An account as people read it, a line for each thing. @param more what else there is to say */
export function describeAccount(
  account: Account,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const { creditLimit, ...json } = toAccountJson(account);
  return describeMembers({
    ...json,
    roles: account.roles.join(', '),
    provenAddresses: account.provenAddresses.join(', ') || null,
    creditLimit: creditLimit === null ? 'unlimited' : `${creditLimit} coins`,
    ...more,
  });
}

/** Names and values in two columns; what is null, or a list of nothing, is left out. */
export function describeMembers(members: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(members).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  const width = Math.max(...shown.map(([name]) => name.length)) + 2;
  const toText = (value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  return shown.map(([name, value]) => `${name.padEnd(width)}${toText(value)}`).join('\n');
}

/**
 * Reads `advertiser,publisher`: at least one.
 *
 * @throws {CommandError} for a word that is not a role, and for none.
 */
export function readRoles(text: string, name: string): readonly Role[] {
  const names = new Set(text.split(/[\s,]+/).filter((word) => word !== ''));
  const unknown = [...names].filter((name) => !allRoles.some((role) => role === name));
  if (unknown.length > 0 || names.size === 0)
    throw new CommandError(
      `${name}: ${unknown.length > 0 ? `no role ${unknown.join(', ')}` : 'no role is named'}: there are ${allRoles.join(', ')}`,
      2,
    );
  return allRoles.filter((role) => names.has(role));
}

/**
 * Reads a password from standard input; a line end behind it is not part of it.
 *
 * @throws {CommandError} when there is none.
 */
export function readPassword(text: string): string {
  const password = text.replace(/\r?\n$/, '');
  if (password === '') throw new CommandError('standard input has no password', 2);
  if (/[\r\n]/.test(password))
    throw new CommandError('standard input has more than one line: a password has one', 2);
  return password;
}
