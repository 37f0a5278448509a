import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { readSlice } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { isDuplicateKey } from '../../validation';
import { pathsOf, readerOf } from '../../platform/resources/resource-document.store';
import {
  type Placement,
  type PlacementChanges,
  type PlacementKey,
  placementResource,
  type StoredPlacement,
} from './placement.resource';

interface PlacementDocument extends StoredPlacement {
  /** `<width>x<height>x<depth>`, or the scope of a window: with site and name the unique key. */
  readonly size: string;
  /** When it was archived; it keeps its name. */
  readonly deletedAt: Date | null;
}

/** Names a placement for a change: the collection is divided by sites. */
type PlacementInSite = Pick<Placement, 'id' | 'siteId'>;

export type NewPlacement = Omit<Placement, 'createdAt' | 'updatedAt'>;

export type PlacementStore = ReturnType<typeof createPlacementStore>;

const schema = new Schema<PlacementDocument>(
  {
    ...pathsOf(placementResource),
    size: String,
    deletedAt: { type: Date, default: null },
  } satisfies Record<keyof PlacementDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'placements' },
)
  .index({ siteId: 1, size: 1, name: 1 }, { unique: true })
  .index({ siteId: 1, createdAt: 1, _id: 1 })
  .index({ updatedAt: 1 });

const toPlacement: (document: PlacementDocument) => Placement = readerOf(placementResource);

const sizeOf = ({ width, height, depth }: PlacementKey) => `${width}x${height}x${depth}`;
const uniqueSizeOf = (placement: NewPlacement) => placement.popScope ?? sizeOf(placement);

export function createPlacementStore(db: Connection) {
  const model = db.model('Placement', schema);
  const findByKey = async (key: PlacementKey): Promise<Placement | null> => {
    const { siteId, name } = key;
    const found = await model
      .findOne({ siteId, size: sizeOf(key), name })
      .lean<PlacementDocument>();
    return found && toPlacement(found);
  };
  return {
    models: [model],
    findByKey,

    async findOwned(publisherId: string, id: string): Promise<Placement | null> {
      const found = await model
        .findOne({ _id: id, publisherId, deletedAt: null })
        .lean<PlacementDocument>();
      return found && toPlacement(found);
    },

    /** Placements of a site that are not archived. */
    readSlice(siteId: string, slice: Slice): Promise<SliceOfItems<Placement>> {
      return readSlice(model, { key: { siteId }, slice, toItem: toPlacement });
    },

    /** How many a site has that are not archived; counts no further than `limit`. */
    async count(siteId: string, limit: number): Promise<number> {
      return model.countDocuments({ siteId, deletedAt: null }).limit(limit);
    },

    /** @returns null where the site has one of this size and name, archived or not. */
    async insert({ id, ...placement }: NewPlacement): Promise<Placement | null> {
      const size = uniqueSizeOf({ id, ...placement });
      try {
        const created = await model.create({ _id: id, ...placement, size });
        return toPlacement(created.toObject());
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    },

    /**
     * Changes a placement; null when it is archived.
     *
     * @throws a duplicate-key error for a name that another one of its size has.
     */
    async update(
      { id, siteId }: PlacementInSite,
      changes: PlacementChanges,
    ): Promise<Placement | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, siteId, deletedAt: null },
          { $set: changes },
          { returnDocument: 'after' },
        )
        .lean<PlacementDocument>();
      return found && toPlacement(found);
    },

    async archive({ id, siteId }: PlacementInSite, deletedAt: Date): Promise<Placement | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, siteId, deletedAt: null },
          { $set: { status: 'archived', deletedAt } },
          { returnDocument: 'after' },
        )
        .lean<PlacementDocument>();
      return found && toPlacement(found);
    },

    /** All placements of a site, archived ones too, in no order. */
    async listOfSite(
      siteId: string,
      limit: number,
      session: DatabaseSession,
    ): Promise<readonly Placement[]> {
      const found = await model
        .find({ siteId }, null, { session })
        .limit(limit)
        .lean<PlacementDocument[]>();
      return found.map(toPlacement);
    },

    /** Makes all placements of a site, which moves, another publisher's. */
    async changePublisher(
      siteId: string,
      publisherId: string,
      session: DatabaseSession,
    ): Promise<void> {
      await model.updateMany({ siteId }, { $set: { publisherId } }, { session });
    },

    /** Moves one to another site; where that has one of its size and name, it gets another name. */
    async moveToSite(
      { id, siteId, ...placement }: Placement,
      site: { readonly id: string; readonly publisherId: string },
      session: DatabaseSession,
    ): Promise<void> {
      const size = uniqueSizeOf({ id, siteId, ...placement });
      const { name } = placement;
      const other = await model
        .findOne({ siteId: site.id, size, name }, { _id: 1 }, { session })
        .lean();
      const moved = {
        ...{ siteId: site.id, publisherId: site.publisherId },
        ...(other && { name: `${name.slice(0, 222)} ${id}` }),
      };
      await model.updateOne({ _id: id, siteId }, { $set: moved }, { session });
    },

    async listByIds(ids: readonly string[]): Promise<readonly Placement[]> {
      const found = await model.find({ _id: { $in: ids } }).lean<PlacementDocument[]>();
      return found.map(toPlacement);
    },

    /** Makes a placement, or finds the one of its site, size and name that somebody has made: racing callers get the same one. */
    async insertOrFind(placement: NewPlacement): Promise<Placement> {
      const { id, ...rest } = placement;
      try {
        const created = await model.create({ _id: id, ...rest, size: uniqueSizeOf(placement) });
        return toPlacement(created.toObject());
      } catch (error) {
        const winner = isDuplicateKey(error) ? await findByKey(placement) : null;
        if (winner) return winner;
        throw error;
      }
    },
  };
}
