import { type Connection, Schema } from 'mongoose';
import { isDuplicateKey } from '../validation';
import type { Site } from './site';

interface SiteDocument extends Omit<Site, 'id'> {
  readonly _id: string;
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
    categories: [String],
    filtering: Schema.Types.Mixed,
    onlyDirectDeals: Boolean,
    createdAt: Date,
    updatedAt: Date,
    deletedAt: { type: Date, default: null },
  },
  { versionKey: false, timestamps: true, collection: 'sites', minimize: false },
)
  .index({ publisherId: 1, host: 1 }, { unique: true })
  .index({ updatedAt: 1 });

function toSite({ _id, deletedAt, ...rest }: SiteDocument): Site {
  return { id: _id, ...rest };
}

export function createSiteStore(db: Connection) {
  const model = db.model('Site', schema);
  const findByHost = async (publisherId: string, host: string): Promise<Site | null> => {
    const found = await model.findOne({ publisherId, host }).lean<SiteDocument>();
    return found && toSite(found);
  };
  return {
    models: [model],
    findByHost,

    async findById(id: string): Promise<Site | null> {
      const found = await model.findById(id).lean<SiteDocument>();
      return found && toSite(found);
    },

    async listByIds(ids: readonly string[]): Promise<readonly Site[]> {
      const found = await model.find({ _id: { $in: ids } }).lean<SiteDocument[]>();
      return found.map(toSite);
    },

    /** The site of this publisher and host, made when there is none: racing callers get the same one. */
    async findOrCreate({ id, ...site }: NewSite): Promise<Site> {
      const known = await findByHost(site.publisherId, site.host);
      if (known) return known;
      try {
        const created = await model.create({
          _id: id,
          ...site,
          categories: [...site.categories],
          deletedAt: null,
        });
        return toSite(created.toObject());
      } catch (error) {
        const winner = isDuplicateKey(error) ? await findByHost(site.publisherId, site.host) : null;
        if (winner) return winner;
        throw error;
      }
    },
  };
}
