import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../database/upsert';
import { isDuplicateKey } from '../../validation';

/** An attempt that counts. */
export interface CountedAttempt {
  readonly id: string;
  /** False: the attempt is under way. */
  readonly hasFailed: boolean;
  /** The attempt counts before this time. */
  readonly until: Date;
}

type NewAttempt = Pick<CountedAttempt, 'id' | 'until'>;

interface Room {
  readonly most: number;
  readonly now: Date;
}

interface AttemptsDocument {
  /** The limit and the subject, hashed. */
  readonly _id: string;
  readonly attempts: readonly CountedAttempt[];
  readonly expiresAt: Date;
}

/** Attempts that count against limits, of all processes together. */
export type AttemptStore = ReturnType<typeof createAttemptStore>;

const schema = new Schema<AttemptsDocument>(
  { _id: String, attempts: [Schema.Types.Mixed], expiresAt: Date } satisfies Record<
    keyof AttemptsDocument,
    unknown
  >,
  { versionKey: false, collection: 'attempts' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function createAttemptStore(db: Connection) {
  const model = db.model('Attempt', schema);

  /** @returns false where there is no room, or somebody else was faster to insert the first one. */
  async function push(key: string, { id, until }: NewAttempt, most: number): Promise<boolean> {
    const hasRoom = { _id: key, [`attempts.${most - 1}`]: { $exists: false } };
    const attempts = { id, hasFailed: false, until };
    const change = { $push: { attempts }, $max: { expiresAt: until } };
    try {
      await model.updateOne(hasRoom, change, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  return {
    models: [model],

    /**
     * Counts an attempt where fewer than `most` count.
     *
     * @returns false where it does not, also where somebody else was faster to count the first one.
     */
    async begin(key: string, attempt: NewAttempt, { most, now }: Room): Promise<boolean> {
      if (await push(key, attempt, most)) return true;
      const { modifiedCount } = await model.updateOne(
        { _id: key },
        { $pull: { attempts: { until: { $lte: now } } } },
      );
      return modifiedCount > 0 && push(key, attempt, most);
    },

    /** Lists the attempts of a subject that count. */
    async list(key: string, now: Date): Promise<readonly CountedAttempt[]> {
      const found = await model.findById(key).lean<AttemptsDocument>();
      return found?.attempts.filter(({ until }) => until > now) ?? [];
    },

    /** Lets an attempt that was under way count as a failure. */
    async fail(key: string, { id, until }: NewAttempt): Promise<void> {
      const failed = { 'attempts.$.hasFailed': true, 'attempts.$.until': until };
      const { matchedCount } = await model.updateOne(
        { _id: key, 'attempts.id': id },
        { $set: failed, $max: { expiresAt: until } },
      );
      if (matchedCount === 1) return;
      // It was under way for so long that it was taken for dead.
      const attempts = { id, hasFailed: true, until };
      const change = { $push: { attempts }, $max: { expiresAt: until } };
      await upsertRacing(() => model.updateOne({ _id: key }, change, { upsert: true }));
    },

    /** Forgets an attempt that was under way. */
    async end(key: string, id: string): Promise<void> {
      await model.updateOne({ _id: key }, { $pull: { attempts: { id } } });
    },

    async forgetFailures(key: string): Promise<void> {
      await model.updateOne({ _id: key }, { $pull: { attempts: { hasFailed: true } } });
    },
  };
}
