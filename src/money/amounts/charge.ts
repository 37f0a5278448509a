import type { Amount } from '../../amount';

export const unitsPerCoin = 10n ** 11n;
const basisPointsOfWhole = 10_000n;

/**
 * A price in USD in coins, rounded down to the unit. With {@link feeOf} it is the only place where money is
 * rounded.
 *
 * @param usd 10^-11 USD, 0 or more
 * @param rate 10^-11 USD per coin, above 0
 * @returns 10^-11 coins
 * @throws {RangeError} for a negative price and a rate that is not above 0.
 */
export function coinsOf(usd: Amount, rate: Amount): Amount {
  if (usd < 0n) throw new RangeError(`a price must not be negative: ${usd}`);
  if (rate <= 0n) throw new RangeError(`a rate must be above 0: ${rate}`);
  return (usd * unitsPerCoin) / rate;
}

/**
 * The fee of a value, rounded down to the unit.
 *
 * @param value in any unit, 0 or more
 * @param basisPoints whole hundredths of a percent, 0 to 10,000
 * @throws {RangeError} for a negative value and basis points beyond their range.
 */
export function feeOf(value: Amount, basisPoints: number): Amount {
  if (value < 0n) throw new RangeError(`a value with a fee must not be negative: ${value}`);
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000)
    throw new RangeError(`a fee must be 0 to 10,000 basis points: ${basisPoints}`);
  return (value * BigInt(basisPoints)) / basisPointsOfWhole;
}
