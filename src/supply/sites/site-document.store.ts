import { type Connection, type Model, Schema } from 'mongoose';
import type { StateEntry } from '../../platform/states/state-history';
import type { Site } from './site';
import type { SiteState } from './site-state';

/** Absent from documents of earlier versions. */
type LaterMember =
  | 'primaryLanguage'
  | 'onlyAcceptedCreatives'
  | 'acceptedCreativeIds'
  | 'rejectedCreativeIds'
  | 'claimedById';

/** A site as it is stored. */
export interface SiteDocument
  extends Omit<Site, 'id' | LaterMember>,
    Partial<Pick<Site, LaterMember>> {
  readonly _id: string;
  /** When it was archived; it keeps its host. */
  readonly deletedAt: Date | null;
  /** Read only by `listStates`. */
  readonly states?: readonly StateEntry<SiteState>[];
}

export type SiteModel = Model<SiteDocument>;

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
    claimedById: { type: String, default: null },
    createdAt: Date,
    updatedAt: Date,
    deletedAt: { type: Date, default: null },
    states: { type: [Schema.Types.Mixed], select: false },
  } satisfies Record<keyof SiteDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'sites', minimize: false },
)
  .index({ publisherId: 1, host: 1 }, { unique: true })
  .index({ publisherId: 1, createdAt: 1, _id: 1 })
  .index({ status: 1, _id: 1 })
  .index({ updatedAt: 1 });

export function toSite({ _id, deletedAt, states, ...rest }: SiteDocument): Site {
  return {
    primaryLanguage: null,
    onlyAcceptedCreatives: false,
    acceptedCreativeIds: [],
    rejectedCreativeIds: [],
    claimedById: null,
    ...rest,
    id: _id,
  };
}

export const createSiteModel = (db: Connection): SiteModel =>
  db.model<SiteDocument>('Site', schema);
