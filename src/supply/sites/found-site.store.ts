import type { Connection } from 'mongoose';
import type { PlacementDocument } from '../placements/placement.store';
import { foundSupplyLists, foundSupplyWrites } from './found-supply.store';
import type { FoundUse } from './remove-unused';

/** Sites that finds made, on their way to being kept or removed. */
export function createFoundSiteStore(db: Connection) {
  const placements = db.collection<PlacementDocument>('placements');

  return {
    models: [],
    ...foundSupplyWrites(db, 'sites'),
    ...foundSupplyLists(db, 'sites'),

    /** Says that a site has placements: some for good, some that may be removed yet, or none. */
    async useOf(siteId: string): Promise<FoundUse> {
      const projection = { _id: 1 } as const;
      const isKept = { foundAt: { $exists: false }, removeAt: { $exists: false } };
      if (await placements.findOne({ siteId, ...isKept }, { projection })) return 'kept';
      return (await placements.findOne({ siteId }, { projection })) ? 'found' : 'none';
    },
  };
}
