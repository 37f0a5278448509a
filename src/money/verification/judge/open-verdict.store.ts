import type { Connection } from 'mongoose';
import type { Amount } from '../../../amount';
import { type AdEvent, budgetTimeOf, partitions } from '../../../market/events/event';
import { isOpen } from '../../../market/events/event-document';

/** Events and conversions that an advertiser may yet have to pay for. */
export interface OpenVerdicts {
  /** Unit: 10^-11 USD. */
  readonly price: Amount;
  /** When the first of it was offered, or happened; null: there is nothing. */
  readonly since: Date | null;
  /** True where so much waits in the server that not all of it was looked at. */
  readonly isCutOff: boolean;
}

interface Sum {
  readonly _id: boolean;
  /** A 64-bit integer where it is stored as one. */
  readonly price: bigint | number;
  readonly happened: Date | null;
  readonly offered: Date | null;
  readonly count: bigint | number;
}

/** Most events that are looked at for one sum. */
const mostLookedAt = 100_000;

const sources = [
  { name: 'events', stages: [], price: '$price' },
  { name: 'recordedConversions', stages: [{ $unwind: '$cases' }], price: '$cases.value' },
] as const;

/**
 * Finds events and conversions without a verdict that hours before a time pay for. Each question has an index. Events that were
 * stored before offers ran out are paid by the hour in which they happened, which is not before the hour of their offer.
 */
export const openBefore = (time: Date) => {
  const isBefore = { $lt: time };
  const events = {
    ...{ offeredAt: isBefore, ...isOpen },
    $or: [{ exp: { $exists: true } }, { occurredAt: isBefore }],
  };
  return [
    { name: 'events', filter: events, sort: { offeredAt: 1 } },
    {
      name: 'recordedConversions',
      filter: { occurredAt: isBefore, ...isOpen },
      sort: { occurredAt: 1 },
    },
  ] as const;
};

/** Events and conversions that wait for a verdict, by who would pay for them. */
export function createOpenVerdictStore(db: Connection) {
  return {
    models: [],

    /** Finds a time in an earlier hour that pays for something without a verdict; null: all that earlier hours pay for has a verdict. */
    async findBefore(time: Date): Promise<Date | null> {
      const options = {
        projection: { occurredAt: 1, offeredAt: 1, exp: 1 },
        readPreference: 'primary',
      } as const;
      for (const { name, filter, sort } of openBefore(time)) {
        const found = await db
          .collection<Pick<AdEvent, 'occurredAt' | 'offeredAt' | 'exp'>>(name)
          .findOne(filter, { ...options, sort });
        if (found) return budgetTimeOf(found);
      }
      return null;
    },

    /** Finds the time since which the oldest due verdict is due; null: no verdict is due. The question is cheap where no verdict is due. */
    async findDueSince(time: Date): Promise<Date | null> {
      const due = { verifyAt: { $gt: new Date(0), $lte: time } };
      const first = async (name: string, filter: object) => {
        const found = await db
          .collection<{ readonly verifyAt: Date }>(name)
          .findOne({ ...filter, ...due }, { projection: { verifyAt: 1 }, sort: { verifyAt: 1 } });
        return found?.verifyAt.getTime() ?? Infinity;
      };
      const any = await db
        .collection('events')
        .findOne({ partition: { $in: partitions }, ...due }, { projection: { _id: 1 } });
      const all = [
        first('recordedConversions', {}),
        ...(any ? partitions.map((partition) => first('events', { partition })) : []),
      ];
      const earliest = Math.min(...(await Promise.all(all)));
      return earliest === Infinity ? null : new Date(earliest);
    },

    /** @param limit of the events, and of the conversions, that are looked at */
    async sumOf(advertiserId: string, limit = mostLookedAt): Promise<OpenVerdicts> {
      const partition = Number.parseInt(advertiserId.charAt(0), 16);
      let total: OpenVerdicts = { price: 0n, since: null, isCutOff: false };
      for (const { name, stages, price } of sources) {
        const sums = await db
          .collection(name)
          .aggregate<Sum>([
            { $match: { partition, ...isOpen } },
            { $limit: limit },
            ...stages,
            {
              $group: {
                _id: { $eq: ['$advertiserId', advertiserId] },
                price: { $sum: price },
                happened: { $min: '$occurredAt' },
                offered: { $min: '$offeredAt' },
                count: { $sum: 1 },
              },
            },
          ])
          .toArray();
        const lookedAt = sums.reduce((all, { count }) => all + Number(count), 0);
        const isCutOff = total.isCutOff || lookedAt >= limit;
        total = { ...sums.reduce(added, total), isCutOff };
      }
      return total;
    },
  };
}

function added(total: OpenVerdicts, { _id: isOwn, price, happened, offered }: Sum): OpenVerdicts {
  if (!isOwn) return total;
  const since = [happened, offered].reduce(earlierOf, total.since);
  return { ...total, price: total.price + BigInt(price), since };
}

function earlierOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
