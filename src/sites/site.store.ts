import { type Connection, Schema } from 'mongoose';
import { isDuplicateKey } from '../validation';
import type { Site } from './site';

interface SiteDocument extends Omit<Site, 'id'> {
  readonly _id: string;
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
  },
  { versionKey: false, timestamps: true, collection: 'sites', minimize: false },
)
  .index({ publisherId: 1, host: 1 }, { unique: true })
  .index({ updatedAt: 1 });

function toSite({ _id, ...rest }: SiteDocument): Site {
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

    /** Whether there has never been a site, known or made by a find. */
    async isEmpty(): Promise<boolean> {
      return (await model.findOne({}, { _id: 1 }).lean()) === null;
    },

    async listByIds(ids: readonly string[]): Promise<readonly Site[]> {
      const found = await model.find({ _id: { $in: ids } }).lean<SiteDocument[]>();
      return found.map(toSite);
    },

    /** Makes a site, or finds the one of its publisher and host that somebody has made: racing callers get the same one. */
    async insertOrFind({ id, ...site }: NewSite): Promise<Site> {
      try {
        const created = await model.create({
          _id: id,
          ...site,
          categories: [...site.categories],
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
