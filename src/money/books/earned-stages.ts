import { earningsOf } from './book';
import { mostParts } from './earned-part';
import { placeOfKey } from './held-earnings';
import { minuteMs } from '../../time';

/** The part of an account's earnings that one payment takes. */
export interface EarnedRange {
  /** The part was booked by this time. */
  readonly preparedAt: Date;
  /** The part comes of events before this hour; null: of any hour. */
  readonly earnedUntil: Date | null;
  /** Hours of sites that it leaves, by `heldKeyOf`; absent: none. */
  readonly heldHours?: readonly string[] | undefined;
}

export interface EarnedQuery extends EarnedRange {
  readonly accountId: string;
  /** The same of the payment before it; null: there was none. */
  readonly before: EarnedRange | null;
}

/** Clocks of gateways may differ by so much. */
const clockMarginMs = 5 * minuteMs;

/** The aggregation that sums up what sites of an account have earned, as one payment takes it. */
export function toEarnedStages(query: EarnedQuery) {
  const { accountId, preparedAt, earnedUntil, heldHours = [], before } = query;
  const since = before && new Date(firstTimeOf(before).getTime() - clockMarginMs);
  const isNew = before && {
    $or: [
      { at: { $gt: before.preparedAt } },
      ...(before.earnedUntil ? [{ 'lines.hour': { $gte: before.earnedUntil } }] : []),
      ...linesOfHeld(before.heldHours),
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
        ...(heldHours.length > 0 && { $nor: linesOfHeld(heldHours) }),
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

/** The hours of a payment in which something was booked since, or was under review when it was prepared. */
export interface LeftQuery extends EarnedRange {
  readonly accountId: string;
  /** From this hour on. */
  readonly from: Date;
  /** Hours of sites that are left out, by `heldKeyOf`. */
  readonly without: readonly string[];
}

/** The aggregation that sums up what a payment has left of the hours that it is of; hours that have lost something count as 0. */
export function toLeftStages({ accountId, from, without, ...paid }: LeftQuery) {
  const { preparedAt, earnedUntil, heldHours } = paid;
  const left = [{ at: { $gt: preparedAt } }, ...linesOfHeld(heldHours)];
  return [
    { $match: { accountIds: accountId, at: { $gte: firstTimeOf(paid) } } },
    { $unwind: '$lines' },
    {
      $match: {
        'lines.book': earningsOf(accountId),
        'lines.hour': { $gte: from, ...(earnedUntil && { $lt: earnedUntil }) },
        $or: left,
        ...(without.length > 0 && { $nor: linesOfHeld(without) }),
      },
    },
    { $group: { _id: '$lines.hour', amount: { $sum: '$lines.amount' } } },
    { $match: { amount: { $gt: 0 } } },
    { $group: { _id: null, amount: { $sum: '$amount' } } },
  ];
}

const linesOfHeld = (keys: readonly string[] = []) =>
  keys.map((key) => {
    const { siteId, hour } = placeOfKey(key);
    return { 'lines.siteId': siteId, 'lines.hour': hour };
  });

/** The earliest booking that a payment may have left: no event is booked before its hour. */
function firstTimeOf({ preparedAt, earnedUntil, heldHours = [] }: EarnedRange): Date {
  const times = [preparedAt, ...heldHours.map((key) => placeOfKey(key).hour)];
  if (earnedUntil !== null) times.push(earnedUntil);
  return new Date(Math.min(...times.map((time) => time.getTime())));
}
