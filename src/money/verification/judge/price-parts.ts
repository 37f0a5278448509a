import type { Amount } from '../../../amount';
import { feeOf, coinsOf } from '../../amounts/charge';

/** The terms that a price is divided on. */
export interface Terms {
  /** 10^-11 USD per coin; null where the hour has none. */
  readonly rate: Amount | null;
  /** Basis points of the charge. */
  readonly demandFee: number;
  readonly supplyFee: number;
  /** Basis points of what the demand fee leaves. */
  readonly communityFee: number;
}

export type Fees = Omit<Terms, 'rate'>;

/** The fees on one event: other servers take their own of supply, and the community's is of what they earn. */
export const feesOn = ({ peer }: { readonly peer?: unknown }, fees: Fees): Fees =>
  peer === undefined ? { ...fees, communityFee: 0 } : { ...fees, supplyFee: 0 };

/** The price of one event, or of one case of a conversion, and who gets it. */
export interface PriceParts {
  /** USD. */
  readonly price: Amount;
  /** null where nothing had to be converted. */
  readonly rate: Amount | null;
  /** Unit: 10^-11 coins, like the four below. */
  readonly charge: Amount;
  readonly demandFee: Amount;
  readonly supplyFee: Amount;
  /** Absent: 0. */
  readonly communityFee?: Amount;
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
  const communityFee = feeOf(charge - demandFee, fees.communityFee);
  const revenue = charge - demandFee - supplyFee - communityFee;
  return { price, rate, charge, demandFee, supplyFee, ...unlessNone(communityFee), revenue };
}

/** The parts of several prices together. */
export function sumOfParts(parts: readonly PriceParts[]): PriceParts {
  return parts.reduce(
    (sum, part) => ({
      price: sum.price + part.price,
      rate: sum.rate ?? part.rate,
      charge: sum.charge + part.charge,
      demandFee: sum.demandFee + part.demandFee,
      supplyFee: sum.supplyFee + part.supplyFee,
      ...unlessNone((sum.communityFee ?? 0n) + (part.communityFee ?? 0n)),
      revenue: sum.revenue + part.revenue,
    }),
    freeParts,
  );
}

const unlessNone = (communityFee: Amount): Pick<PriceParts, 'communityFee'> =>
  communityFee > 0n ? { communityFee } : {};
