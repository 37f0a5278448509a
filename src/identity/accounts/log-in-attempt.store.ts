import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../platform/database/upsert';

interface AttemptsDocument {
  /** What is counted, and in which window. */
  readonly _id: string;
  readonly count: number;
  readonly expiresAt: Date;
}

interface KnownNetworkDocument {
  /** Account and network, hashed together. */
  readonly _id: string;
  readonly expiresAt: Date;
}

/** Counts of log-ins that all processes share, and from where each account has logged in before. */
export type LogInAttemptStore = ReturnType<typeof createLogInAttemptStore>;

const attemptsSchema = new Schema<AttemptsDocument>(
  { _id: String, count: Number, expiresAt: Date },
  { versionKey: false, collection: 'logInAttempts' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const knownNetworkSchema = new Schema<KnownNetworkDocument>(
  { _id: String, expiresAt: Date },
  { versionKey: false, collection: 'knownNetworks' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function createLogInAttemptStore(db: Connection) {
  const attempts = db.model('LogInAttempts', attemptsSchema);
  const knownNetworks = db.model('KnownNetwork', knownNetworkSchema);
  return {
    models: [attempts, knownNetworks],

    /**
     * Adds to a count; a negative number takes from it.
     *
     * @returns the new count: no two callers get the same one.
     */
    async count(key: string, expiresAt: Date, by: 1 | -1 = 1): Promise<number> {
      const { count } = await upsertRacing(() =>
        attempts
          .findOneAndUpdate(
            { _id: key },
            { $inc: { count: by }, $setOnInsert: { expiresAt } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean<AttemptsDocument>(),
      );
      return count;
    },

    async deleteCount(key: string): Promise<void> {
      await attempts.deleteOne({ _id: key });
    },

    async isKnownNetwork(key: string, now: Date): Promise<boolean> {
      return (await knownNetworks.exists({ _id: key, expiresAt: { $gt: now } })) !== null;
    },

    async noteKnownNetwork(key: string, expiresAt: Date): Promise<void> {
      await upsertRacing(() =>
        knownNetworks.updateOne({ _id: key }, { $set: { expiresAt } }, { upsert: true }),
      );
    },
  };
}
