import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../platform/database/upsert';

/** The settings that all peers share. */
export interface PeerSettings {
  /** Since when nothing goes on with any peer; null: the operator has paused nothing. */
  readonly pausedAt: Date | null;
  /** True for a database that was there before peers were: nothing begins by itself. */
  readonly beginsOff: boolean;
}

interface SettingsDocument extends PeerSettings {
  readonly _id: string;
  readonly updatedAt: Date;
}

export type PeerSettingsStore = ReturnType<typeof createPeerSettingsStore>;

const onlyId = 'peers';
const unset: PeerSettings = { pausedAt: null, beginsOff: false };

const schema = new Schema<SettingsDocument>(
  { _id: String, pausedAt: Date, beginsOff: Boolean, updatedAt: Date } satisfies Record<
    keyof SettingsDocument,
    unknown
  >,
  { versionKey: false, collection: 'peerSettings' },
).index({ updatedAt: 1 });

export function createPeerSettingsStore(db: Connection, now: () => Date) {
  const model = db.model('PeerSettings', schema);
  return {
    models: [model],

    async get(): Promise<PeerSettings> {
      const found = await model.findById(onlyId).lean<SettingsDocument>();
      return {
        pausedAt: found?.pausedAt ?? unset.pausedAt,
        beginsOff: found?.beginsOff ?? unset.beginsOff,
      };
    },

    async setPaused(pausedAt: Date | null): Promise<void> {
      const change = { $set: { pausedAt, updatedAt: now() } };
      await upsertRacing(() => model.updateOne({ _id: onlyId }, change, { upsert: true }));
    },
  };
}
