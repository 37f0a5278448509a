import { type Connection, Schema } from 'mongoose';
import { isDuplicateKey } from '../validation';
import type { Placement, PlacementKey } from './placement';

interface PlacementDocument extends Omit<Placement, 'id'> {
  readonly _id: string;
  /** `<width>x<height>x<depth>`: with site and name the unique key. */
  readonly size: string;
}

export type NewPlacement = Omit<Placement, 'createdAt' | 'updatedAt'>;

export type PlacementStore = ReturnType<typeof createPlacementStore>;

const schema = new Schema<PlacementDocument>(
  {
    _id: String,
    siteId: String,
    publisherId: String,
    name: String,
    status: String,
    size: String,
    width: Number,
    height: Number,
    depth: Number,
    createdAt: Date,
    updatedAt: Date,
  },
  { versionKey: false, timestamps: true, collection: 'placements' },
)
  .index({ siteId: 1, size: 1, name: 1 }, { unique: true })
  .index({ updatedAt: 1 });

function toPlacement({ _id, size, ...rest }: PlacementDocument): Placement {
  return { id: _id, ...rest };
}

const sizeOf = ({ width, height, depth }: PlacementKey) => `${width}x${height}x${depth}`;

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

    async listByIds(ids: readonly string[]): Promise<readonly Placement[]> {
      const found = await model.find({ _id: { $in: ids } }).lean<PlacementDocument[]>();
      return found.map(toPlacement);
    },

    /** Makes a placement, or finds the one of its site, size and name that somebody has made: racing callers get the same one. */
    async insertOrFind(placement: NewPlacement): Promise<Placement> {
      const { id, ...rest } = placement;
      try {
        const created = await model.create({ _id: id, ...rest, size: sizeOf(placement) });
        return toPlacement(created.toObject());
      } catch (error) {
        const winner = isDuplicateKey(error) ? await findByKey(placement) : null;
        if (winner) return winner;
        throw error;
      }
    },
  };
}
