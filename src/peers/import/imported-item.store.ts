import type { Connection } from 'mongoose';
import { inBatches } from '../../platform/database/in-batches';
import { bulkUpsertRacing } from '../../platform/database/upsert';
import type { Pace } from '../../platform/process/pace';
import { pushState } from '../../platform/states/state-history';
import { chunksOf } from '../../non-empty';

/** Members that campaigns and creatives of peers share in the database. */
export interface ImportedDocument {
  readonly _id: string;
  /** Address of the peer. */
  readonly peer: string;
  /** Names it among all of the peer that were ever listed: its id here stays, over deletion and return. */
  readonly identity: string;
  /** Of all that the peer says of it: the same digest, nothing to write. */
  readonly digest: string;
  readonly createdAt: Date;
  /** When it was last listed; null: it is listed. */
  readonly deletedAt: Date | null;
  readonly updatedAt: Date;
}

/** The paths of `ImportedDocument`. */
export const importedPaths = {
  _id: String,
  peer: String,
  identity: String,
  digest: String,
  createdAt: Date,
  deletedAt: { type: Date, default: null },
  updatedAt: Date,
} satisfies Record<keyof ImportedDocument, unknown>;

/** Something that is there, as far as the next list is compared with it. */
export type Known = Pick<ImportedDocument, '_id' | 'identity' | 'digest' | 'deletedAt'>;

/** A campaign or creative as a peer lists it, in the form in which it is stored. */
export interface ListedItem extends Pick<ImportedDocument, 'identity' | 'digest'> {
  readonly members: object;
}

/** Something to be stored as the peer lists it. */
export interface ImportedItem<State extends object> extends ListedItem {
  /** Its id here, if it is new. */
  readonly id: string;
  /** The members of its state that change now; of a new one all. */
  readonly state: Partial<State>;
}

/** Finds wait while these are turned into bytes. */
const itemsPerWrite = 100;
/** Read at once: about a millisecond’s. */
const batchSize = 200;

/**
 * The part of the stores that campaigns and creatives of peers share.
 *
 * @param more.members further ones that the next list is compared with
 */
export function importedItems<State extends { readonly isDeleted: boolean }, More extends object>(
  db: Connection,
  {
    collection,
    now,
    members,
  }: {
    readonly collection: string;
    readonly now: () => Date;
    readonly members: Readonly<Record<keyof More, 1>>;
  },
) {
  // Mongoose need not look at so many.
  const items = db.collection<ImportedDocument>(collection);
  const projection = { identity: 1, digest: 1, deletedAt: 1, ...members };
  const streamPresent = (peer: string) =>
    inBatches(
      items.find({ peer, deletedAt: null }, { batchSize }).project<Known & More>(projection),
    );
  return {
    /** All that the peer lists. */
    listPresent: async (peer: string): Promise<readonly (Known & More)[]> =>
      (await Array.fromAsync(streamPresent(peer))).flat(),

    /** Ids of those that the peer lists, but for those of some identities. @param pace that of work beside finds */
    async listOthers(
      peer: string,
      identities: ReadonlySet<string>,
      pace: Pick<Pace, 'rest'>,
    ): Promise<readonly string[]> {
      const others: string[] = [];
      for await (const some of streamPresent(peer)) {
        for (const { _id, identity } of some) if (!identities.has(identity)) others.push(_id);
        await pace.rest();
      }
      return others;
    },

    /** Those that the peer lists or has listed. */
    async listByIdentities(
      peer: string,
      identities: readonly string[],
    ): Promise<readonly (Known & More)[]> {
      const found: (Known & More)[] = [];
      for (const some of partsToWrite(identities)) {
        const cursor = items.find({ peer, identity: { $in: some } });
        found.push(...(await cursor.project<Known & More>(projection).toArray()));
      }
      return found;
    },

    /** How many were new after a time. */
    countNew: (peer: string, since: Date): Promise<number> =>
      items.countDocuments({ peer, createdAt: { $gt: since } }),

    /** Stores what is listed; each may be stored twice. */
    async save(peer: string, listed: readonly ImportedItem<State>[]): Promise<void> {
      for (const some of partsToWrite(listed)) {
        const updatedAt = now();
        await bulkUpsertRacing(
          items,
          some.map(({ id, identity, digest, members: set, state }) => ({
            updateOne: {
              filter: { peer, identity },
              update: {
                $setOnInsert: { _id: id, createdAt: updatedAt },
                $set: { ...set, digest, deletedAt: null, updatedAt },
                ...pushState(updatedAt, state),
              },
              upsert: true,
            },
          })),
        );
      }
    },

    /** Takes away what is listed no more. */
    async leave(peer: string, ids: readonly string[]): Promise<void> {
      for (const some of partsToWrite(ids)) {
        const deletedAt = now();
        await items.updateMany(
          { peer, _id: { $in: some }, deletedAt: null },
          {
            $set: { deletedAt, updatedAt: deletedAt },
            ...pushState(deletedAt, { isDeleted: true }),
          },
        );
      }
    },
  };
}

/** Parts that are written at once. */
export const partsToWrite = <Item>(items: readonly Item[]) => chunksOf(items, itemsPerWrite);
