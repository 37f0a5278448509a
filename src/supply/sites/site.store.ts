import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { readSlice } from '../../platform/lists/list.store';
import { type AllParams, conditionsOfAll, mostOfAll } from '../../platform/lists/all';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import {
  pushState,
  type StateEntry,
  type TimedState,
  toStates,
} from '../../platform/states/state-history';
import { isDuplicateKey } from '../../validation';
import {
  type AllSitesFilter,
  type CreativeDecisions,
  operatorsSiteStatuses,
  type Site,
  type SiteStatus,
  type SiteTerms,
} from './site';
import type { SiteState } from './site-state';

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
  /** Read only by `listStates`. */
  readonly states?: readonly StateEntry<SiteState>[];
}

/** What a change names a site by: its database is divided by publishers. */
type SiteKey = Pick<Site, 'id' | 'publisherId'>;

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
    states: { type: [Schema.Types.Mixed], select: false },
  },
  { versionKey: false, timestamps: true, collection: 'sites', minimize: false },
)
  .index({ publisherId: 1, host: 1 }, { unique: true })
  .index({ publisherId: 1, createdAt: 1, _id: 1 })
  .index({ status: 1, _id: 1 })
  .index({ updatedAt: 1 });

function toSite({ _id, deletedAt, states, ...rest }: SiteDocument): Site {
  return {
    primaryLanguage: null,
    onlyAcceptedCreatives: false,
    acceptedCreativeIds: [],
    rejectedCreativeIds: [],
    ...rest,
    id: _id,
  };
}

export function createSiteStore(db: Connection, now: () => Date) {
  const model = db.model('Site', schema);
  const findByHost = async (
    publisherId: string,
    host: string,
    session?: DatabaseSession,
  ): Promise<Site | null> => {
    const found = await model
      .findOne({ publisherId, host }, null, session && { session })
      .lean<SiteDocument>();
    return found && toSite(found);
  };
  const update = async (filter: object, change: object): Promise<Site | null> => {
    const found = await model
      .findOneAndUpdate(filter, change, { returnDocument: 'after' })
      .lean<SiteDocument>();
    return found && toSite(found);
  };
  const present = ({ id, publisherId }: SiteKey) => ({ _id: id, publisherId, deletedAt: null });
  const publishers = (site: SiteKey) => ({
    ...present(site),
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

    /** How many a publisher has that are not archived; counts no further than `limit`. */
    async count(publisherId: string, limit: number): Promise<number> {
      return model.countDocuments({ publisherId, deletedAt: null }).limit(limit);
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
          states: [{ at: now(), status: site.status, isDeleted: false }],
        });
        return toSite(created.toObject());
      } catch (error) {
        const winner = isDuplicateKey(error) ? await findByHost(site.publisherId, site.host) : null;
        if (winner) return winner;
        throw error;
      }
    },

    /** Of a site that is its publisher's to change: null when it is archived, or the operator's. */
    update(site: SiteKey, terms: Partial<SiteTerms>): Promise<Site | null> {
      return update(publishers(site), {
        $set: terms,
        ...pushState<SiteState>(now(), terms.status === undefined ? {} : { status: terms.status }),
      });
    },

    archive(site: SiteKey, deletedAt: Date): Promise<Site | null> {
      return update(publishers(site), {
        $set: { status: 'archived', deletedAt },
        ...pushState<SiteState>(deletedAt, { status: 'archived', isDeleted: true }),
      });
    },

    /** Null when there is nothing to approve. */
    approve(site: SiteKey): Promise<Site | null> {
      const status: SiteStatus = 'active';
      return update(
        { ...present(site), status: { $in: operatorsSiteStatuses } },
        { $set: { status }, ...pushState<SiteState>(now(), { status }) },
      );
    },

    reject(site: SiteKey): Promise<Site | null> {
      const status: SiteStatus = 'rejected';
      return update(present(site), {
        $set: { status },
        ...pushState<SiteState>(now(), { status }),
      });
    },

    /** Makes it another publisher's. @returns whether it was its own publisher's till then. */
    async changePublisher(
      { id, publisherId }: SiteKey,
      newPublisherId: string,
      session: DatabaseSession,
    ): Promise<boolean> {
      const update = { $set: { publisherId: newPublisherId } };
      const { matchedCount } = await model.updateOne({ _id: id, publisherId }, update, { session });
      return matchedCount === 1;
    },

    /** What states sites have had, archived ones too, by their ids. */
    async listStates(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TimedState<SiteState>[]>> {
      const found = await model
        .find({ _id: { $in: ids } }, { states: 1, status: 1, deletedAt: 1 })
        .lean<SiteDocument[]>();
      return new Map(
        found.map(({ _id, states = [], status, deletedAt }) => [
          _id,
          toStates(states, { status, isDeleted: deletedAt !== null }),
        ]),
      );
    },

    /** Of all publishers, in the order of their ids. */
    async listAll(filter: AllSitesFilter, params: AllParams): Promise<readonly Site[]> {
      const found = await model
        .find(conditionsOfAll(filter, params))
        .sort({ _id: 1 })
        .limit(Math.min(params.first, mostOfAll))
        .lean<SiteDocument[]>();
      return found.map(toSite);
    },

    /** Takes an archived site up again, as another one of the same host; null when it is not archived. */
    revive(
      { id, publisherId }: SiteKey,
      terms: Omit<NewSite, 'id' | 'publisherId' | 'host'>,
    ): Promise<Site | null> {
      return update(
        { _id: id, publisherId, deletedAt: { $ne: null } },
        {
          $set: { ...terms, deletedAt: null },
          ...pushState<SiteState>(now(), { status: terms.status, isDeleted: false }),
        },
      );
    },

    /**
     * Moves creatives between the lists: what is rejected is so before anything is accepted.
     *
     * @param most of the creatives that each list may have, at least as many as are decided on at once
     * @returns null when a list that they go into has no room for all of them, or the site is archived.
     */
    async decide(
      site: SiteKey,
      { accept, reject, forget }: CreativeDecisions,
      most: number,
    ): Promise<Site | null> {
      const hasRoom = (field: string, { length }: readonly string[]) =>
        length > 0 && { [`${field}.${most - length}`]: { $exists: false } };
      const open = {
        ...present(site),
        ...hasRoom('acceptedCreativeIds', accept),
        ...hasRoom('rejectedCreativeIds', reject),
      };
      const rejected = await update(open, {
        $addToSet: { rejectedCreativeIds: { $each: reject } },
        $pullAll: { acceptedCreativeIds: [...reject, ...forget] },
      });
      if (!rejected) return null;
      return update(present(site), {
        $addToSet: { acceptedCreativeIds: { $each: accept } },
        $pullAll: { rejectedCreativeIds: [...accept, ...forget] },
      });
    },
  };
}
