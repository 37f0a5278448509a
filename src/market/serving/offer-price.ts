import { type Amount, toApproximateNumber } from '../../amount';
import type { CampaignPrice } from '../inventory/campaign-prices';
import { highestRpm } from '../selection/effective-rpm';

/** Of these parts a price is reckoned: an estimate has no more digits. */
const whole = 2 ** 40;

/**
 * The price of an offer that costs a part of what its campaign pays at most: of the view and of the click alike, each and
 * the smallest unit more, and never more than at most.
 *
 * @param part 0 to 1
 */
export function priceOfPart(price: CampaignPrice, part: number): CampaignPrice {
  if (!(part < 1)) return price;
  const parts = BigInt(Math.ceil(Math.max(part, 0) * whole));
  const partOf = (amount: Amount): Amount => {
    const reduced = (amount * parts) / BigInt(whole) + 1n;
    return reduced < amount ? reduced : amount;
  };
  const viewPrice = partOf(price.viewPrice);
  return {
    rpm: price.rpm * part,
    viewPrice,
    clickPrice: partOf(price.clickPrice),
    offerCost: viewPrice + partOf(price.offerCost - price.viewPrice),
  };
}

/**
 * The price of an offer that would still have been chosen for less. The ranking believes nobody more than `highestRpm`: a
 * campaign that pays more is lowered from its price.
 *
 * @param full what its campaign pays at most
 * @param worth.ofBid the whole bid, as the ranking believes it; USD per thousand impressions, as the others are
 * @param worth.own the bid in the request
 * @param worth.second with which it would still have been chosen
 * @param worth.clickRate of the creative, which the ranking has reckoned with; absent: of its campaign
 */
export function secondPriceOf(
  full: CampaignPrice,
  worth: {
    readonly ofBid: number;
    readonly own: number;
    readonly second: number;
    readonly clickRate?: number | undefined;
  },
): CampaignPrice {
  const { ofBid, own, second, clickRate } = worth;
  if (!(second < own)) return full;
  const isBelieved = Math.max(ofBid, own) < highestRpm;
  const paid = isBelieved ? own : Math.max(own, costOf(full, clickRate) * 1_000);
  return { ...priceOfPart(full, second / paid), rpm: full.rpm * (second / own) };
}

/** USD that an offer is expected to cost, by the clicks of its creative where their rate is known. */
function costOf({ viewPrice, clickPrice, offerCost }: CampaignPrice, clickRate?: number): number {
  if (clickRate === undefined) return toApproximateNumber(offerCost);
  return toApproximateNumber(viewPrice) + toApproximateNumber(clickPrice) * clickRate;
}
