import type { Amount } from '../../../amount';
import { feeOf, coinsOf } from '../../amounts/charge';

/** The terms that a price is divided on. */
export interface Terms {
  /** 10^-11 USD per coin; null where the hour has none. */
  readonly rate: Amount | null;
  /** Basis points of the charge. */
  readonly demandFee: number;
  readonly supplyFee: number;
}

/** The price of one event, or of one case of a conversion, and who gets it. */
export interface PriceParts {
  /** USD. */
  readonly price: Amount;
  /** null where nothing had to be converted. */
  readonly rate: Amount | null;
  /** Unit: 10^-11 coins, like the three below. */
  readonly charge: Amount;
  readonly demandFee: Amount;
  readonly supplyFee: Amount;
  readonly revenue: Amount;
}

/** The parts of a price of 0. */
export const freeParts: PriceParts = {
  price: 0n,
  rate: null,
  charge: 0n,
  demandFee: 0n,
  supplyFee: 0n,
  revenue: 0n,
};

/** @throws {Error} for a price above 0 without a rate. */
export function partsOf(price: Amount, { rate, ...fees }: Terms): PriceParts {
  if (price === 0n) return freeParts;
  if (rate === null) throw new Error('a price has no rate');
  const charge = coinsOf(price, rate);
  const demandFee = feeOf(charge, fees.demandFee);
  const supplyFee = feeOf(charge, fees.supplyFee);
  return { price, rate, charge, demandFee, supplyFee, revenue: charge - demandFee - supplyFee };
}
