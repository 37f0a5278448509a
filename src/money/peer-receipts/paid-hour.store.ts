import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import { dayMs, secondMs } from '../../time';
import { hourIdOf } from '../../hour';
import { pricedFromMs } from './peer-credit';

/** Accepted views of one campaign of another server in one clock hour, and what that server has paid for them. */
interface PaidHourDocument {
  /** The campaign's id here, and the number of the hour. */
  readonly _id: string;
  readonly peer: string;
  readonly campaignId: string;
  readonly hour: Date;
  readonly views: number;
  /** Coins, 10^-11. Absent: 0. */
  readonly paid?: Amount;
}

/** Accepted views of a campaign in the hour that they happened in. */
export interface CampaignViews {
  readonly peer: string;
  /** Its id here. */
  readonly campaignId: string;
  /** Start of the hour. */
  readonly hour: Date;
  readonly views: number;
}

/** Coins that a campaign's server has paid for views of an hour, 10^-11; below 0: they are taken back. */
export interface PaidForHour {
  readonly campaignId: string;
  readonly hour: Date;
  readonly paid: Amount;
}

/** Views of a campaign, and the 10^-11 coins that came for them. */
export interface PaidViews {
  readonly views: number;
  readonly paid: Amount;
}

const hoursKeptSeconds = (pricedFromMs + dayMs) / secondMs;

const schema = new Schema<PaidHourDocument>(
  {
    _id: String,
    peer: String,
    campaignId: String,
    hour: Date,
    views: Number,
    paid: BigInt,
  } satisfies Record<keyof PaidHourDocument, unknown>,
  { versionKey: false, collection: 'peerPaidHours' },
)
  .index({ peer: 1, hour: 1 })
  .index({ hour: 1 }, { expireAfterSeconds: hoursKeptSeconds });

const idOf = ({ campaignId, hour }: Pick<CampaignViews, 'campaignId' | 'hour'>): string =>
  `${campaignId}:${hourIdOf(hour)}`;

/** Views of other servers' campaigns, hour by hour, beside the coins that came for them. */
export function createPaidHourStore(db: Connection) {
  const model = db.model('PeerPaidHour', schema);
  const hours = nativeCollection<PaidHourDocument>(model);
  return {
    models: [model],

    /** Counts views, each campaign and hour once. @param session of the transaction that gives the verdicts */
    async addViews(counted: readonly CampaignViews[], session: DatabaseSession): Promise<void> {
      if (counted.length === 0) return;
      await hours.bulkWrite(
        counted.map(({ views, ...of }) => ({
          updateOne: {
            filter: { _id: idOf(of) },
            update: { $inc: { views }, $setOnInsert: { ...of } },
            upsert: true,
          },
        })),
        { session },
      );
    },

    /** Adds coins to hours whose views are counted; of others nobody could say what a view was paid. @param session of the transaction that books them */
    async addPaid(added: readonly PaidForHour[], session: DatabaseSession): Promise<void> {
      if (added.length === 0) return;
      await hours.bulkWrite(
        added.map(({ paid, ...of }) => ({
          updateOne: { filter: { _id: idOf(of) }, update: { $inc: { paid } } },
        })),
        { session },
      );
    },

    /** Sums of a server's campaigns, by their ids, of hours that began within a time, its ends included. */
    async sumByCampaign(
      peer: string,
      { from, to }: { readonly from: Date; readonly to: Date },
    ): Promise<ReadonlyMap<string, PaidViews>> {
      const found = hours.aggregate<{
        readonly _id: string;
        readonly views: number | bigint;
        readonly paid: number | bigint;
      }>([
        { $match: { peer, hour: { $gte: from, $lte: to } } },
        { $group: { _id: '$campaignId', views: { $sum: '$views' }, paid: { $sum: '$paid' } } },
      ]);
      const sums = new Map<string, PaidViews>();
      for await (const { _id, views, paid } of found)
        sums.set(_id, { views: Number(views), paid: BigInt(paid) });
      return sums;
    },
  };
}
