import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { dayMs, startOfDay } from '../../time';

/** Looks at a peer’s creatives on one day (UTC). */
export interface PeerCheckDay {
  /** Bytes that were fetched. */
  readonly bytes: number;
  /** Creatives whose bytes were others than before. */
  readonly changed: number;
}

interface PeerCheckDayDocument extends PeerCheckDay {
  /** `<address> <start of the day>`. */
  readonly _id: string;
  readonly expiresAt: Date;
}

const schema = new Schema<PeerCheckDayDocument>(
  { _id: String, bytes: Number, changed: Number, expiresAt: Date } satisfies Record<
    keyof PeerCheckDayDocument,
    unknown
  >,
  { versionKey: false, collection: 'peerCheckDays' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function createPeerCheckDayStore(db: Connection, now: () => Date) {
  const model = db.model('PeerCheckDay', schema);
  const today = () => startOfDay(now());
  const idOf = (peer: string, day: Date) => `${peer} ${day.toISOString()}`;
  return {
    models: [model],

    async get(peer: string): Promise<PeerCheckDay> {
      const found = await model.findById(idOf(peer, today())).lean<PeerCheckDayDocument>();
      return { bytes: found?.bytes ?? 0, changed: found?.changed ?? 0 };
    },

    /** @returns the day with what was added. */
    async add(
      peer: string,
      { bytes, changed }: PeerCheckDay,
      session: DatabaseSession,
    ): Promise<PeerCheckDay> {
      const day = today();
      const expiresAt = new Date(day.getTime() + 2 * dayMs);
      return model
        .findOneAndUpdate(
          { _id: idOf(peer, day) },
          { $inc: { bytes, changed }, $setOnInsert: { expiresAt } },
          { upsert: true, returnDocument: 'after', session },
        )
        .lean<PeerCheckDayDocument>();
    },
  };
}
