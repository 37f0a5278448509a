import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../platform/database/upsert';

interface KnownNetworkDocument {
  /** Account and network, hashed together. */
  readonly _id: string;
  readonly expiresAt: Date;
}

/** From where each account has logged in before. */
export type KnownNetworkStore = ReturnType<typeof createKnownNetworkStore>;

const schema = new Schema<KnownNetworkDocument>(
  { _id: String, expiresAt: Date } satisfies Record<keyof KnownNetworkDocument, unknown>,
  { versionKey: false, collection: 'knownNetworks' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function createKnownNetworkStore(db: Connection) {
  const knownNetworks = db.model('KnownNetwork', schema);
  return {
    models: [knownNetworks],

    async isKnown(key: string, now: Date): Promise<boolean> {
      return (await knownNetworks.exists({ _id: key, expiresAt: { $gt: now } })) !== null;
    },

    async note(key: string, expiresAt: Date): Promise<void> {
      await upsertRacing(() =>
        knownNetworks.updateOne({ _id: key }, { $set: { expiresAt } }, { upsert: true }),
      );
    },
  };
}
