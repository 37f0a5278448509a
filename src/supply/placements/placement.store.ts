import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { upsertRacing } from '../../platform/database/upsert';
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

export interface PlacementDocument extends StoredPlacement {
  /** `<width>x<height>x<depth>`, or the scope of a window: with site and name the unique key. */
  readonly size: string;
  /** When it was archived; it keeps its name. */
  readonly deletedAt: Date | null;
  /** When a find made it; absent: it was made by hand, somebody has viewed it, or its publisher has changed it. */
  readonly foundAt?: Date;
  /** When it is removed, unless it is found or viewed before; till then nothing is shown there. */
  readonly removeAt?: Date;
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
    foundAt: Date,
    removeAt: Date,
  } satisfies Record<keyof PlacementDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'placements' },
)
  .index({ siteId: 1, size: 1, name: 1 }, { unique: true })
  .index({ siteId: 1, createdAt: 1, _id: 1 })
  .index({ updatedAt: 1 })
  .index({ foundAt: 1 }, { sparse: true })
  .index({ removeAt: 1 }, { sparse: true });

const toPlacement: (document: PlacementDocument) => Placement = readerOf(placementResource);

/** That it is not about to be removed. */
const isKept = { removeAt: { $exists: false } } as const;

/** Marks of a placement that nobody but a find has had to do with. */
const byFind = { foundAt: 1, removeAt: 1 } as const;

const sizeOf = ({ width, height, depth }: PlacementKey) => `${width}x${height}x${depth}`;
const uniqueSizeOf = (placement: NewPlacement) => placement.popScope ?? sizeOf(placement);

export function createPlacementStore(db: Connection) {
  const model = db.model('Placement', schema);
  const findByKey = async (key: PlacementKey): Promise<Placement | null> => {
    const { siteId, name } = key;
    const found = await model
      .findOne({ siteId, size: sizeOf(key), name, ...isKept })
      .lean<PlacementDocument>();
    return found && toPlacement(found);
  };
  /** Keeps one that was about to be removed; null: there is none. */
  const keep = async (key: PlacementKey, foundAt?: Date): Promise<Placement | null> => {
    const { siteId, name } = key;
    const kept = await model
      .findOneAndUpdate(
        { siteId, size: sizeOf(key), name, removeAt: { $exists: true } },
        { $unset: { removeAt: 1 }, ...(foundAt && { $set: { foundAt } }) },
        { returnDocument: 'after' },
      )
      .lean<PlacementDocument>();
    return kept && toPlacement(kept);
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

    /** How many a site has that are not archived; counts no further than `limit`. @param session default: no transaction */
    async count(siteId: string, limit: number, session?: DatabaseSession): Promise<number> {
      return model.countDocuments({ siteId, deletedAt: null }, session && { session }).limit(limit);
    },

    /**
     * @param session default: no transaction
     * @throws a duplicate-key error where the site has one of this size and name, archived or not.
     */
    async insert(
      { id, ...placement }: NewPlacement,
      session?: DatabaseSession,
    ): Promise<Placement> {
      const size = uniqueSizeOf({ id, ...placement });
      const created = new model({ _id: id, ...placement, size });
      await created.save(session && { session });
      return toPlacement(created.toObject());
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
          { $set: changes, $unset: byFind },
          { returnDocument: 'after' },
        )
        .lean<PlacementDocument>();
      return found && toPlacement(found);
    },

    async archive({ id, siteId }: PlacementInSite, deletedAt: Date): Promise<Placement | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, siteId, deletedAt: null },
          { $set: { status: 'archived', deletedAt }, $unset: byFind },
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

    /** Those that are not about to be removed. */
    async listByIds(ids: readonly string[]): Promise<readonly Placement[]> {
      const found = await model.find({ _id: { $in: ids }, ...isKept }).lean<PlacementDocument[]>();
      return found.map(toPlacement);
    },

    /**
     * Makes a placement, or finds the one of its site, size and name that somebody has made: racing callers get the same one.
     * One that was about to be removed stays.
     *
     * @param foundAt when a find needs it; absent: it is made by hand
     */
    insertOrFind(placement: NewPlacement, foundAt?: Date): Promise<Placement> {
      const { id, ...rest } = placement;
      const size = uniqueSizeOf(placement);
      // The other one may be removed before it is found: then once more.
      return upsertRacing(async () => {
        try {
          const created = await model.create({
            ...{ _id: id, ...rest, size },
            ...(foundAt && { foundAt }),
          });
          return toPlacement(created.toObject());
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          const winner = (await keep(placement, foundAt)) ?? (await findByKey(placement));
          if (winner) return winner;
          throw error;
        }
      });
    },
  };
}
