/**
 * Money: a whole number of 10^-11 units, of US dollars and of the ledger's currency alike
 * (the ledger has 11 fraction digits). Arithmetic on it never passes through a float.
 */
export type Amount = bigint;

const fractionDigits = 11;
const unit = 10n ** BigInt(fractionDigits);

/** Amounts are stored as int64. */
export const maxAmount: Amount = 2n ** 63n - 1n;

const form = /^(-?)(\d{1,19})(?:\.(\d{1,11}))?$/;
/** Texts of amounts that are not negative, below 90,000,000, for documents of requests: a pattern cannot compare. */
export const amountPattern = '^(?:\\d{1,7}|[1-8]\\d{7})(?:\\.\\d{1,11})?$';
/** The same up to `maxPrice`. */
export const pricePattern = '^(?:\\d{1,6}(?:\\.\\d{1,11})?|1000000(?:\\.0{1,11})?)$';

/** Most that one price, value or budget of an hour may be, 10^-11 USD: so sums of them stay far from `maxAmount`. */
export const maxPrice: Amount = 1_000_000n * 10n ** 11n;

/** Most that a publisher may ask for 1,000 views, 10^-11 USD. */
export const maxFloor: Amount = 10_000n * 10n ** 11n;
/** The same as `pricePattern` up to `maxFloor`. */
export const floorPattern = '^(?:\\d{1,4}(?:\\.\\d{1,11})?|10000(?:\\.0{1,11})?)$';

/**
 * Reads a decimal such as `2`, `0.05` or `-1.5`: at most 11 digits after the point, no exponent.
 *
 * @returns null when the text is no such decimal or does not fit int64.
 */
export function parseAmount(text: string): Amount | null {
  const match = form.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const digits = BigInt(whole) * unit + BigInt(fraction.padEnd(fractionDigits, '0'));
  if (digits > maxAmount) return null;
  return sign === '-' ? -digits : digits;
}

/** Prints the shortest exact decimal: `2`, `0.05`, `-1.5`. */
export function formatAmount(amount: Amount): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(fractionDigits + 1, '0');
  const point = digits.length - fractionDigits;
  let end = digits.length;
  while (end > point && digits.endsWith('0', end)) end -= 1;
  const fraction = end > point ? `.${digits.slice(point, end)}` : '';
  return `${sign}${digits.slice(0, point)}${fraction}`;
}

/** The amount that an estimate stands for, rounded down: 0 for less than nothing, at most the greatest amount. */
export function toAmount(estimate: number): Amount {
  const units = Math.floor(estimate * Number(unit));
  if (!(units > 0)) return 0n;
  return units >= Number(maxAmount) ? maxAmount : BigInt(units);
}

/** The nearest float: for estimates and ranking only, never for arithmetic on money. */
export function toApproximateNumber(amount: Amount): number {
  return Number(amount) / Number(unit);
}
