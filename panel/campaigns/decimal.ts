import { RequestError } from '../graphql/request';
import { locale, t } from '../texts/texts';

/** Digits after the point of every amount. */
const digits = 11;

/** Thousands set apart by one sign, and a fraction behind another one. */
const grouped = /^[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/;
/** A thousand to some, and one to others: which one the language does not tell, as people type by habit. */
const ambiguous = /^([1-9]\d{0,2})[.,](\d{3})$/;

/**
 * A decimal text, such as `0.05`, `0,05` or `1.000,50`, as a number of 10^-11; null for any other text, and for
 * one that may mean two numbers, such as `1.000`.
 */
export function parseDecimal(text: string): bigint | null {
  const typed = text.trim();
  if (ambiguous.test(typed)) return null;
  const [, group = ''] = grouped.exec(typed) ?? [];
  const plain = group === '' ? typed : typed.replaceAll(group, '');
  const match = /^(\d{1,12})(?:[.,](\d{0,11}))?$/.exec(plain);
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** Why a text is no amount, to be read after the name of its field; null: it is one. */
export function amountProblem(text: string): string | null {
  const [, whole, fraction] = ambiguous.exec(text.trim()) ?? [];
  if (whole !== undefined && fraction !== undefined) {
    const small = formatDecimal(BigInt(whole + fraction.padEnd(digits, '0')));
    return t('common.mayMeanTwoAmounts', { large: whole + fraction, small: toTyped(small) });
  }
  return parseDecimal(text) === null ? t('common.mustBeAnAmountSuch') : null;
}

/** @throws {RequestError} `VALIDATION_FAILED` with every field that has a problem: the server could not say so. */
export function assertTyped(problems: Readonly<Record<string, string | null>>): void {
  const fields = Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) =>
      problem === null ? [] : [[field, [problem]] as const],
    ),
  );
  if (Object.keys(fields).length > 0)
    throw new RequestError('VALIDATION_FAILED', 'what is typed cannot be read', fields);
}

/** The shortest decimal text of a number of 10^-11, which is 0 or more. */
export function formatDecimal(value: bigint): string {
  const text = value.toString().padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  return text.slice(0, -digits) + (fraction === '' ? '' : `.${fraction}`);
}

/** An amount of the server's as a number of 10^-11. */
export function parseAmount(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** Writes a typed amount as the server takes it: with a point. @throws {RequestError} as `assertTyped` does */
export function toAmount(field: string, text: string): string {
  assertTyped({ [field]: amountProblem(text) });
  const value = parseDecimal(text);
  if (value === null) throw new Error('what is no amount was let through');
  return formatDecimal(value);
}

const sign = new Intl.NumberFormat(locale)
  .formatToParts(0.5)
  .find(({ type }) => type === 'decimal')?.value;

/** An amount of the server's as the person would type it, so that it means one thing only. */
export const toTyped = (amount: string): string =>
  (ambiguous.test(amount) ? `${amount}0` : amount).replace('.', sign ?? '.');
