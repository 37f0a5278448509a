import { type Connection, Schema } from 'mongoose';
import { hourMs } from '../../time';
import { inBatches } from '../../platform/database/in-batches';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { AllParams } from '../../platform/lists/all';
import { nativeCollection } from '../../platform/database/native-collection';
import type { Creative } from '../../demand/creatives/creative.resource';
import type { CreativeState } from '../../demand/creatives/creative-state';
import {
  pushState,
  type StateEntry,
  type TimedState,
  toStates,
} from '../../platform/states/state-history';
import { type ImportedDocument, importedItems, importedPaths } from './imported-item.store';
import type { ListedCreative } from './listed-creative';

/** The server that a creative comes from, and its URLs there. */
export interface CreativeOrigin {
  /** Address of the peer. */
  readonly address: string;
  readonly serveUrl: string;
  readonly viewUrl: string;
  readonly clickUrl: string;
}

/** Members of a creative that say how far it is here. */
export interface PeerCreativeStanding {
  /** `draft` till its bytes were looked at, `rejected` once they were others than the peer says. */
  readonly status: Creative['status'];
  /** When its bytes are looked at next; null: never. */
  readonly nextCheckAt: Date | null;
}

/** The outcome of a look at its bytes. */
export interface PeerCreativeCheck extends PeerCreativeStanding {
  /** Times in a row that its bytes could not be had. */
  readonly checkFailures: number;
  /** null: its bytes are as its server says. */
  readonly checkProblem: string | null;
}

/** A creative of a peer as it is stored. Soft deletion: events keep it. */
export interface PeerCreativeDocument
  extends ImportedDocument,
    Omit<ListedCreative, 'theirId' | 'keywords'>,
    // Absent of those that were stored before there were any.
    Partial<Pick<ListedCreative, 'keywords'>>,
    PeerCreativeStanding,
    Partial<Pick<PeerCreativeCheck, 'checkFailures' | 'checkProblem'>> {
  /** Its campaign’s id here. */
  readonly campaignId: string;
  readonly states: readonly StateEntry<CreativeState>[];
}

/** A creative whose bytes are to be looked at. */
export interface CreativeToCheck
  extends Pick<
    PeerCreativeDocument,
    'peer' | 'digest' | 'type' | 'mime' | 'scope' | 'hash' | 'serveUrl' | 'status'
  > {
  readonly id: string;
  readonly checkFailures: number;
  /** True where these very bytes were for sale once: its server had them. */
  readonly wasForSale: boolean;
}

/** Creatives of one peer that are not for sale for one reason. */
export interface NotForSale extends Pick<PeerCreativeDocument, 'status'> {
  /** null: nobody has looked at their bytes yet. */
  readonly problem: string | null;
  readonly count: number;
}

/** The members of a creative that finds need. */
export type ShownPeerCreative = Pick<PeerCreativeDocument, '_id' | keyof typeof shownMembers>;

type ShownFilter =
  | { readonly _id: { readonly $in: readonly string[] } }
  | { readonly campaignId: { readonly $in: readonly string[] } };

const shownMembers = {
  ...{ peer: 1, campaignId: 1, type: 1, mime: 1, scope: 1, hash: 1 },
  ...{ serveUrl: 1, viewUrl: 1, clickUrl: 1, keywords: 1 },
} as const;
const shownPerBatch = 2_000;
const forSale = { status: 'active', deletedAt: null } as const;

/** Selects those that a peer lists and whose bytes are to be looked at by a time. */
export const dueOf = (peer: string, by: Date) => ({
  ...{ peer, deletedAt: null },
  nextCheckAt: { $lte: by },
});

/** Creatives that are looked at in one go. */
const mostDue = 100;
/** Reasons that are told; servers make many, as they answer. */
const mostReasons = 20;

/** Members that the next list is compared with. */
type Compared = Pick<PeerCreativeDocument, 'status' | 'serveUrl' | 'mime'>;

export type PeerCreativeStore = ReturnType<typeof createPeerCreativeStore>;

const collection = 'peerCreatives';

const schema = new Schema<PeerCreativeDocument>(
  {
    ...importedPaths,
    campaignId: String,
    type: String,
    mime: String,
    scope: String,
    hash: String,
    serveUrl: String,
    viewUrl: String,
    clickUrl: String,
    keywords: Schema.Types.Mixed,
    status: String,
    nextCheckAt: Date,
    checkFailures: Number,
    checkProblem: String,
    states: { type: [Schema.Types.Mixed], select: false },
  } satisfies Record<keyof PeerCreativeDocument, unknown>,
  { versionKey: false, collection },
)
  .index({ peer: 1, identity: 1 }, { unique: true })
  .index({ peer: 1, deletedAt: 1, nextCheckAt: 1 })
  .index({ peer: 1, createdAt: 1 })
  .index({ campaignId: 1 })
  .index({ status: 1, deletedAt: 1, _id: 1 })
  .index({ updatedAt: 1 });

export function createPeerCreativeStore(db: Connection, now: () => Date) {
  const model = db.model('PeerCreative', schema);
  const shown = nativeCollection<PeerCreativeDocument>(model);
  return {
    models: [model],
    ...importedItems<CreativeState, Compared>(db, {
      ...{ collection, now },
      members: { status: 1, serveUrl: 1, mime: 1 },
    }),

    /** Those of these peers that are for sale, of some ids or some campaigns. */
    async listShown(
      peers: readonly string[],
      of: ShownFilter,
    ): Promise<readonly ShownPeerCreative[]> {
      if (peers.length === 0) return [];
      const filter = { ...of, peer: { $in: peers }, ...forSale };
      return shown.find(filter).project<ShownPeerCreative>(shownMembers).toArray();
    },

    /** Those of these peers that are for sale, in the order of their ids. */
    async listForSale(
      peers: readonly string[],
      { first, afterId = null }: AllParams,
    ): Promise<readonly ShownPeerCreative[]> {
      if (peers.length === 0) return [];
      return shown
        .find({
          ...forSale,
          peer: { $in: peers },
          ...(afterId !== null && { _id: { $gt: afterId } }),
        })
        .sort({ _id: 1 })
        .limit(first)
        .project<ShownPeerCreative>(shownMembers)
        .toArray();
    },

    /** Those of some ids, listed or not. */
    listByIds: (ids: readonly string[]): Promise<readonly ShownPeerCreative[]> =>
      shown
        .find({ _id: { $in: ids } })
        .project<ShownPeerCreative>(shownMembers)
        .toArray(),

    /** The place that a creative comes from, also of one that is not listed any more; null: there is none. */
    async findOrigin(id: string): Promise<CreativeOrigin | null> {
      const found = await model
        .findById(id, { peer: 1, serveUrl: 1, viewUrl: 1, clickUrl: 1 })
        .lean<PeerCreativeDocument>();
      if (!found) return null;
      const { peer: address, serveUrl, viewUrl, clickUrl } = found;
      return { address, serveUrl, viewUrl, clickUrl };
    },

    /** All of these peers that are for sale, some thousand at a time. */
    async *streamShown(peers: readonly string[]): AsyncGenerator<readonly ShownPeerCreative[]> {
      if (peers.length === 0) return;
      const cursor = shown
        .find({ peer: { $in: peers }, ...forSale }, { batchSize: shownPerBatch })
        .project<ShownPeerCreative>(shownMembers);
      yield* inBatches(cursor);
    },

    /** Creatives whose bytes are to be looked at by now, the longest due first. */
    async listDue(peer: string): Promise<readonly CreativeToCheck[]> {
      const pipeline = [
        { $match: dueOf(peer, now()) },
        { $sort: { nextCheckAt: 1 } },
        { $limit: mostDue },
        { $addFields: { wasForSale: { $in: ['active', { $ifNull: ['$states.status', []] }] } } },
        { $project: { states: 0 } },
      ];
      const found = await shown
        .aggregate<PeerCreativeDocument & Pick<CreativeToCheck, 'wasForSale'>>(pipeline)
        .toArray();
      return found.map(({ _id, checkFailures = 0, ...rest }) => ({
        ...{ ...rest, id: _id, checkFailures },
      }));
    },

    /** Listed ones that are not for sale, by why not; the most frequent reasons first. */
    async countNotForSale(peer: string): Promise<readonly NotForSale[]> {
      const found = await shown
        .aggregate<{ readonly _id: Omit<NotForSale, 'count'>; readonly count: number }>([
          { $match: { peer, deletedAt: null, status: { $ne: forSale.status } } },
          {
            $group: {
              _id: { status: '$status', problem: { $ifNull: ['$checkProblem', null] } },
              count: { $sum: 1 },
            },
          },
          { $sort: { count: -1 } },
          { $limit: mostReasons },
        ])
        .toArray();
      return found.map(({ _id, count }) => ({ ..._id, count }));
    },

    /** Has the bytes of a creative that is for sale looked at soon, unless they were within the hour. */
    async lookAgain({ id, peer }: { readonly id: string; readonly peer: string }): Promise<void> {
      const at = now();
      await model.updateOne(
        { _id: id, peer, ...forSale, updatedAt: { $lt: new Date(at.getTime() - hourMs) } },
        { $set: { nextCheckAt: at } },
      );
    },

    /** Stores the outcome of a look at bytes. @returns false where its server has told otherwise of it meanwhile. */
    async noteCheck(
      { id, peer, digest, status: before }: CreativeToCheck,
      check: PeerCreativeCheck,
      session?: DatabaseSession,
    ): Promise<boolean> {
      const at = now();
      const { status } = check;
      const { matchedCount } = await model.updateOne(
        { _id: id, peer, digest, deletedAt: null },
        {
          $set: { ...check, updatedAt: at },
          ...(status !== before && pushState<CreativeState>(at, { status })),
        },
        { ...(session && { session }) },
      );
      return matchedCount === 1;
    },

    /** The states that creatives have had, by their ids; those that are not listed any more, too. */
    async listStates(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TimedState<CreativeState>[]>> {
      const found = await model
        .find({ _id: { $in: ids } }, { states: 1, status: 1, deletedAt: 1 })
        .lean<PeerCreativeDocument[]>();
      return new Map(
        found.map(({ _id, states, status, deletedAt }) => [
          _id,
          toStates(states, { status, isDeleted: deletedAt !== null }),
        ]),
      );
    },
  };
}
