import {
  longestOfferMinutes,
  maxAgeSeconds,
  maxSkewSeconds,
} from '../../../market/events/offer-lifetime';
import { minuteMs, secondMs } from '../../../time';

export interface TimeRange {
  readonly from: Date;
  /** The first moment that is not meant. */
  readonly to: Date;
}

/** Events that are paid by the hours of a time range, in two questions: each finds its events by an index. */
export interface PaidWithin {
  /** Views, and clicks soon after them: by when they happened. */
  readonly soon: object;
  /** Clicks on offers whose views are over: by when they were offered. */
  readonly late: object;
}

/**
 * Finds the events whose hour pays in a range (`budgetTimeOf`): by their offers, or by when they happened where they were stored before offers ran
 * out. Views that came after their offer had run out are not among them: nothing but their time decides on them.
 */
export function paidWithin(campaignIds: readonly string[], { from, to }: TimeRange): PaidWithin {
  const campaignId = { $in: [...campaignIds] };
  const inRange = { $gte: from, $lt: to };
  const soonFrom = new Date(from.getTime() - maxSkewSeconds * secondMs);
  const soonTo = new Date(to.getTime() + longestOfferMinutes * minuteMs + secondMs);
  const lateTo = new Date(to.getTime() + maxAgeSeconds * secondMs + secondMs);
  const runsOut = { exp: { $exists: true }, offeredAt: inRange };
  return {
    soon: {
      campaignId,
      occurredAt: { $gte: soonFrom, $lt: soonTo },
      $or: [{ exp: { $exists: false }, occurredAt: inRange }, runsOut],
    },
    late: { kind: 'click', campaignId, ...runsOut, occurredAt: { $gte: soonTo, $lt: lateTo } },
  };
}
