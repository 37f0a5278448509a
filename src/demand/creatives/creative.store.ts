import type { Connection } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { forgetsByAnother, pushState } from '../../platform/states/state-history';
import { abandonedCreatives } from './abandoned-creative.store';
import type { Creative, NewCreative } from './creative.resource';
import {
  type CreativeDocument,
  createCreativeModel,
  presentCreative,
  toCreative,
} from './creative-document.store';
import { creativeReads } from './creative-reads.store';
import { creativeRoom } from './creative-room.store';
import type { CreativeState } from './creative-state';

/** The members that an edit may change; an absent member keeps its value. */
export type CreativeChanges = Partial<
  Pick<
    Creative,
    | 'name'
    | 'alt'
    | 'impressionPixels'
    | 'weight'
    | 'frequencyCaps'
    | 'status'
    | 'rejectionReason'
    | 'startsAt'
    | 'endsAt'
  >
>;

/** An operator has looked at the bytes. */
const lookedAt = { review: null, isUnreviewed: false } as const;

export type CreativeStore = ReturnType<typeof createCreativeStore>;

export function createCreativeStore(db: Connection, now: () => Date) {
  const creatives = createCreativeModel(db);

  /** Takes an insertion back, as if it had not been. */
  async function discard(insertionId: string, ids: readonly string[]): Promise<void> {
    await creatives.deleteMany({ _id: { $in: ids }, insertionId });
  }

  async function insertAll(
    documents: readonly CreativeDocument[],
    insertionId: string,
    session?: DatabaseSession,
  ): Promise<void> {
    try {
      await creatives.insertMany(documents, { ordered: true, ...(session && { session }) });
    } catch (error) {
      // Of a transaction nothing is left.
      if (!session)
        await discard(
          insertionId,
          documents.map(({ _id }) => _id),
        );
      throw error;
    }
  }

  return {
    models: [creatives],
    ...creativeReads(creatives),
    ...creativeRoom(creatives),
    ...abandonedCreatives(creatives),
    discard,

    /**
     * Stores active creatives in one write, in their order, or none of them; their contents must be there.
     *
     * @param insertionId names this insertion, for `discard`
     * @param session default: no transaction
     * @throws a duplicate-key error for an id that exists, of a deleted creative too.
     */
    async insert(
      added: readonly NewCreative[],
      insertionId: string,
      storedAt: Date,
      session?: DatabaseSession,
    ): Promise<readonly Creative[]> {
      const documents = added.map(({ id, ...creative }, at): CreativeDocument => {
        // Lists are in the order of creation.
        const createdAt = new Date(storedAt.getTime() + at);
        return {
          _id: id,
          ...creative,
          status: 'active',
          rejectionReason: null,
          keywords: {},
          insertionId,
          createdAt,
          updatedAt: createdAt,
          deletedAt: null,
          states: [{ at: storedAt, status: 'active', isDeleted: false }],
        };
      });
      await insertAll(documents, insertionId, session);
      return documents.map(toCreative);
    },

    /**
     * Stores copies of a campaign's creatives for another one in one write, or none: of the same contents, statuses and
     * keywords.
     *
     * @param copies.createId makes the id of a copy
     * @param copies.insertionId names this insertion, for `discard`
     * @returns the ids of the copies.
     */
    async copyAll(
      campaignId: string,
      copies: {
        readonly campaignId: string;
        readonly createId: () => string;
        readonly insertionId: string;
        readonly storedAt: Date;
      },
    ): Promise<readonly string[]> {
      const { createId, insertionId, storedAt } = copies;
      const found = await creatives
        .find({ campaignId, deletedAt: null })
        .sort({ createdAt: 1, _id: 1 })
        .lean<CreativeDocument[]>();
      const documents = found.map((creative, at) => ({
        ...creative,
        createdAt: new Date(storedAt.getTime() + at),
        updatedAt: storedAt,
        states: [{ at: storedAt, status: creative.status, isDeleted: false }],
        _id: createId(),
        campaignId: copies.campaignId,
        insertionId,
      }));
      await insertAll(documents, insertionId);
      return documents.map(({ _id }) => _id);
    },

    /** Sets what an operator decides who has looked at the bytes, whatever the status is. */
    async review(
      id: string,
      decision: Pick<Creative, 'status' | 'rejectionReason'>,
      session?: DatabaseSession,
    ): Promise<Creative | null> {
      const found = await creatives
        .findOneAndUpdate(
          presentCreative(id),
          {
            $set: { ...decision, ...lookedAt },
            ...pushState<CreativeState>(now(), { status: decision.status }),
          },
          { returnDocument: 'after', ...(session && { session }) },
        )
        .lean<CreativeDocument>();
      return found && toCreative(found);
    },

    /** Approves an advertiser's creatives of these bytes. @returns the ids of those that an operator had yet to look at. */
    async approve(advertiserId: string, hashes: readonly string[]): Promise<readonly string[]> {
      const unseen = {
        ...{ advertiserId, hash: { $in: [...hashes] }, deletedAt: null },
        $or: [{ review: 'waiting' as const }, { isUnreviewed: true }],
      };
      const found = await creatives
        .find(unseen, { _id: 1 })
        .lean<Pick<CreativeDocument, '_id'>[]>();
      const ids = found.map(({ _id }) => _id);
      await creatives.updateMany({ ...unseen, _id: { $in: ids } }, { $set: lookedAt });
      return ids;
    },

    /**
     * Changes a creative, if it is still as it was seen. Members that are not named keep their values, whoever changes them
     * meanwhile.
     *
     * @param session default: no transaction
     * @returns null when it is gone, or not as it was.
     */
    async update(
      id: string,
      seen: Pick<Creative, 'status'> & Partial<Pick<Creative, 'startsAt' | 'endsAt'>>,
      changes: CreativeChanges,
      session?: DatabaseSession,
    ): Promise<Creative | null> {
      const found = await creatives
        .findOneAndUpdate(
          { ...presentCreative(id), ...seen },
          {
            $set: changes,
            ...pushState<CreativeState>(
              now(),
              changes.status === undefined || changes.status === seen.status
                ? {}
                : { status: changes.status },
            ),
          },
          { returnDocument: 'after', ...(session && { session }) },
        )
        .lean<CreativeDocument>();
      return found && toCreative(found);
    },

    /**
     * Says that another change of the creative's state would push out a state that events still need for their verdict.
     */
    async forgetsStates(id: string): Promise<boolean> {
      return (await creatives.exists({ _id: id, ...forgetsByAnother(now()) })) !== null;
    },

    /** Returns whether it was there. @param session default: no transaction */
    async delete(id: string, deletedAt: Date, session?: DatabaseSession): Promise<boolean> {
      const { modifiedCount } = await creatives.updateOne(
        presentCreative(id),
        { $set: { deletedAt }, ...pushState<CreativeState>(deletedAt, { isDeleted: true }) },
        session && { session },
      );
      return modifiedCount === 1;
    },

    /** Deletes all creatives of a campaign. */
    async deleteOfCampaign(campaignId: string, deletedAt: Date): Promise<void> {
      await creatives.updateMany(
        { campaignId, deletedAt: null },
        { $set: { deletedAt }, ...pushState<CreativeState>(deletedAt, { isDeleted: true }) },
      );
    },

    /**
     * Puts what one classifier found in the place of what it found before; others' stays, whoever writes at once.
     *
     * @param keywords by names without dots
     */
    async setKeywords(
      id: string,
      classifier: string,
      keywords: Readonly<Record<string, readonly string[]>>,
    ): Promise<void> {
      const found = await creatives
        .findOne(presentCreative(id), { keywords: 1 })
        .lean<CreativeDocument>();
      const prefix = `${classifier}:`;
      const former = Object.keys(found?.keywords ?? {}).filter((key) => key.startsWith(prefix));
      const $set = Object.fromEntries(
        Object.entries(keywords).map(([key, values]) => [`keywords.${prefix}${key}`, values]),
      );
      const $unset = Object.fromEntries(
        former
          .map((key) => `keywords.${key}`)
          .filter((path) => !Object.hasOwn($set, path))
          .map((path) => [path, 1]),
      );
      await creatives.updateOne(presentCreative(id), {
        $set,
        ...(Object.keys($unset).length > 0 && { $unset }),
      });
    },
  };
}
