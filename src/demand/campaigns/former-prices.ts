import { type Amount, formatAmount, parseAmount } from '../../amount';
import { minuteMs } from '../../time';

/** The lowest prices that a campaign has had lately, as decimal texts; null: it had none. */
export interface FormerPrices {
  readonly maxCpm: string | null;
  readonly maxCpc: string | null;
  /** True where the campaign has bid by itself in that time; absent: it has not, or that was not noted. */
  readonly wasAutomatic?: boolean;
  /** Unix milliseconds: till then other servers may have been told them. */
  readonly until: number;
}

/** Prices of a campaign; null: by itself for views, free for clicks. */
export interface Prices {
  readonly maxCpm: Amount | null;
  readonly maxCpc: Amount | null;
}

interface WithFormerPrices {
  readonly formerPrices: FormerPrices | null;
}

/** By then every other server has read our campaigns anew. */
const knownForMs = 20 * minuteMs;

/** The members that an edit of prices writes beside them; empty where it changes none. */
export function formerPricesOf(
  campaign: Prices & WithFormerPrices,
  changes: Partial<Prices>,
  now: Date,
): Partial<WithFormerPrices> {
  const after = { ...campaign, ...changes };
  if (after.maxCpm === campaign.maxCpm && after.maxCpc === campaign.maxCpc) return {};
  const { maxCpm, maxCpc } = lowestPrices(campaign, campaign, now);
  const textOf = (price: Amount | null) => (price === null ? null : formatAmount(price));
  const wasAutomatic = campaign.maxCpm === null || wasAutomaticLately(campaign, now);
  return {
    formerPrices: {
      maxCpm: textOf(maxCpm),
      maxCpc: textOf(maxCpc),
      ...(wasAutomatic && { wasAutomatic }),
      until: now.getTime() + knownForMs,
    },
  };
}

/** Says that other servers may have been told what the campaign bid by itself. */
export const wasAutomaticLately = ({ formerPrices }: WithFormerPrices, now: Date): boolean =>
  formerPrices?.wasAutomatic === true && now.getTime() < formerPrices.until;

/**
 * Prices at a moment for those who may not have heard of an edit: for 20 minutes the lower ones of before and after it.
 *
 * @see docs/contract.md §10
 */
export function lowestPrices(
  prices: Prices,
  { formerPrices }: WithFormerPrices,
  now: Date,
): Prices {
  if (formerPrices === null || now.getTime() >= formerPrices.until) return prices;
  const former = (text: string | null) => (text === null ? null : parseAmount(text));
  const maxCpm = former(formerPrices.maxCpm);
  return {
    maxCpm: maxCpm === null ? prices.maxCpm : lowerOf(prices.maxCpm, maxCpm),
    // A click without a price is free.
    maxCpc: lowerOf(prices.maxCpc ?? 0n, former(formerPrices.maxCpc) ?? 0n),
  };
}

export const lowerOf = (price: Amount | null, former: Amount): Amount =>
  price !== null && price < former ? price : former;
