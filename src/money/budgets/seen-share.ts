import type { Amount } from '../../amount';
import type { HourTallies, HourTally } from './hour-tally';

/** Thousandths of the offers of a campaign, from 100 to 1,000: so many of them are seen. */
export type SeenShare = bigint;

/** The share of a campaign of which too little is known: all of its offers may be seen. */
export const allSeen: SeenShare = 1_000n;
const leastShare: SeenShare = 100n;
/** Fewer offers say nothing. */
const leastOffers = 50n;
const minutesOfHour = 60;
/** By then most of those who see an ad at all have seen it, and the view has a verdict. */
const seenWithinMinutes = 2;

/**
 * The share of a campaign's offers that are seen, by those of the last hour that were made 2 minutes ago or before.
 * Where none was seen at all, verdicts may be late: then all may be seen.
 */
export function seenShareOf(
  { hour, hourBefore }: Omit<HourTallies, 'hourAfter'>,
  at: Date,
): SeenShare {
  const minute = at.getUTCMinutes();
  const ofHour = countIn(hour, { from: 0, to: minute - seenWithinMinutes });
  const ofHourBefore = countIn(hourBefore, {
    from: minute,
    to: minutesOfHour + Math.min(minute - seenWithinMinutes, -1),
  });
  const offers = ofHour.offers + ofHourBefore.offers;
  const views = ofHour.views + ofHourBefore.views;
  if (offers < leastOffers || views === 0n) return allSeen;
  const share = (views * allSeen + offers - 1n) / offers;
  if (share > allSeen) return allSeen;
  return share < leastShare ? leastShare : share;
}

function countIn(
  hour: HourTally | null,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly offers: bigint; readonly views: bigint } {
  let offers = 0n;
  let views = 0n;
  for (const [minute, tally] of hour?.minutes ?? []) {
    if (minute < from || minute > to) continue;
    offers += tally.offers;
    views += tally.views;
  }
  return { offers, views };
}

/** The price of an offer and of its view. */
interface OfferPrice {
  /** Unit: 10^-11 USD. */
  readonly offerCost: Amount;
  /** Unit: 10^-11 USD. */
  readonly viewPrice: Amount;
}

/** The money that views cost on average for one offer. */
export function expectedView({ viewPrice }: OfferPrice, share: SeenShare): Amount {
  return (viewPrice * share) / allSeen;
}

/** The money that is set aside for an offer: the expected cost of its view, and the rest of its cost, which is an estimate already. */
export function expectedCost(price: OfferPrice, share: SeenShare): Amount {
  const { offerCost, viewPrice } = price;
  if (share === allSeen) return offerCost;
  const cost = offerCost - viewPrice + expectedView(price, share);
  return cost > 0n || offerCost === 0n ? cost : 1n;
}
