import type { Connection } from 'mongoose';
import { assertPresent } from '../../present';
import { foundSupplyWrites } from '../sites/found-supply.store';
import type { PlacementDocument } from './placement.store';

/** A placement that a find made. */
export interface FoundPlacement {
  readonly id: string;
  readonly siteId: string;
  /** When a find made it, or when it is to be removed. */
  readonly at: Date;
}

/** Placements that finds made and nobody has viewed so far, on their way to being kept or removed. */
export function createFoundPlacementStore(db: Connection) {
  const placements = db.collection<PlacementDocument>('placements');
  const list = async (filter: object, limit: number): Promise<readonly FoundPlacement[]> => {
    const found = await placements
      .find(filter, { projection: { siteId: 1, foundAt: 1, removeAt: 1 } })
      .limit(limit)
      .toArray();
    return found.map(({ _id: id, siteId, foundAt, removeAt }) => {
      const at = assertPresent(removeAt ?? foundAt, 'it was asked for by one of both');
      return { id, siteId, at };
    });
  };

  return {
    models: [],
    ...foundSupplyWrites(db, 'placements'),

    /** Those that were found by a time. */
    listFound: (by: Date, limit: number) => list({ foundAt: { $lte: by } }, limit),

    /** Those whose time to be removed has come. */
    listDue: (now: Date, limit: number) => list({ removeAt: { $lte: now } }, limit),
  };
}
