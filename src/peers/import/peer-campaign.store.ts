import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import { inBatches } from '../../platform/database/in-batches';
import { nativeCollection } from '../../platform/database/native-collection';
import {
  type CampaignState,
  noPeriods,
  type PeriodTerms,
} from '../../demand/campaigns/campaign-state';
import { type StateEntry, type TimedState, toStates } from '../../platform/states/state-history';
import {
  type ImportedDocument,
  importedItems,
  importedPaths,
  partsToWrite,
} from './imported-item.store';
import type { ListedCampaign } from './listed-campaign';

/** A campaign of a peer as it is stored. Its `identity` is the peer’s own id. Soft deletion: events keep it. */
export interface PeerCampaignDocument extends ImportedDocument, Omit<ListedCampaign, 'theirId'> {
  readonly states: readonly StateEntry<ListedState>[];
  /** USD that its server has paid for 1,000 views here; null or absent: nobody can tell yet. */
  readonly paidCpm?: Amount | null;
}

/** Other servers tell the budget of an hour alone. */
type ListedState = Omit<CampaignState, keyof PeriodTerms>;

export type ShownCampaign = Omit<PeerCampaignDocument, 'states'>;

export type PeerCampaignStore = ReturnType<typeof createPeerCampaignStore>;

const collection = 'peerCampaigns';
const shownPerBatch = 2_000;

const schema = new Schema<PeerCampaignDocument>(
  {
    ...importedPaths,
    landingUrl: String,
    medium: String,
    vendor: String,
    startsAt: Date,
    endsAt: Date,
    maxCpm: BigInt,
    maxCpc: BigInt,
    hourlyBudget: BigInt,
    targeting: Schema.Types.Mixed,
    paidCpm: BigInt,
    states: { type: [Schema.Types.Mixed], select: false },
  } satisfies Record<keyof PeerCampaignDocument, unknown>,
  { versionKey: false, collection, minimize: false },
)
  .index({ peer: 1, identity: 1 }, { unique: true })
  .index({ peer: 1, deletedAt: 1 })
  .index({ peer: 1, createdAt: 1 })
  .index({ updatedAt: 1 });

export function createPeerCampaignStore(db: Connection, now: () => Date) {
  const model = db.model('PeerCampaign', schema);
  const shown = nativeCollection<PeerCampaignDocument>(model);
  return {
    models: [model],
    ...importedItems<ListedState, Pick<PeerCampaignDocument, 'paidCpm'>>(db, {
      ...{ collection, now },
      members: { paidCpm: 1 },
    }),

    findById: (id: string): Promise<ShownCampaign | null> =>
      shown.findOne<ShownCampaign>({ _id: id }, { projection: { states: 0 } }),

    /** Listed or not. */
    listByIds: (ids: readonly string[]): Promise<readonly ShownCampaign[]> =>
      shown
        .find({ _id: { $in: ids } })
        .project<ShownCampaign>({ states: 0 })
        .toArray(),

    /** Those of these campaigns that these peers list. */
    async listShown(
      peers: readonly string[],
      ids: readonly string[],
    ): Promise<readonly ShownCampaign[]> {
      if (peers.length === 0) return [];
      const filter = { _id: { $in: ids }, peer: { $in: peers }, deletedAt: null };
      return shown.find(filter).project<ShownCampaign>({ states: 0 }).toArray();
    },

    /** All that these peers list, some thousand at a time. */
    async *streamShown(peers: readonly string[]): AsyncGenerator<readonly ShownCampaign[]> {
      if (peers.length === 0) return;
      const cursor = shown
        .find({ peer: { $in: peers }, deletedAt: null }, { batchSize: shownPerBatch })
        .project<ShownCampaign>({ states: 0 });
      yield* inBatches(cursor);
    },

    /** Stores what was paid for views. */
    async setPaidCpm(
      peer: string,
      paid: readonly { readonly id: string; readonly paidCpm: Amount | null }[],
    ): Promise<void> {
      for (const some of partsToWrite(paid)) {
        const updatedAt = now();
        await shown.bulkWrite(
          some.map(({ id, paidCpm }) => ({
            updateOne: { filter: { _id: id, peer }, update: { $set: { paidCpm, updatedAt } } },
          })),
        );
      }
    },

    /** The states that campaigns have had, by their ids; those that are not listed any more, too. */
    async listStates(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TimedState<CampaignState>[]>> {
      const found = await model
        .find(
          { _id: { $in: ids } },
          { states: 1, startsAt: 1, endsAt: 1, hourlyBudget: 1, deletedAt: 1 },
        )
        .lean<PeerCampaignDocument[]>();
      return new Map(
        found.map(({ _id, states, startsAt, endsAt, hourlyBudget, deletedAt }) => [
          _id,
          toStates<CampaignState>(states, {
            ...{ status: 'active', startsAt, endsAt, hourlyBudget, ...noPeriods },
            isDeleted: deletedAt !== null,
          }),
        ]),
      );
    },
  };
}
