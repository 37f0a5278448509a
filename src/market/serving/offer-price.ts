import type { Amount } from '../../amount';
import type { CampaignPrice } from '../inventory/campaign-prices';

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
