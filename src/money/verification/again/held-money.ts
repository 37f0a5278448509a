import type { Amount } from '../../../amount';
import { type BookedRevenue, isPaid } from '../judge/booked-revenue';
import type { TimeRange } from '../judge/paid-within';
import { findLatestPayments } from './prepared-payments.service';
import type { VerificationContext } from '../verification.context';

/** The part of an hour that is not taken back, whatever the rules say: payments with it are prepared. */
export interface HeldMoney {
  isHeld(booked: BookedRevenue): boolean;
  /** USD of a campaign's budget that those take which have not been passed. */
  leftOf(campaignId: string): Amount;
  /** Notes that it was the turn of one. */
  pass(campaignId: string, booked: BookedRevenue): void;
}

/** Reads what was booked of some campaigns of one advertiser in an hour, and what of it is held. */
export async function getHeldMoney(
  ctx: Pick<VerificationContext, 'accounts' | 'pastEvents' | 'preparedPayments'>,
  campaignIds: readonly string[],
  range: TimeRange,
): Promise<HeldMoney> {
  const booked: (BookedRevenue & { readonly campaignId: string })[] = [];
  for await (const one of ctx.pastEvents.streamRevenue(campaignIds, range)) booked.push(one);
  const publisherIds = [...new Set(booked.flatMap((one) => one.publisherIds))];
  const latestPayment = await findLatestPayments(ctx, { publisherIds, hour: range.from });
  const isHeld = (one: BookedRevenue) => isPaid(latestPayment, one);
  const left = new Map<string, Amount>();
  for (const one of booked.filter(isHeld))
    left.set(one.campaignId, (left.get(one.campaignId) ?? 0n) + one.price);
  return {
    isHeld,
    leftOf: (campaignId) => left.get(campaignId) ?? 0n,
    pass(campaignId, one) {
      if (isHeld(one)) left.set(campaignId, (left.get(campaignId) ?? 0n) - one.price);
    },
  };
}
