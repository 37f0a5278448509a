import type { Connection } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { upsertRacing } from '../../platform/database/upsert';
import { pushState } from '../../platform/states/state-history';
import { isDuplicateKey } from '../../validation';
import type { CreativeDecisions } from './creative-decisions';
import { keysOf } from '../../record';
import { type BlockDecisions, type BlockKind, blockLists, type SiteBlocks } from './site-blocks';
import {
  operatorsSiteStatuses,
  type Site,
  type SiteChanges,
  type SiteStatus,
} from './site.resource';
import { createSiteModel, type SiteDocument, toSite } from './site-document.store';
import { siteReads } from './site-reads.store';
import type { SiteState } from './site-state';

/** Names a site for a change: the collection is divided by publishers. */
type SiteKey = Pick<Site, 'id' | 'publisherId'>;

export type NewSite = Omit<Site, 'createdAt' | 'updatedAt'>;

/** Marks of a site that a find has made, and that nobody has used since. */
const byFind = { foundAt: 1, removeAt: 1 } as const;

export type SiteStore = ReturnType<typeof createSiteStore>;

export function createSiteStore(db: Connection, now: () => Date) {
  const sites = createSiteModel(db);
  const reads = siteReads(sites);
  const update = async (filter: object, change: object): Promise<Site | null> => {
    const found = await sites
      .findOneAndUpdate(filter, { ...change, $unset: byFind }, { returnDocument: 'after' })
      .lean<SiteDocument>();
    return found && toSite(found);
  };
  /** Keeps a site that was about to be removed; null: no such site was. */
  const keep = async (
    { publisherId, host }: Pick<Site, 'publisherId' | 'host'>,
    foundAt: Date | undefined,
  ): Promise<Site | null> => {
    const kept = await sites
      .findOneAndUpdate(
        { publisherId, host, removeAt: { $exists: true } },
        { $unset: { removeAt: 1 }, ...(foundAt && { $set: { foundAt } }) },
        { returnDocument: 'after' },
      )
      .lean<SiteDocument>();
    return kept && toSite(kept);
  };
  const present = ({ id, publisherId }: SiteKey) => ({ _id: id, publisherId, deletedAt: null });
  const changeable = (site: SiteKey) => ({
    ...present(site),
    status: { $nin: operatorsSiteStatuses },
  });
  const archived = (deletedAt: Date) => ({
    $set: { status: 'archived', deletedAt },
    ...pushState<SiteState>(deletedAt, { status: 'archived', isDeleted: true }),
  });
  /** Matches sites whose list has room for more items. */
  const hasRoom = (field: string, { length }: readonly unknown[], most: number) =>
    length > 0 && { [`${field}.${most - length}`]: { $exists: false } };
  return {
    models: [sites],
    ...reads,

    /** Finds the site of a publisher and a host, and keeps it, even if a find has made it; null: there is none. */
    async keepForGood(
      { publisherId, host }: Pick<Site, 'publisherId' | 'host'>,
      session?: DatabaseSession,
    ): Promise<Site | null> {
      const options = { returnDocument: 'after', ...(session && { session }) } as const;
      const kept = await sites
        .findOneAndUpdate({ publisherId, host }, { $unset: byFind }, options)
        .lean<SiteDocument>();
      return kept && toSite(kept);
    },

    /**
     * Makes a site, or finds the one of its publisher and host that somebody has made: racing callers get the same one. One
     * that was about to be removed stays.
     *
     * @param foundAt when a find needs the site; absent: somebody else needs it
     */
    insertOrFind({ id, ...site }: NewSite, foundAt?: Date): Promise<Site> {
      // The other one may be removed before it is found: then once more.
      return upsertRacing(async () => {
        try {
          const created = await sites.create({
            _id: id,
            ...site,
            categories: [...site.categories],
            acceptedCreativeIds: [...site.acceptedCreativeIds],
            rejectedCreativeIds: [...site.rejectedCreativeIds],
            states: [{ at: now(), status: site.status, isDeleted: false }],
            ...(foundAt && { foundAt }),
          });
          return toSite(created.toObject());
        } catch (error) {
          const winner = isDuplicateKey(error)
            ? ((await keep(site, foundAt)) ?? (await reads.findByHost(site.publisherId, site.host)))
            : null;
          if (winner) return winner;
          throw error;
        }
      });
    },

    /** Changes a site that its publisher may change. Null: it is archived, or the operator has set its status. */
    update(site: SiteKey, terms: SiteChanges): Promise<Site | null> {
      return update(changeable(site), {
        $set: terms,
        ...pushState<SiteState>(now(), terms.status === undefined ? {} : { status: terms.status }),
      });
    },

    archive(site: SiteKey, deletedAt: Date): Promise<Site | null> {
      return update(changeable(site), archived(deletedAt));
    },

    /** Archives a site whose status the operator has set, too: its publisher is gone, or may not have it. */
    archiveForGood(site: SiteKey, deletedAt: Date): Promise<Site | null> {
      return update(present(site), archived(deletedAt));
    },

    /** Null when there is nothing to approve. */
    approve(site: SiteKey): Promise<Site | null> {
      const status: SiteStatus = 'active';
      return update(
        { ...present(site), status: { $in: operatorsSiteStatuses } },
        { $set: { status }, ...pushState<SiteState>(now(), { status }) },
      );
    },

    reject(site: SiteKey): Promise<Site | null> {
      const status: SiteStatus = 'rejected';
      return update(present(site), {
        $set: { status },
        ...pushState<SiteState>(now(), { status }),
      });
    },

    /** Gives a site to another publisher. @returns false, and changes nothing, when the site is not `publisherId`'s */
    async changePublisher(
      { id, publisherId }: SiteKey,
      newPublisherId: string,
      session: DatabaseSession,
    ): Promise<boolean> {
      const { matchedCount } = await sites.updateOne(
        { _id: id, publisherId },
        { $set: { publisherId: newPublisherId }, $unset: byFind },
        { session },
      );
      return matchedCount === 1;
    },

    /** Sets the account that earns on an unclaimed site. @returns false, and changes nothing, when it was not `from` */
    async changeClaim(
      { id, publisherId }: SiteKey,
      { from, to }: { readonly from: string | null; readonly to: string | null },
      session: DatabaseSession,
    ): Promise<boolean> {
      const { matchedCount } = await sites.updateOne(
        { _id: id, publisherId, claimedById: from },
        { $set: { claimedById: to }, $unset: byFind },
        { session },
      );
      return matchedCount === 1;
    },

    /** Takes an archived site up again, with the terms of a new one of the same host; null when it is not archived. */
    revive(
      { id, publisherId }: SiteKey,
      terms: Omit<NewSite, 'id' | 'publisherId' | 'host'>,
    ): Promise<Site | null> {
      return update(
        { _id: id, publisherId, deletedAt: { $ne: null } },
        {
          $set: { ...terms, deletedAt: null },
          ...pushState<SiteState>(now(), { status: terms.status, isDeleted: false }),
        },
      );
    },

    /**
     * Moves creatives between the lists: first the rejected ones, then the accepted ones.
     *
     * @param most creatives that each list may have; one call decides on no more of them
     * @returns null when a list has no room for its new creatives, or the site is archived.
     */
    async decide(
      site: SiteKey,
      { accept, reject, forget }: CreativeDecisions,
      most: number,
    ): Promise<Site | null> {
      const open = {
        ...present(site),
        ...hasRoom('acceptedCreativeIds', accept, most),
        ...hasRoom('rejectedCreativeIds', reject, most),
      };
      const rejected = await update(open, {
        $addToSet: { rejectedCreativeIds: { $each: reject } },
        $pullAll: { acceptedCreativeIds: [...reject, ...forget] },
      });
      if (!rejected) return null;
      return update(present(site), {
        $addToSet: { acceptedCreativeIds: { $each: accept } },
        $pullAll: { rejectedCreativeIds: [...accept, ...forget] },
      });
    },

    /**
     * Adds entries to the lists of what is blocked, and takes others out; the rest of the lists stays.
     *
     * @returns null when a list has no room for all of its entries, or the publisher may not change the site
     */
    async changeBlocks(
      site: SiteKey,
      { block, allow }: BlockDecisions<SiteBlocks>,
    ): Promise<Site | null> {
      const room = keysOf(blockLists).flatMap((kind) => {
        const { path, most } = blockLists[kind];
        const condition = hasRoom(path, block[kind], most);
        return condition === false ? [] : [condition];
      });
      const blocked = await update(
        { ...changeable(site), ...(room.length > 0 && { $and: room }) },
        { $addToSet: pathsOf(block, (entries) => ({ $each: entries })) },
      );
      const allowed = pathsOf(allow, (entries) => entries);
      if (!blocked || Object.keys(allowed).length === 0) return blocked;
      return update(changeable(site), { $pullAll: allowed });
    },
  };
}

/** The paths of the lists for which there are entries, each with its step of an update. */
function pathsOf(
  blocks: SiteBlocks,
  toStep: (entries: SiteBlocks[BlockKind]) => object,
): Readonly<Record<string, object>> {
  const steps = keysOf(blockLists).flatMap((kind) =>
    blocks[kind].length === 0 ? [] : [[blockLists[kind].path, toStep(blocks[kind])] as const],
  );
  return Object.fromEntries(steps);
}
