import { type Connection, Schema } from 'mongoose';
import { bufferOf, type StoredBytes } from '../../platform/database/stored-bytes';
import { upsertRacing } from '../../platform/database/upsert';
import { daySeconds } from '../../time';

interface ShareDocument {
  readonly _id: string;
  readonly updatedAt: Date;
  /** See `formatChanges`. */
  readonly changes: StoredBytes;
}

/** The changes that one process has counted in about a second. */
export interface FrequencyShare {
  readonly id: string;
  readonly sharedAt: Date;
  readonly changes: Buffer;
}

export type FrequencyShareStore = ReturnType<typeof createFrequencyShareStore>;

/** They are removed once they are kept with what was counted before; these were left over. */
const leftOverSeconds = 14 * daySeconds;

const schema = new Schema<ShareDocument>(
  { _id: String, updatedAt: Date, changes: Buffer } satisfies Record<keyof ShareDocument, unknown>,
  { versionKey: false, collection: 'frequencyShares' },
).index({ updatedAt: 1 }, { expireAfterSeconds: leftOverSeconds });

/** Views and offers that processes tell each other of. */
export function createFrequencyShareStore(db: Connection) {
  const model = db.model('FrequencyShare', schema);
  return {
    models: [model],

    /** To store it again changes nothing. */
    async add({ id: _id, sharedAt: updatedAt, changes }: FrequencyShare): Promise<void> {
      const values = { updatedAt, changes };
      await upsertRacing(() =>
        model.updateOne({ _id }, { $setOnInsert: values }, { upsert: true }),
      );
    },

    async list(ids: readonly string[]): Promise<readonly FrequencyShare[]> {
      const found = await model.find({ _id: { $in: [...ids] } }).lean<ShareDocument[]>();
      return found.map(toShare);
    },

    /** Those of a span, the first one first: behind `after`, up to `until`. */
    async *stream(after: Date, until: Date): AsyncGenerator<FrequencyShare> {
      const cursor = model
        .find({ updatedAt: { $gt: after, $lte: until } })
        .sort({ updatedAt: 1 })
        .lean<ShareDocument>()
        .cursor();
      for await (const document of cursor) yield toShare(document);
    },

    async removeUntil(until: Date): Promise<void> {
      await model.deleteMany({ updatedAt: { $lte: until } });
    },
  };
}

const toShare = ({ _id: id, updatedAt: sharedAt, changes }: ShareDocument): FrequencyShare => ({
  id,
  sharedAt,
  changes: bufferOf(changes),
});
