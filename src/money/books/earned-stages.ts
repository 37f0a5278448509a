import { earningsOf } from './book';

/** The part of an account's earnings that one payment takes. */
export interface EarnedRange {
  /** The part was booked by this time. */
  readonly preparedAt: Date;
  /** The part comes of events before this hour; null: of any hour. */
  readonly earnedUntil: Date | null;
}

export interface EarnedQuery extends EarnedRange {
  readonly accountId: string;
  /** The same of the payment before it; null: there was none. */
  readonly before: EarnedRange | null;
}

const mostParts = 1000;
/** Clocks of gateways may differ by so much. */
const clockMarginMs = 5 * 60 * 1000;

/** The aggregation that sums up what sites of an account have earned, as one payment takes it. */
export function toEarnedStages({ accountId, preparedAt, earnedUntil, before }: EarnedQuery) {
  const since = before && new Date(firstTimeOf(before).getTime() - clockMarginMs);
  const isNew = before && {
    $or: [
      { at: { $gt: before.preparedAt } },
      ...(before.earnedUntil ? [{ 'lines.hour': { $gte: before.earnedUntil } }] : []),
    ],
  };
  return [
    { $match: { accountIds: accountId, at: { ...(since && { $gte: since }), $lte: preparedAt } } },
    { $unwind: '$lines' },
    {
      $match: {
        'lines.book': earningsOf(accountId),
        'lines.siteId': { $type: 'string' },
        ...(earnedUntil && { 'lines.hour': { $lt: earnedUntil } }),
        ...isNew,
      },
    },
    {
      $group: {
        _id: { siteId: '$lines.siteId', hour: '$lines.hour' },
        amount: { $sum: '$lines.amount' },
      },
    },
    { $sort: { '_id.hour': 1, '_id.siteId': 1 } as const },
    { $limit: mostParts },
    { $project: { _id: 0, siteId: '$_id.siteId', hour: '$_id.hour', amount: 1 } },
  ];
}

/** The earliest booking that a payment may have left: no event is booked before its hour. */
function firstTimeOf({ preparedAt, earnedUntil }: EarnedRange): Date {
  return earnedUntil !== null && earnedUntil < preparedAt ? earnedUntil : preparedAt;
}
