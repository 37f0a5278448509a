import { type ShardKey, shardKeys } from './shard-keys';
import type { Db } from './database';

/** The next step for a collection; `differs`: people must decide. */
export interface ShardStep {
  readonly collection: string;
  readonly key: ShardKey | null;
  readonly present: object | null;
  readonly state: 'divide' | 'divided' | 'differs';
}

/** Compares how a cluster divides collections with how it should. Collections that neither are nor shall be divided are left out. */
export async function readShardPlan(db: Db): Promise<readonly ShardStep[]> {
  const present = await readShardKeys(db);
  return Object.entries(shardKeys).flatMap(([collection, key]): ShardStep[] => {
    const other = present.get(collection) ?? null;
    if (other === null) return key ? [{ collection, key, present: null, state: 'divide' }] : [];
    const state =
      key !== null && spellShardKey(key) === spellShardKey(other) ? 'divided' : 'differs';
    return [{ collection, key, present: other, state }];
  });
}

/** Shard keys of the collections that are divided, by their names. */
async function readShardKeys(db: Db): Promise<ReadonlyMap<string, object>> {
  const prefix = `${db.databaseName}.`;
  const found = await db.client
    .db('config')
    .collection<{ readonly _id: string; readonly key: object }>('collections')
    // Servers before 5.0 list dropped collections, too, and later servers list some that are not divided.
    .find({
      _id: { $in: Object.keys(shardKeys).map((name) => prefix + name) },
      dropped: { $ne: true },
      unsplittable: { $ne: true },
    })
    .toArray();
  return new Map(found.map(({ _id, key }) => [_id.slice(prefix.length), key]));
}

/** The difference, in words, of a step that `differs`. */
export function differenceOf({ collection, key, present }: ShardStep): string {
  const wanted = key ? `by ${spellShardKey(key)}` : 'on one shard';
  return `${collection} is divided by ${spellShardKey(present)}, but should be ${wanted}`;
}

export const spellShardKey = (key: object | null): string => JSON.stringify(key);
