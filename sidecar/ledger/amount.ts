import { LedgerDataError } from './errors';

const fractionDigits = 11;
const unitsPerCoin = 10n ** BigInt(fractionDigits);

/** The largest amount, fee included, that the ledger's signed 64 bits hold. */
export const maxAmount = 2n ** 63n - 1n;

const amountText = /^(\d{1,20})(?:\.(\d{1,11}))?$/;

/**
 * Reads decimal text such as `1` or `0.00000000001` as units of 10^-11. Never rounds.
 *
 * @throws {LedgerDataError} for a sign, an exponent, blanks, more than 11 fraction digits, or a
 * value past `maxAmount`.
 */
export function parseAmount(text: string): bigint {
  const [, whole, fraction = ''] = amountText.exec(text) ?? [];
  if (whole === undefined) {
    throw new LedgerDataError('an amount is decimal digits with at most 11 after the point');
  }
  const amount = BigInt(whole) * unitsPerCoin + BigInt(fraction.padEnd(fractionDigits, '0'));
  if (amount > maxAmount) throw new LedgerDataError(`amount ${text} is past 64 bits`);
  return amount;
}

/** Writes units of 10^-11 with all 11 fraction digits: `1n` becomes `0.00000000001`. */
export function formatAmount(amount: bigint): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(fractionDigits + 1, '0');
  return `${sign}${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}`;
}
