import { type Connection, Schema } from 'mongoose';
import { digestOf } from './digest';

interface ContentDocument {
  /** `digestOf` the bytes. */
  readonly _id: string;
  readonly bytes: Uint8Array | { readonly buffer: Uint8Array };
  readonly expiresAt: Date;
}

export type ContentStore = ReturnType<typeof createContentStore>;

/** Later than any other time: of contents that creatives have. */
const never = new Date('9999-12-31T00:00:00Z');

const schema = new Schema<ContentDocument>(
  { _id: String, bytes: Buffer, expiresAt: Date },
  { versionKey: false, collection: 'creativeContents' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/**
 * Bytes by what they are: the same ones are stored once, whoever sends them, and never change. One document each, as
 * the largest has 4 MiB; every gateway on the database has them all.
 */
export function createContentStore(db: Connection) {
  const model = db.model('CreativeContent', schema);
  return {
    models: [model],

    /** Stores bytes until a time; those that are there are kept at least as long. One write, whatever their number. */
    async put(contents: readonly Uint8Array[], expiresAt: Date = never): Promise<void> {
      if (contents.length === 0) return;
      await model.bulkWrite(
        contents.map((bytes) => ({
          updateOne: {
            filter: { _id: digestOf(bytes) },
            update: { $setOnInsert: { bytes: Buffer.from(bytes) }, $max: { expiresAt } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    /** Keeps contents for good; returns how many of them are there. */
    async keep(ids: readonly string[]): Promise<number> {
      const { matchedCount } = await model.updateMany(
        { _id: { $in: ids } },
        { $max: { expiresAt: never } },
      );
      return matchedCount;
    },

    async find(id: string): Promise<Buffer | null> {
      const found = await model.findById(id).lean<ContentDocument>();
      return found && toBuffer(found);
    },

    /** By their ids; those that are not there are left out. */
    async listByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
      if (ids.length === 0) return new Map();
      const found = await model.find({ _id: { $in: ids } }).lean<ContentDocument[]>();
      return new Map(found.map((content) => [content._id, toBuffer(content)]));
    },
  };
}

function toBuffer({ bytes }: ContentDocument): Buffer {
  return Buffer.from(bytes instanceof Uint8Array ? bytes : bytes.buffer);
}
