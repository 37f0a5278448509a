import type { Connection } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { insertSequenced } from '../../platform/lists/sequenced-list.store';
import { forgetsByAnother, pushState } from '../../platform/states/state-history';
import type { Campaign, CampaignStatus } from './campaign.resource';
import {
  activePaidOf,
  type CampaignDocument,
  createCampaignModel,
  toCampaign,
} from './campaign-document.store';
import { campaignReads } from './campaign-reads.store';
import { type CampaignState, stateChangesOf } from './campaign-state';

/** The members that an edit may change; an absent member keeps its value. */
export type CampaignChanges = Partial<
  Omit<Campaign, 'id' | 'advertiserId' | 'medium' | 'vendor' | 'secret' | 'createdAt' | 'updatedAt'>
>;

/** Names a campaign in a change: the database is divided by advertisers. */
type CampaignKey = Pick<Campaign, 'id' | 'advertiserId'>;

/** Hashes of the advertiser's reference for a creation, and of the input. The same reference asks for the same campaign. */
export interface CampaignCreation {
  /** SHA-256, hex, as `inputHash`: the texts that the client wrote are not kept. */
  readonly referenceHash: string;
  readonly inputHash: string;
}

export type NewCampaign = Omit<Campaign, 'createdAt' | 'updatedAt'> & Partial<CampaignCreation>;

/** The most campaigns that one transaction suspends. */
export const mostSuspendedAtOnce = 500;

export type CampaignStore = ReturnType<typeof createCampaignStore>;

export function createCampaignStore(db: Connection, now: () => Date) {
  const campaigns = createCampaignModel(db);
  const countPresent = (advertiserId: string, limit: number) =>
    campaigns.countDocuments({ advertiserId, deletedAt: null }).limit(limit);
  /**
   * @param asOf changes nothing when the campaign has been changed since it was read.
   * @param session default: no transaction
   * @returns null when it is not there, or not as it was.
   */
  async function update(
    { id, advertiserId }: CampaignKey,
    changes: CampaignChanges,
    asOf?: Pick<Campaign, 'updatedAt'>,
    session?: DatabaseSession,
  ): Promise<Campaign | null> {
    const found = await campaigns
      .findOneAndUpdate(
        { _id: id, advertiserId, deletedAt: null, ...(asOf && { updatedAt: asOf.updatedAt }) },
        { $set: changes, ...pushState(now(), stateChangesOf(changes)) },
        { returnDocument: 'after', ...(session && { session }) },
      )
      .lean<CampaignDocument>();
    return found && toCampaign(found);
  }

  return {
    models: [campaigns],
    ...campaignReads(campaigns),

    /**
     * @param most campaigns that the advertiser may have
     * @returns null where the advertiser has that many.
     * @throws a duplicate-key error for an id, or a reference of the advertiser's, that exists.
     */
    insert(campaign: NewCampaign, most: number): Promise<Campaign | null> {
      const { id, advertiserId, ...rest } = campaign;
      return insertSequenced(campaigns, { advertiserId }, async (sequence) => {
        // An advertiser who never had so many need not be counted.
        if (sequence > most && (await countPresent(advertiserId, most)) >= most) return null;
        const created = await campaigns.create({
          _id: id,
          advertiserId,
          sequence,
          ...rest,
          deletedAt: null,
          states: [{ at: now(), ...stateChangesOf(rest), isDeleted: false }],
        });
        return toCampaign(created.toObject());
      });
    },

    update,

    /**
     * Marks a campaign as changed, in the transaction of a change of what belongs to it: another such change waits, and an edit that
     * has judged by what it saw before fails.
     *
     * @returns null when it is not there.
     */
    mark(campaign: CampaignKey, session: DatabaseSession): Promise<Campaign | null> {
      return update(campaign, {}, undefined, session);
    },

    /**
     * Says that another change of the campaign's state would push out a state that events still need for their verdict.
     */
    async forgetsStates(id: string): Promise<boolean> {
      return (await campaigns.exists({ _id: id, ...forgetsByAnother(now()) })) !== null;
    },

    /** @returns whether there was such a campaign. */
    async delete(advertiserId: string, id: string, deletedAt: Date): Promise<boolean> {
      const { modifiedCount } = await campaigns.updateOne(
        { _id: id, advertiserId, deletedAt: null },
        { $set: { deletedAt }, ...pushState<CampaignState>(deletedAt, { isDeleted: true }) },
      );
      return modifiedCount === 1;
    },

    /** Deletes a campaign that was not to be stored: its reference is free again. */
    async takeBack({ id, advertiserId }: CampaignKey): Promise<void> {
      const deletedAt = now();
      await campaigns.updateOne(
        { _id: id, advertiserId, deletedAt: null },
        {
          $set: { deletedAt },
          $unset: { referenceHash: 1, inputHash: 1 },
          ...pushState<CampaignState>(deletedAt, { isDeleted: true }),
        },
      );
    },

    /** Suspends active campaigns of an advertiser that cost money, up to `mostSuspendedAtOnce`. @returns which */
    async suspendSome(
      advertiserId: string,
      suspendedReason: string,
      session: DatabaseSession,
    ): Promise<readonly Pick<Campaign, 'id' | 'name'>[]> {
      const active = activePaidOf(advertiserId);
      const found = await campaigns
        .find(active, { name: 1 }, { session })
        .limit(mostSuspendedAtOnce)
        .lean<Pick<CampaignDocument, '_id' | 'name'>[]>();
      if (found.length === 0) return [];
      await campaigns.updateMany(
        { ...active, _id: { $in: found.map(({ _id }) => _id) } },
        {
          $set: { status: 'suspended' satisfies CampaignStatus, suspendedReason },
          ...pushState<CampaignState>(now(), { status: 'suspended' }),
        },
        { session },
      );
      return found.map(({ _id, name }) => ({ id: _id, name }));
    },
  };
}
