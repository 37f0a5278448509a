import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { dayMs, daySeconds } from '../../time';

/** Verdicts on a server's events of one day. */
export interface JudgedOfDay {
  readonly judged: number;
  readonly rejected: number;
}

/** Verdicts that have come, and what the events with them cost: 10^-11 coins. */
export interface AddedToDay extends Partial<JudgedOfDay> {
  readonly earned: Amount;
}

/** The charges for what a server's sites have shown on one day (UTC). */
interface PeerDayDocument extends Partial<JudgedOfDay> {
  /** See `peerDayIdOf`. */
  readonly _id: string;
  readonly day: Date;
  /** Unit: 10^-11 coins; absent: 0. */
  readonly earned?: Amount;
  /** When operators were told that many were refused; absent: they were not. */
  readonly toldAt?: Date;
}

/** Verdicts come within a day; limits need no more. */
const keptSeconds = 8 * daySeconds;

const schema = new Schema<PeerDayDocument>(
  {
    ...{ _id: String, day: Date, earned: BigInt },
    ...{ judged: Number, rejected: Number, toldAt: Date },
  } satisfies Record<keyof PeerDayDocument, unknown>,
  { versionKey: false, collection: 'peerDays' },
).index({ day: 1 }, { expireAfterSeconds: keptSeconds });

/** The id of a server's day: its address, and the number of the day. */
export const peerDayIdOf = (address: string, at: Date): string =>
  `${address}:${Math.floor(at.getTime() / dayMs)}`;

/** How much other servers have earned of each day: for their limits. */
export function createPeerDayStore(db: Connection) {
  const model = db.model('PeerDay', schema);
  return {
    models: [model],

    /** 10^-11 coins, by the ids of `peerDayIdOf`; days of which nothing is stored are left out. */
    async list(
      ids: readonly string[],
      session: DatabaseSession,
    ): Promise<ReadonlyMap<string, Amount>> {
      if (ids.length === 0) return new Map();
      const found = await model
        .find({ _id: { $in: ids } }, null, { session })
        .lean<PeerDayDocument[]>();
      return new Map(found.map(({ _id, earned = 0n }) => [_id, earned]));
    },

    /** @param days by the ids of `peerDayIdOf`; with the session of the transaction that gives the verdicts */
    async add(days: ReadonlyMap<string, AddedToDay>, session: DatabaseSession): Promise<void> {
      if (days.size === 0) return;
      await model.bulkWrite(
        [...days].map(([id, added]) => ({
          updateOne: {
            filter: { _id: id },
            update: { $inc: { ...added }, $setOnInsert: { day: dayOf(id) } },
            upsert: true,
          },
        })),
        { session },
      );
    },

    /** Those of some days of which operators were told nothing. */
    async listUntold(ids: readonly string[], session: DatabaseSession) {
      const found = await model
        .find({ _id: { $in: ids }, toldAt: { $exists: false } }, null, { session })
        .lean<PeerDayDocument[]>();
      return found.map(({ _id: id, day, judged = 0, rejected = 0 }) => ({
        ...{ id, address: id.slice(0, id.lastIndexOf(':')), day, judged, rejected },
      }));
    },

    async noteTold(id: string, at: Date, session: DatabaseSession): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { toldAt: at } }, { session });
    },
  };
}

const dayOf = (id: string): Date => new Date(Number(id.slice(id.lastIndexOf(':') + 1)) * dayMs);
