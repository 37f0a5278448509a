import { type Connection, type Model, Schema } from 'mongoose';
import type { StateEntry } from '../../platform/states/state-history';
import { pathsOf, readerOf } from '../../platform/resources/resource-document.store';
import { type Site, siteResource, type StoredSite } from './site.resource';
import { noFilter } from './creative-filter';
import type { SiteState } from './site-state';

/** A site as it is stored. */
export interface SiteDocument extends StoredSite {
  /** When it was archived; it keeps its host. */
  readonly deletedAt: Date | null;
  /** When a find made it; absent: it was made by hand, or is kept for good. */
  readonly foundAt?: Date;
  /** When it is removed, unless somebody needs it before; till then finds do not know it. */
  readonly removeAt?: Date;
  /** Read only by `listStates`. */
  readonly states?: readonly StateEntry<SiteState>[];
}

export type SiteModel = Model<SiteDocument>;

const schema = new Schema<SiteDocument>(
  {
    ...pathsOf(siteResource),
    deletedAt: { type: Date, default: null },
    foundAt: Date,
    removeAt: Date,
    states: { type: [Schema.Types.Mixed], select: false },
  } satisfies Record<keyof SiteDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'sites', minimize: false },
)
  .index({ publisherId: 1, host: 1 }, { unique: true })
  .index({ publisherId: 1, createdAt: 1, _id: 1 })
  .index({ status: 1, _id: 1 })
  .index({ updatedAt: 1 })
  .index({ foundAt: 1 }, { sparse: true })
  .index({ removeAt: 1 }, { sparse: true })
  .index({ rejectedCreativeIds: 1 })
  .index({ blockedDomains: 1 })
  .index({ blockedCategories: 1 })
  .index({ 'blockedAdvertisers.advertiserId': 1 });

const read: (document: SiteDocument) => Site = readerOf(siteResource);

/** A filter that began with a block alone has no other half. */
export function toSite(document: SiteDocument): Site {
  const site = read(document);
  return { ...site, filtering: { ...noFilter, ...site.filtering } };
}

export const createSiteModel = (db: Connection): SiteModel =>
  db.model<SiteDocument>('Site', schema);
