import { type Amount, maxPrice } from '../../amount';
import { multiplied, wholeBid } from '../selection/bid-modifiers';
import type { CampaignPrice } from './campaign-prices';

/**
 * The price of offers whose bid is modified: of the view and of the click alike, each rounded down to the smallest unit.
 * A greater multiplier makes no part of it less.
 *
 * @param price at the whole bid
 * @param multiplier millionths of the bid
 */
export function modifiedPrice(price: CampaignPrice, multiplier: number): CampaignPrice {
  if (multiplier === wholeBid) return price;
  const viewPrice = multipliedAmount(price.viewPrice, multiplier);
  const clickPrice = multipliedAmount(price.clickPrice, multiplier);
  const shareOfClick = multipliedAmount(price.offerCost - price.viewPrice, multiplier) + 1n;
  return {
    rpm: multiplied(price.rpm, multiplier),
    viewPrice,
    clickPrice,
    // An estimate, above 0 unless clicks are free.
    offerCost: clickPrice === 0n ? viewPrice : viewPrice + shareOfClick,
  };
}

/** No price is above the greatest that a campaign may set. */
function multipliedAmount(amount: Amount, multiplier: number): Amount {
  const exact = (amount * BigInt(multiplier)) / BigInt(wholeBid);
  return exact < maxPrice ? exact : maxPrice;
}
