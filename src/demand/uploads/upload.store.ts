import { type Connection, Schema } from 'mongoose';
import type { Upload } from './upload';

interface UploadDocument extends Omit<Upload, 'id'> {
  readonly _id: string;
}

// `type` is a member of an upload, so mongoose's own `type` key goes by another name here.
const schema = new Schema<UploadDocument>(
  {
    _id: String,
    advertiserId: String,
    medium: String,
    vendor: { $type: String, default: null },
    type: String,
    mime: String,
    scope: String,
    contentId: String,
    hash: String,
    byteLength: Number,
    createdAt: Date,
    expiresAt: Date,
  } satisfies Record<keyof UploadDocument, unknown>,
  { versionKey: false, collection: 'uploads', typeKey: '$type' },
)
  .index({ advertiserId: 1, expiresAt: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

function toUpload({ _id, ...rest }: UploadDocument): Upload {
  return { id: _id, ...rest };
}

export function createUploadStore(db: Connection) {
  const model = db.model('Upload', schema);
  return {
    models: [model],

    async insert({ id, ...upload }: Upload): Promise<void> {
      await model.create({ _id: id, ...upload });
    },

    /** How many an advertiser has that were not used and can be; counts no further than `limit`. */
    async count(advertiserId: string, now: Date, limit: number): Promise<number> {
      return model.countDocuments({ advertiserId, expiresAt: { $gt: now } }).limit(limit);
    },

    /** Bytes of an advertiser's unused uploads, each counted as `least` bytes at least. */
    async sumBytes(advertiserId: string, least: number): Promise<number> {
      const [found] = await model.aggregate<{ readonly bytes: number }>([
        { $match: { advertiserId } },
        { $group: { _id: null, bytes: { $sum: { $max: ['$byteLength', least] } } } },
      ]);
      return found?.bytes ?? 0;
    },

    async findById(id: string, now: Date): Promise<Upload | null> {
      const found = await model
        .findOne({ _id: id, expiresAt: { $gt: now } })
        .lean<UploadDocument>();
      return found && toUpload(found);
    },

    /** The advertiser's uploads with these ids that can still be used, in no order. */
    async listOwned(
      advertiserId: string,
      ids: readonly string[],
      now: Date,
    ): Promise<readonly Upload[]> {
      const found = await model
        .find({ _id: { $in: ids }, advertiserId, expiresAt: { $gt: now } })
        .lean<UploadDocument[]>();
      return found.map(toUpload);
    },

    async delete(ids: readonly string[]): Promise<void> {
      await model.deleteMany({ _id: { $in: ids } });
    },
  };
}
