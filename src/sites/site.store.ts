import { type Connection, Schema } from 'mongoose';
import { readSlice } from '../lists/list.store';
import type { Slice, SliceOfItems } from '../lists/page';
import { isDuplicateKey } from '../validation';
import {
  type CreativeDecisions,
  maxDecidedCreatives,
  operatorsSiteStatuses,
  type Site,
  type SiteStatus,
  type SiteTerms,
} from './site';

/** Absent from documents of earlier versions. */
type LaterMember =
  | 'primaryLanguage'
  | 'onlyAcceptedCreatives'
  | 'acceptedCreativeIds'
  | 'rejectedCreativeIds';

interface SiteDocument extends Omit<Site, 'id' | LaterMember>, Partial<Pick<Site, LaterMember>> {
  readonly _id: string;
  /** When it was archived; it keeps its host. */
  readonly deletedAt: Date | null;
}

export type NewSite = Omit<Site, 'createdAt' | 'updatedAt'>;

export type SiteStore = ReturnType<typeof createSiteStore>;

const schema = new Schema<SiteDocument>(
  {
    _id: String,
    publisherId: String,
    host: String,
    name: String,
    status: String,
    medium: String,
    vendor: { type: String, default: null },
    primaryLanguage: { type: String, default: null },
    categories: [String],
    filtering: Schema.Types.Mixed,
    onlyAcceptedCreatives: { type: Boolean, default: false },
    onlyDirectDeals: Boolean,
    acceptedCreativeIds: [String],
    rejectedCreativeIds: [String],
    createdAt: Date,
    updatedAt: Date,
    deletedAt: { type: Date, default: null },
  },
  { versionKey: false, timestamps: true, collection: 'sites', minimize: false },
)
  .index({ publisherId: 1, host: 1 }, { unique: true })
  .index({ publisherId: 1, createdAt: 1, _id: 1 })
  .index({ status: 1, _id: 1 })
  .index({ updatedAt: 1 });

function toSite({ _id, deletedAt, ...rest }: SiteDocument): Site {
  return {
    primaryLanguage: null,
    onlyAcceptedCreatives: false,
    acceptedCreativeIds: [],
    rejectedCreativeIds: [],
    ...rest,
    id: _id,
  };
}

export function createSiteStore(db: Connection) {
  const model = db.model('Site', schema);
  const findByHost = async (publisherId: string, host: string): Promise<Site | null> => {
    const found = await model.findOne({ publisherId, host }).lean<SiteDocument>();
    return found && toSite(found);
  };
  const update = async (filter: object, change: object): Promise<Site | null> => {
    const found = await model
      .findOneAndUpdate(filter, change, { returnDocument: 'after' })
      .lean<SiteDocument>();
    return found && toSite(found);
  };
  const publishers = (id: string) => ({
    _id: id,
    deletedAt: null,
    status: { $nin: operatorsSiteStatuses },
  });
  return {
    models: [model],
    findByHost,

    async findById(id: string): Promise<Site | null> {
      const found = await model.findById(id).lean<SiteDocument>();
      return found && toSite(found);
    },

    async findOwned(publisherId: string, id: string): Promise<Site | null> {
      const found = await model
        .findOne({ _id: id, publisherId, deletedAt: null })
        .lean<SiteDocument>();
      return found && toSite(found);
    },

    /** Whether there has never been a site, known or made by a find. */
    async isEmpty(): Promise<boolean> {
      return (await model.findOne({}, { _id: 1 }).lean()) === null;
    },

    async listByIds(ids: readonly string[]): Promise<readonly Site[]> {
      const found = await model.find({ _id: { $in: ids } }).lean<SiteDocument[]>();
      return found.map(toSite);
    },

    /** A publisher's that are not archived. */
    readSlice(publisherId: string, slice: Slice): Promise<SliceOfItems<Site>> {
      return readSlice(model, { key: { publisherId }, slice, toItem: toSite });
    },

    /** Makes a site, or finds the one of its publisher and host that somebody has made: racing callers get the same one. */
    async insertOrFind({ id, ...site }: NewSite): Promise<Site> {
      try {
        const created = await model.create({
          _id: id,
          ...site,
          categories: [...site.categories],
          acceptedCreativeIds: [...site.acceptedCreativeIds],
          rejectedCreativeIds: [...site.rejectedCreativeIds],
        });
        return toSite(created.toObject());
      } catch (error) {
        const winner = isDuplicateKey(error) ? await findByHost(site.publisherId, site.host) : null;
        if (winner) return winner;
        throw error;
      }
    },

    /** Of a site that is its publisher's to change: null when it is archived, or the operator's. */
    update(id: string, terms: Partial<SiteTerms>): Promise<Site | null> {
      return update(publishers(id), { $set: terms });
    },

    archive(id: string, deletedAt: Date): Promise<Site | null> {
      return update(publishers(id), { $set: { status: 'archived', deletedAt } });
    },

    /** Null when there is nothing to approve. */
    approve(id: string): Promise<Site | null> {
      const status: SiteStatus = 'active';
      return update(
        { _id: id, deletedAt: null, status: { $in: operatorsSiteStatuses } },
        { $set: { status } },
      );
    },

    reject(id: string): Promise<Site | null> {
      const status: SiteStatus = 'rejected';
      return update({ _id: id, deletedAt: null }, { $set: { status } });
    },

    /** In the order of their ids. */
    async listInStatus(filter: {
      readonly status: SiteStatus;
      readonly afterId: string | null;
      readonly limit: number;
    }): Promise<readonly Site[]> {
      const { status, afterId, limit } = filter;
      const found = await model
        .find({ status, ...(afterId !== null && { _id: { $gt: afterId } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<SiteDocument[]>();
      return found.map(toSite);
    },

    /** Takes an archived site up again, as another one of the same host; null when it is not archived. */
    revive(id: string, site: Omit<NewSite, 'id' | 'publisherId' | 'host'>): Promise<Site | null> {
      return update({ _id: id, deletedAt: { $ne: null } }, { $set: { ...site, deletedAt: null } });
    },

    /**
     * Moves creatives between the lists: what is rejected is so before anything is accepted.
     *
     * @returns null when a list is full, or the site archived.
     */
    async decide(id: string, { accept, reject, forget }: CreativeDecisions): Promise<Site | null> {
      const hasRoom = (field: string) => ({
        [`${field}.${maxDecidedCreatives - 1}`]: { $exists: false },
      });
      const open = {
        _id: id,
        deletedAt: null,
        ...hasRoom('acceptedCreativeIds'),
        ...hasRoom('rejectedCreativeIds'),
      };
      const rejected = await update(open, {
        $addToSet: { rejectedCreativeIds: { $each: reject } },
        $pullAll: { acceptedCreativeIds: [...reject, ...forget] },
      });
      if (!rejected) return null;
      return update(
        { _id: id, deletedAt: null },
        {
          $addToSet: { acceptedCreativeIds: { $each: accept } },
          $pullAll: { rejectedCreativeIds: [...accept, ...forget] },
        },
      );
    },
  };
}
