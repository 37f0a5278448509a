import { type Connection, Schema } from 'mongoose';
import { isDuplicateKey } from '../../validation';

/** The result of a look at a host's `ads.txt`. */
export interface AdsTxtLook {
  readonly at: Date;
  /** false: somebody looks just now, or was killed meanwhile. */
  readonly isDone: boolean;
  /** Why it could not be read; null: it was. */
  readonly problem: string | null;
  /** For whom it lets this server sell. */
  readonly accountIds: readonly string[];
}

interface LookDocument extends AdsTxtLook {
  /** The host. */
  readonly _id: string;
}

const keptSeconds = 60 * 60;

const schema = new Schema<LookDocument>(
  {
    _id: String,
    at: Date,
    isDone: Boolean,
    problem: String,
    accountIds: [String],
  } satisfies Record<keyof LookDocument, unknown>,
  { versionKey: false, collection: 'adsTxtLooks' },
).index({ at: 1 }, { expireAfterSeconds: keptSeconds });

export function createAdsTxtLookStore(db: Connection) {
  const model = db.model('AdsTxtLook', schema);
  return {
    models: [model],

    /**
     * Begins a look at a host unless somebody has after `since`: of all who ask at once one looks.
     *
     * @returns the look that there is; null: the caller is to look.
     */
    async begin(host: string, at: Date, since: Date): Promise<AdsTxtLook | null> {
      try {
        await model.updateOne(
          { _id: host, at: { $lte: since } },
          { $set: { at, isDone: false, problem: null, accountIds: [] } },
          { upsert: true },
        );
        return null;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return model.findById(host).read('primary').lean<LookDocument>();
      }
    },

    async finish(host: string, { at, ...seen }: Omit<AdsTxtLook, 'isDone'>): Promise<void> {
      await model.updateOne({ _id: host, at }, { $set: { ...seen, isDone: true } });
    },
  };
}
