import { type Connection, Schema } from 'mongoose';
import { readSlice } from '../lists/list.store';
import type { Slice, SliceOfItems } from '../lists/page';
import type { Creative, CreativeStatus, NewCreative } from './creative';

interface CreativeDocument extends Omit<Creative, 'id' | 'rejectionReason'> {
  readonly _id: string;
  readonly rejectionReason?: string | null;
  readonly contentId: string;
  /** Which insertion it came with. */
  readonly insertionId?: string;
  /** Soft deletion: statistics and payments keep the creative. */
  readonly deletedAt: Date | null;
}

/** What an edit may change; an absent member keeps its value. */
export type CreativeChanges = Partial<Pick<Creative, 'name' | 'status' | 'rejectionReason'>>;

/** What is served of a creative and where its bytes are. */
export interface StoredContent {
  readonly contentId: string;
  readonly campaignId: Creative['campaignId'];
  readonly advertiserId: Creative['advertiserId'];
  readonly mime: Creative['mime'];
  readonly type: Creative['type'];
  readonly hash: string;
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
    rejectionReason: { $type: String, default: null },
    type: String,
    mime: String,
    scope: String,
    hash: String,
    contentId: String,
    insertionId: String,
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
  .index({ contentId: 1 })
  .index({ updatedAt: 1 });

function toCreative({
  _id,
  deletedAt,
  contentId,
  insertionId,
  rejectionReason = null,
  ...rest
}: CreativeDocument): Creative {
  return { id: _id, rejectionReason, ...rest };
}

export function createCreativeStore(db: Connection) {
  const creatives = db.model<CreativeDocument>('Creative', creativeSchema);
  const present = (id: string) => ({ _id: id, deletedAt: null });

  /** Takes an insertion back, as if it had not been. */
  async function discard(insertionId: string, ids: readonly string[]): Promise<void> {
    await creatives.deleteMany({ _id: { $in: ids }, insertionId });
  }

  return {
    models: [creatives],
    discard,

    /**
     * Stores active creatives in one write, in their order, or none of them; their contents must be there.
     *
     * @param insertionId names this insertion, for `discard`
     * @throws a duplicate-key error for an id that exists, of a deleted creative too.
     */
    async insert(
      added: readonly NewCreative[],
      insertionId: string,
      now: Date,
    ): Promise<readonly Creative[]> {
      const documents = added.map(({ id, ...creative }, at): CreativeDocument => {
        // Lists are in the order of creation.
        const createdAt = new Date(now.getTime() + at);
        return {
          _id: id,
          ...creative,
          status: 'active',
          rejectionReason: null,
          keywords: {},
          insertionId,
          createdAt,
          updatedAt: createdAt,
          deletedAt: null,
        };
      });
      try {
        await creatives.insertMany(documents, { ordered: true });
      } catch (error) {
        await discard(
          insertionId,
          added.map(({ id }) => id),
        );
        throw error;
      }
      return documents.map(toCreative);
    },

    /**
     * Stores copies of a campaign's creatives for another one in one write, or none: of the same contents, statuses and
     * keywords.
     *
     * @param copies.createId makes the id of a copy
     * @param copies.insertionId names this insertion, for `discard`
     * @returns the ids of the copies.
     */
    async copyAll(
      campaignId: string,
      copies: {
        readonly campaignId: string;
        readonly createId: () => string;
        readonly insertionId: string;
        readonly now: Date;
      },
    ): Promise<readonly string[]> {
      const { createId, insertionId, now } = copies;
      const found = await creatives
        .find({ campaignId, deletedAt: null })
        .sort({ createdAt: 1, _id: 1 })
        .lean<CreativeDocument[]>();
      const documents = found.map((creative, at) => ({
        ...creative,
        createdAt: new Date(now.getTime() + at),
        updatedAt: now,
        _id: createId(),
        campaignId: copies.campaignId,
        insertionId,
      }));
      const ids = documents.map(({ _id }) => _id);
      try {
        await creatives.insertMany(documents, { ordered: true });
      } catch (error) {
        await discard(insertionId, ids);
        throw error;
      }
      return ids;
    },

    async findById(id: string): Promise<Creative | null> {
      const found = await creatives.findOne(present(id)).lean<CreativeDocument>();
      return found && toCreative(found);
    },

    /** Those among contents that creatives have which are not deleted. */
    async listUsedContentIds(contentIds: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await creatives
        .find({ contentId: { $in: contentIds }, deletedAt: null }, { contentId: 1 })
        .lean<Pick<CreativeDocument, 'contentId'>[]>();
      return new Set(found.map(({ contentId }) => contentId));
    },

    async findContent(id: string): Promise<StoredContent | null> {
      const found = await creatives
        .findOne(present(id), {
          campaignId: 1,
          advertiserId: 1,
          mime: 1,
          type: 1,
          hash: 1,
          contentId: 1,
        })
        .lean<CreativeDocument>();
      if (!found) return null;
      const { campaignId, advertiserId, mime, type, hash, contentId } = found;
      return { campaignId, advertiserId, mime, type, hash, contentId };
    },

    /** A page of a campaign's creatives, oldest first. */
    async list(campaignId: string, slice: Slice): Promise<SliceOfItems<Creative>> {
      return readSlice<CreativeDocument, Creative>(creatives, {
        key: { campaignId },
        slice,
        toItem: toCreative,
      });
    },

    /** All creatives of these campaigns, oldest first: for pages of campaigns, each of which has its own. */
    async listByCampaigns(campaignIds: readonly string[]): Promise<readonly Creative[]> {
      const found = await creatives
        .find({ campaignId: { $in: campaignIds }, deletedAt: null })
        .sort({ createdAt: 1, _id: 1 })
        .lean<CreativeDocument[]>();
      return found.map(toCreative);
    },

    /** By their ids; those that are not there are left out. */
    async listByIds(ids: readonly string[]): Promise<readonly Creative[]> {
      const found = await creatives
        .find({ _id: { $in: ids }, deletedAt: null })
        .lean<CreativeDocument[]>();
      return found.map(toCreative);
    },

    /** The ids of the creatives of campaigns, by the campaign's; of none, no entry. */
    async listIdsByCampaigns(
      campaignIds: readonly string[],
    ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
      const found = await creatives
        .find({ campaignId: { $in: campaignIds }, deletedAt: null }, { campaignId: 1 })
        .lean<Pick<CreativeDocument, '_id' | 'campaignId'>[]>();
      const groups = Map.groupBy(found, ({ campaignId }) => campaignId);
      return new Map([...groups].map(([id, group]) => [id, new Set(group.map(({ _id }) => _id))]));
    },

    /** Those among `ids` that creatives have or had. */
    async listUsedIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await creatives
        .find({ _id: { $in: ids } }, { _id: 1 })
        .lean<Pick<CreativeDocument, '_id'>[]>();
      return new Set(found.map(({ _id }) => _id));
    },

    /** Whether a campaign has an active creative, beside the one of an id. */
    async hasActive(campaignId: string, besideId?: string): Promise<boolean> {
      const status: CreativeStatus = 'active';
      const others = besideId === undefined ? {} : { _id: { $ne: besideId } };
      const found = await creatives.exists({ campaignId, status, deletedAt: null, ...others });
      return found !== null;
    },

    /** Sets what the operator decides, whatever the status is. */
    async review(
      id: string,
      decision: Pick<Creative, 'status' | 'rejectionReason'>,
    ): Promise<Creative | null> {
      const found = await creatives
        .findOneAndUpdate(present(id), { $set: decision }, { returnDocument: 'after' })
        .lean<CreativeDocument>();
      return found && toCreative(found);
    },

    /**
     * Changes a creative, if its status is still the one that was seen.
     *
     * @returns null when it is gone or its status is another one.
     */
    async update(
      id: string,
      seen: CreativeStatus,
      changes: CreativeChanges,
    ): Promise<Creative | null> {
      const found = await creatives
        .findOneAndUpdate(
          { ...present(id), status: seen },
          { $set: changes },
          { returnDocument: 'after' },
        )
        .lean<CreativeDocument>();
      return found && toCreative(found);
    },

    /** Returns whether it was there. */
    async delete(id: string, now: Date): Promise<boolean> {
      const { modifiedCount } = await creatives.updateOne(present(id), {
        $set: { deletedAt: now },
      });
      return modifiedCount === 1;
    },

    /** Takes a deletion back. */
    async undelete(id: string): Promise<void> {
      await creatives.updateOne({ _id: id }, { $set: { deletedAt: null } });
    },

    /** Deletes all creatives of a campaign. */
    async deleteOfCampaign(campaignId: string, now: Date): Promise<void> {
      await creatives.updateMany({ campaignId, deletedAt: null }, { $set: { deletedAt: now } });
    },

    /**
     * Puts what one classifier found in the place of what it found before; others' stays, whoever writes at once.
     *
     * @param keywords by names without dots
     */
    async setKeywords(
      id: string,
      classifier: string,
      keywords: Readonly<Record<string, readonly string[]>>,
    ): Promise<void> {
      const found = await creatives.findOne(present(id), { keywords: 1 }).lean<CreativeDocument>();
      const prefix = `${classifier}:`;
      const former = Object.keys(found?.keywords ?? {}).filter((key) => key.startsWith(prefix));
      const $set = Object.fromEntries(
        Object.entries(keywords).map(([key, values]) => [`keywords.${prefix}${key}`, values]),
      );
      const $unset = Object.fromEntries(
        former
          .map((key) => `keywords.${key}`)
          .filter((path) => !Object.hasOwn($set, path))
          .map((path) => [path, 1]),
      );
      await creatives.updateOne(present(id), {
        $set,
        ...(Object.keys($unset).length > 0 && { $unset }),
      });
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
