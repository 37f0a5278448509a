import type { Connection } from 'mongoose';
import type { PlacementDocument } from '../placements/placement.store';
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
  const named = (ids: readonly string[]) => ({ $in: [...ids] });

  return {
    models: [],

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

    /** Leaves them for good. */
    async keep(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      const update = { $unset: { foundAt: '', removeAt: '' }, $set: { updatedAt: now } } as const;
      await sites.updateMany({ _id: named(ids) }, update);
    },

    /** Looks at them again as if they were found now. */
    async postpone(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      const found = { _id: named(ids), foundAt: { $exists: true } };
      await sites.updateMany(found, { $set: { foundAt: now } });
    },

    /** Has them removed at a time, unless somebody needs them before: gateways forget them. */
    async markUnseen(
      ids: readonly string[],
      { removeAt, now }: { readonly removeAt: Date; readonly now: Date },
    ): Promise<void> {
      if (ids.length === 0) return;
      await sites.updateMany(
        { _id: named(ids), foundAt: { $exists: true } },
        { $unset: { foundAt: '' }, $set: { removeAt, updatedAt: now } },
      );
    },

    /** Removes those whose time has come, and that nobody has needed since. @returns how many */
    async remove(ids: readonly string[], now: Date): Promise<number> {
      if (ids.length === 0) return 0;
      const due = { _id: named(ids), removeAt: { $lte: now } };
      return (await sites.deleteMany(due)).deletedCount;
    },
  };
}
