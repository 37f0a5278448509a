import type { Connection } from 'mongoose';

/** The marks of a site or a placement that nobody but a find has had to do with. */
interface FoundSupply {
  readonly _id: string;
  /** When a find made it. */
  readonly foundAt?: Date;
  /** When it is to be removed. */
  readonly removeAt?: Date;
  readonly updatedAt: Date;
}

/** The writes that keep supply which finds made, or remove it. */
export function foundSupplyWrites(db: Connection, collection: 'sites' | 'placements') {
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
        { _id: named(ids), foundAt: { $exists: true } },
        { $unset: { foundAt: '' }, $set: { removeAt, updatedAt: now } },
      );
    },

    /** Removes those whose time has come, and that nobody has needed since. @returns how many */
    async remove(ids: readonly string[], now: Date): Promise<number> {
      if (ids.length === 0) return 0;
      const due = { _id: named(ids), removeAt: { $lte: now } };
      return (await supply.deleteMany(due)).deletedCount;
    },
  };
}
