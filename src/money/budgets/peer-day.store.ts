import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { dayMs } from '../../time';

/** The charges for what a server's sites have shown on one day (UTC). */
interface PeerDayDocument {
  /** See `peerDayIdOf`. */
  readonly _id: string;
  readonly day: Date;
  /** Unit: 10^-11 coins. */
  readonly earned: Amount;
}

/** Verdicts come within a day; limits need no more. */
const keptSeconds = 8 * 24 * 60 * 60;

const schema = new Schema<PeerDayDocument>(
  { _id: String, day: Date, earned: BigInt } satisfies Record<keyof PeerDayDocument, unknown>,
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
      return new Map(found.map(({ _id, earned }) => [_id, earned]));
    },

    /** @param session of the transaction that gives the verdicts */
    async add(earned: ReadonlyMap<string, Amount>, session: DatabaseSession): Promise<void> {
      const changes = [...earned].filter(([, amount]) => amount > 0n);
      if (changes.length === 0) return;
      await model.bulkWrite(
        changes.map(([id, amount]) => ({
          updateOne: {
            filter: { _id: id },
            update: { $inc: { earned: amount }, $setOnInsert: { day: dayOf(id) } },
            upsert: true,
          },
        })),
        { session },
      );
    },
  };
}

const dayOf = (id: string): Date => new Date(Number(id.slice(id.lastIndexOf(':') + 1)) * dayMs);
