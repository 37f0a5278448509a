import type { Connection } from 'mongoose';
import { assertPresent } from '../../present';
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
  const named = (ids: readonly string[]) => ({ $in: [...ids] });

  return {
    models: [],

    /** Those that were found by a time. */
    listFound: (by: Date, limit: number) => list({ foundAt: { $lte: by } }, limit),

    /** Those whose time to be removed has come. */
    listDue: (now: Date, limit: number) => list({ removeAt: { $lte: now } }, limit),

    /** Leaves them for good, as somebody has viewed them. */
    async keep(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      await placements.updateMany(
        { _id: named(ids) },
        { $unset: { foundAt: '', removeAt: '' }, $set: { updatedAt: now } },
      );
    },

    /** Has them removed at a time, unless a find needs them before: gateways forget them. */
    async markUnseen(
      ids: readonly string[],
      { removeAt, now }: { readonly removeAt: Date; readonly now: Date },
    ): Promise<void> {
      if (ids.length === 0) return;
      await placements.updateMany(
        { _id: named(ids), foundAt: { $exists: true } },
        { $unset: { foundAt: '' }, $set: { removeAt, updatedAt: now } },
      );
    },

    /** Removes those whose time has come, and that no find has needed since. @returns how many */
    async remove(ids: readonly string[], now: Date): Promise<number> {
      if (ids.length === 0) return 0;
      const { deletedCount } = await placements.deleteMany({
        _id: named(ids),
        removeAt: { $lte: now },
      });
      return deletedCount;
    },
  };
}
