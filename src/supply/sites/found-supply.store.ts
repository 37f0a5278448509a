import type { Connection } from 'mongoose';

/** The marks of an account, a site or a placement that nobody but a find has had to do with. */
interface FoundSupply {
  readonly _id: string;
  /** When a find made it. */
  readonly foundAt?: Date;
  /** When it is to be removed. */
  readonly removeAt?: Date;
  readonly updatedAt: Date;
}

/**
 * The writes that keep supply which finds made, or remove it.
 *
 * @param isNobodys matches those that may be removed; default: their marks alone say so
 */
export function foundSupplyWrites(
  db: Connection,
  collection: 'accounts' | 'sites' | 'placements',
  isNobodys: object = {},
) {
  const supply = db.collection<FoundSupply>(collection);
  const named = (ids: readonly string[]) => ({ $in: [...ids] });

  return {
    /** Leaves them for good, as somebody needs them. */
    async keep(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      await supply.updateMany(
        { _id: named(ids) },
        { $unset: { foundAt: '', removeAt: '' }, $set: { updatedAt: now } },
      );
    },

    /** Has them removed at a time, unless somebody needs them before: gateways forget them. */
    async markUnseen(
      ids: readonly string[],
      { removeAt, now }: { readonly removeAt: Date; readonly now: Date },
    ): Promise<void> {
      if (ids.length === 0) return;
      await supply.updateMany(
        { ...isNobodys, _id: named(ids), foundAt: { $exists: true } },
        { $unset: { foundAt: '' }, $set: { removeAt, updatedAt: now } },
      );
    },

    /** Removes those whose time has come, and that nobody has needed since. @returns how many */
    async remove(ids: readonly string[], now: Date): Promise<number> {
      if (ids.length === 0) return 0;
      const due = { ...isNobodys, _id: named(ids), removeAt: { $lte: now } };
      return (await supply.deleteMany(due)).deletedCount;
    },

    /** Looks at them again as if they were found now. */
    async postpone(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      const found = { _id: named(ids), foundAt: { $exists: true } };
      await supply.updateMany(found, { $set: { foundAt: now } });
    },
  };
}

/** The lists of supply which finds made, by its ids. */
export function foundSupplyLists(db: Connection, collection: 'accounts' | 'sites') {
  const supply = db.collection<FoundSupply>(collection);
  const list = async (filter: object, limit: number): Promise<readonly string[]> => {
    const found = await supply
      .find(filter, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    return found.map(({ _id: id }) => id);
  };

  return {
    /** Those that were found by a time. */
    listFound: (by: Date, limit: number) => list({ foundAt: { $lte: by } }, limit),

    /** Those whose time to be removed has come. */
    listDue: (now: Date, limit: number) => list({ removeAt: { $lte: now } }, limit),
  };
}
