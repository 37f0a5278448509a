import type { Connection } from 'mongoose';
import type { PlacementDocument } from '../placements/placement.store';
import { foundSupplyWrites } from './found-supply.store';
import type { SiteDocument } from './site-document.store';

/** Sites that finds made, on their way to being kept or removed. */
export function createFoundSiteStore(db: Connection) {
  const sites = db.collection<SiteDocument>('sites');
  const placements = db.collection<PlacementDocument>('placements');
  const list = async (filter: object, limit: number): Promise<readonly string[]> => {
    const found = await sites
      .find(filter, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    return found.map(({ _id: id }) => id);
  };

  return {
    models: [],
    ...foundSupplyWrites(db, 'sites'),

    /** Those that were found by a time. */
    listFound: (by: Date, limit: number) => list({ foundAt: { $lte: by } }, limit),

    /** Those whose time to be removed has come. */
    listDue: (now: Date, limit: number) => list({ removeAt: { $lte: now } }, limit),

    /** Says that a site has placements: some for good, some that may be removed yet, or none. */
    async placementsOf(siteId: string): Promise<'kept' | 'found' | 'none'> {
      const projection = { _id: 1 } as const;
      const isKept = { foundAt: { $exists: false }, removeAt: { $exists: false } };
      if (await placements.findOne({ siteId, ...isKept }, { projection })) return 'kept';
      return (await placements.findOne({ siteId }, { projection })) ? 'found' : 'none';
    },

    /** Looks at them again as if they were found now. */
    async postpone(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      const found = { _id: { $in: [...ids] }, foundAt: { $exists: true } };
      await sites.updateMany(found, { $set: { foundAt: now } });
    },
  };
}
