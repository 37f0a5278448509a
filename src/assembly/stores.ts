import type { Connection, mongo } from 'mongoose';
import type { Config } from '../config';
import { createDemandStores } from '../demand/demand.stores';
import type { ContentFolder } from '../demand/contents/content-folder';
import { createPlatformStores } from '../platform/platform.stores';
import { createIdentityStores } from '../identity/identity.stores';
import { createSupplyStores } from '../supply/supply.stores';
import { createPeersStores } from '../peers/peers.stores';
import { createMarketStores } from '../market/market.stores';
import { createMoneyStores } from '../money/money.stores';
import { createInsightStores } from '../insight/insight.stores';

/** The members that all models share, whatever they hold. */
export interface IndexedModel {
  readonly collection: { readonly name: string };
  readonly schema: { indexes(): [fields: object, options: object][] };
  /** Indexes that the database lacks, by their fields. */
  diffIndexes(): Promise<{ readonly toCreate: readonly unknown[] }>;
  createCollection(): Promise<unknown>;
}

/** Everything that a process stores, and reads again, goes through one of these. */
export function createStores(
  db: Connection,
  parts: {
    readonly config: Config;
    readonly contentFolder: ContentFolder | null;
    readonly now: () => Date;
  },
) {
  return {
    ...createPlatformStores(db),
    ...createIdentityStores(db, parts),
    ...createDemandStores(db, parts),
    ...createSupplyStores(db, parts),
    ...createPeersStores(db, parts),
    ...createMarketStores(db),
    ...createMoneyStores(db),
    ...createInsightStores(db, parts),
  };
}

/**
 * Makes the collections and the indexes of stores, where they are not there yet.
 *
 * @param db where an index of many documents may take its time
 */
export async function createIndexesOf(
  stores: readonly { readonly models: readonly IndexedModel[] }[],
  db: Connection,
): Promise<void> {
  for (const { models } of stores)
    for (const model of models) {
      const indexes = model.schema.indexes().map(([fields, options]) => ({
        ...options,
        key: new Map(Object.entries<mongo.IndexDirection>({ ...fields })),
      }));
      // The first index makes its collection, too: not every cluster lets a transaction make one.
      if (indexes.length === 0) await model.createCollection();
      // All by one command: each start pays for it.
      else await db.collection(model.collection.name).createIndexes(indexes);
    }
}
