import { locale } from '../texts/texts';

/** Digits after the point of every amount. */
const digits = 11;

/** A decimal text, such as `0.05` or `0,05`, as a number of 10^-11; null for what is none. */
export function parseDecimal(text: string): bigint | null {
  const match = /^(\d{1,12})(?:[.,](\d{0,11}))?$/.exec(text.trim());
  if (!match) return null;
  return BigInt(match[1]! + (match[2] ?? '').padEnd(digits, '0'));
}

/** The shortest decimal text of a number of 10^-11. */
export function formatDecimal(value: bigint): string {
  const text = value.toString().padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  return text.slice(0, -digits) + (fraction === '' ? '' : `.${fraction}`);
}

/** A decimal text as the server takes it: with a point. What is none goes as it is, for the server to say so. */
export function toAmount(text: string): string {
  const value = parseDecimal(text);
  return value === null ? text.trim() : formatDecimal(value);
}

const sign = new Intl.NumberFormat(locale)
  .formatToParts(0.5)
  .find(({ type }) => type === 'decimal')?.value;

/** An amount of the server's as the person would type it. */
export const toTyped = (amount: string): string => amount.replace('.', sign ?? '.');
