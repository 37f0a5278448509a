import { type Connection, Schema } from 'mongoose';
import type { CampaignState } from '../../demand/campaigns/campaign-state';
import { type StateEntry, type TimedState, toStates } from '../../platform/states/state-history';
import { type ImportedDocument, importedItems, importedPaths } from './imported-item.store';
import type { ListedCampaign } from './listed-campaign';

/** A campaign of a peer as it is stored. Its `identity` is the peer’s own id. Soft deletion: events keep it. */
export interface PeerCampaignDocument extends ImportedDocument, Omit<ListedCampaign, 'theirId'> {
  readonly states: readonly StateEntry<CampaignState>[];
}

const collection = 'peerCampaigns';

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
  return {
    models: [model],
    ...importedItems<CampaignState, object>(db, { collection, now, members: {} }),

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
          toStates(states, {
            ...{ status: 'active', startsAt, endsAt, hourlyBudget },
            isDeleted: deletedAt !== null,
          }),
        ]),
      );
    },
  };
}
