import { type Connection, Schema } from 'mongoose';
import type { Creative, CreativeStatus } from './creative';

interface CreativeDocument extends Omit<Creative, 'id'> {
  readonly _id: string;
  readonly deletedAt: Date | null;
}

interface ContentDocument {
  /** Id of the creative. */
  readonly _id: string;
  readonly bytes: Uint8Array | { readonly buffer: Uint8Array };
}

export type CreativeStore = ReturnType<typeof createCreativeStore>;

// `type` is a member of a creative, so mongoose's own `type` key goes by another name here.
const creativeSchema = new Schema<CreativeDocument>(
  {
    _id: String,
    campaignId: String,
    advertiserId: String,
    name: String,
    status: String,
    type: String,
    mime: String,
    scope: String,
    hash: String,
    byteLength: Number,
    keywords: Schema.Types.Mixed,
    createdAt: Date,
    updatedAt: Date,
    deletedAt: { $type: Date, default: null },
  },
  {
    versionKey: false,
    timestamps: true,
    collection: 'creatives',
    typeKey: '$type',
    minimize: false,
  },
)
  .index({ campaignId: 1, createdAt: 1, _id: 1 })
  .index({ status: 1, _id: 1 })
  .index({ updatedAt: 1 });

const contentSchema = new Schema<ContentDocument>(
  { _id: String, bytes: Buffer },
  { versionKey: false, collection: 'creativeContents' },
);

function toCreative({ _id, deletedAt, ...rest }: CreativeDocument): Creative {
  return { id: _id, ...rest };
}

export function createCreativeStore(db: Connection) {
  const creatives = db.model('Creative', creativeSchema);
  const contents = db.model('CreativeContent', contentSchema);
  return {
    models: [creatives, contents],

    /**
     * Stores the bytes first: a creative that can be seen can be served. Bytes without a creative, of an insertion
     * that was cut short, are replaced; those of a creative never change.
     *
     * @throws a duplicate-key error for an id that exists.
     */
    async insert(
      creative: Omit<Creative, 'createdAt' | 'updatedAt'>,
      bytes: Buffer,
    ): Promise<Creative> {
      const { id, ...rest } = creative;
      if (!(await creatives.exists({ _id: id })))
        await contents.replaceOne({ _id: id }, { bytes }, { upsert: true });
      const created = await creatives.create({
        _id: id,
        ...rest,
        deletedAt: null,
      });
      return toCreative(created.toObject());
    },

    async findById(id: string): Promise<Creative | null> {
      const found = await creatives.findOne({ _id: id, deletedAt: null }).lean<CreativeDocument>();
      return found && toCreative(found);
    },

    async findBytes(id: string): Promise<Buffer | null> {
      const found = await contents.findById(id).lean<ContentDocument>();
      if (!found) return null;
      return Buffer.from(found.bytes instanceof Uint8Array ? found.bytes : found.bytes.buffer);
    },

    /** The active creatives of these campaigns and among these ids. */
    async listActive(filter: {
      readonly ids: readonly string[];
      readonly campaignIds: readonly string[];
    }): Promise<readonly Creative[]> {
      const found = await creatives
        .find({
          $or: [{ _id: { $in: filter.ids } }, { campaignId: { $in: filter.campaignIds } }],
          status: 'active' satisfies CreativeStatus,
          deletedAt: null,
        })
        .lean<CreativeDocument[]>();
      return found.map(toCreative);
    },

    /** All active creatives, in the order of their ids. */
    async *streamActive(): AsyncGenerator<Creative> {
      const cursor = creatives
        .find({ status: 'active' satisfies CreativeStatus })
        .sort({ _id: 1 })
        .lean<CreativeDocument>()
        .cursor({ batchSize: 2_000 });
      for await (const document of cursor as AsyncIterable<CreativeDocument>)
        if (document.deletedAt === null) yield toCreative(document);
    },
  };
}
