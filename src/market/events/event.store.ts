import { type Connection, Schema, mongo } from 'mongoose';
import { nativeCollection } from '../../platform/database/native-collection';
import { type AdEvent, eventIdOf } from './event';
import {
  claimPlace,
  type EventDocument,
  isEarnedByPeer,
  isOpen,
  placesOf,
  settleAfterMs,
  toDocument,
  toEvent,
  toRepeat,
} from './event-document';
import type { EventKind } from './event-token';

/** Asks for the events of one case, or of one visitor. */
export type CaseOrVisitor = { readonly caseId: string } | { readonly trackingId: string };

/** Asks for events of a campaign. */
export interface CountedEventQuery {
  readonly kind: EventKind;
  readonly campaignId: string;
  readonly of: CaseOrVisitor;
  /** Events that happened then or later. */
  readonly since: Date;
  readonly limit: number;
  /** True: of sites of other servers; false: of sites of ours. */
  readonly isOfPeers: boolean;
}

export type EventStore = ReturnType<typeof createEventStore>;

/** Acknowledged only when it would survive the loss of a server. */
const writeConcern = { w: 'majority', journal: true } as const;
const duplicateKey = 11000;

const schema = new Schema<EventDocument>(
  {
    _id: String,
    kind: String,
    caseId: String,
    requestId: String,
    placementId: String,
    siteId: String,
    publisherId: String,
    creativeId: String,
    campaignId: String,
    advertiserId: String,
    offerId: String,
    offeredAt: Date,
    exp: Number,
    occurredAt: Date,
    trackingId: String,
    userAgent: String,
    remoteAddress: String,
    country: String,
    invalidTraffic: String,
    settleAt: Date,
    verdict: Schema.Types.Mixed,
    previousVerdicts: [Schema.Types.Mixed],
    price: BigInt,
    needsConfirmation: Boolean,
    peer: Schema.Types.Mixed,
    remittanceId: String,
    isWeb: Boolean,
    isMeasured: Boolean,
    requiresViewability: Boolean,
    isOwn: Boolean,
    demandServer: String,
    frequency: Number,
    partition: Number,
    verifyAt: Date,
  } satisfies Record<keyof EventDocument, unknown>,
  { versionKey: false, collection: 'events' },
)
  .index({ campaignId: 1, occurredAt: 1, _id: 1 })
  // Views come soon after their offer, clicks up to a day later: these are found by the hour that pays.
  .index(
    { campaignId: 1, offeredAt: 1 },
    { name: 'clicks of offers', partialFilterExpression: { kind: 'click' } },
  )
  .index({ siteId: 1, occurredAt: 1 })
  .index({ caseId: 1 })
  .index(
    { trackingId: 1, occurredAt: 1 },
    { partialFilterExpression: { trackingId: { $type: 'string' } } },
  )
  .index({ partition: 1, verifyAt: 1 }, { sparse: true })
  // Those that wait for a verdict, by the hour that pays.
  .index({ offeredAt: 1 }, { name: 'open offers', partialFilterExpression: isOpen })
  .index(
    { campaignId: 1, 'verdict.reason': 1, occurredAt: 1, _id: 1 },
    { partialFilterExpression: { 'verdict.reason': { $gt: '' } } },
  )
  // Nothing of it is written when an event comes.
  .index(
    { publisherId: 1, remittanceId: 1, caseId: 1, _id: 1 },
    { name: 'earned by other servers', partialFilterExpression: isEarnedByPeer },
  )
  // Finds charged events by the entry that has booked them. Only a fault leaves such an event without an entry.
  .index(
    { 'verdict.entryId': 1 },
    { name: 'charged', partialFilterExpression: { 'verdict.charge': { $gt: 0n } } },
  );

export function createEventStore(db: Connection) {
  const model = db.model('Event', schema);

  /** Inserts in one write; the positions of those whose `_id` was taken. */
  async function insert(documents: readonly EventDocument[]): Promise<ReadonlySet<number>> {
    try {
      await nativeCollection(model).insertMany(documents, {
        ordered: false,
        writeConcern,
      });
      return new Set();
    } catch (error) {
      const taken = takenPositions(error);
      if (!taken) throw error;
      return taken;
    }
  }

  /**
   * Stores those events whose place another case has, each at the first free one of the place's repeats. A repeat is
   * never removed, so every process, and every retry, goes the same way and finds a case that is stored already.
   */
  async function insertRepeats(events: readonly AdEvent[], storedAt: Date): Promise<void> {
    for (let left = events; left.length > 0; ) {
      const holders = await listHolders(left);
      const documents = left.flatMap((event) => {
        const id = claimPlace(holders, event);
        if (id === null) return [];
        return { event, document: toRepeat(event, id, storedAt) };
      });
      if (documents.length === 0) return;
      const taken = await insert(documents.map(({ document }) => document));
      left = documents.filter((_document, at) => taken.has(at)).map(({ event }) => event);
    }
  }

  /** The case that holds each place of the events, by place; repeats included. */
  async function listHolders(events: readonly AdEvent[]): Promise<Map<string, string>> {
    const ids = new Set(events.flatMap(({ id }) => placesOf(id)));
    const held = await model
      .find({ _id: { $in: [...ids] } }, { caseId: 1 })
      .read('primary')
      .lean();
    return new Map(held.map(({ _id, caseId }) => [_id, caseId]));
  }

  return {
    models: [model],

    /**
     * Stores events durably; known ones are left as they are. Where an event of another case has the id, the event is
     * stored under one of its repeats' ids, as invalid traffic. Whatever is stored is due to be verified at once.
     *
     * @returns the events that were new and got their place.
     */
    async insertMany(events: readonly AdEvent[], storedAt: Date): Promise<readonly AdEvent[]> {
      const settleAt = new Date(storedAt.getTime() + settleAfterMs);
      const taken = await insert(
        events.map((event) =>
          event.kind === 'click' && event.invalidTraffic === null
            ? { ...toDocument(event, storedAt), settleAt }
            : toDocument(event, storedAt),
        ),
      );
      if (taken.size === 0) return events;
      await insertRepeats(
        events.filter((_event, position) => taken.has(position)),
        storedAt,
      );
      return events.filter((_event, position) => !taken.has(position));
    },

    /**
     * Notes that our page has run for the view of another server's case, and lets the view be verified at once. The first
     * time counts.
     */
    async notePageRun(
      offerId: string,
      ran: { readonly at: Date; readonly network: string | null },
    ): Promise<void> {
      await model.updateOne(
        {
          _id: eventIdOf('impression', offerId, null),
          peer: { $exists: true },
          'peer.ran': { $exists: false },
          verdict: { $exists: false },
        },
        { $set: { 'peer.ran': ran, verifyAt: ran.at } },
      );
    },

    /** The events that are there, in no order. */
    async listByIds(ids: readonly string[]): Promise<readonly AdEvent[]> {
      const found = await model.find({ _id: { $in: ids } }).lean<EventDocument[]>();
      return found.map(toEvent);
    },

    /** The placements, among some of a site, that have an event since a time. Reads the site's events till all are found. */
    async listSeenPlacements(
      siteId: string,
      placementIds: readonly string[],
      since: Date,
    ): Promise<ReadonlySet<string>> {
      const seen = new Set<string>();
      const asked = new Set(placementIds);
      const events = nativeCollection<EventDocument>(model).find(
        { siteId, occurredAt: { $gte: since } },
        { projection: { _id: 0, placementId: 1 }, batchSize: 1_000 },
      );
      for await (const { placementId } of events) {
        if (asked.has(placementId)) seen.add(placementId);
        if (seen.size === asked.size) break;
      }
      return seen;
    },

    /** Those of some ids that are stored. */
    async listStored(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const found = await model
        .find({ _id: { $in: ids } }, { _id: 1 })
        .lean<Pick<EventDocument, '_id'>[]>();
      return new Set(found.map(({ _id }) => _id));
    },

    /** Events that count so far, newest first. */
    async listCounted({ kind, campaignId, of, since, limit, isOfPeers }: CountedEventQuery) {
      const found = await model
        .find({
          ...{ ...of, occurredAt: { $gte: since }, kind, campaignId, invalidTraffic: null },
          peer: { $exists: isOfPeers },
        })
        .sort({ occurredAt: -1 })
        .limit(limit)
        .lean<EventDocument[]>();
      return found.map(toEvent);
    },
  };
}

/** Positions of the documents whose `_id` was taken; null when anything else went wrong too. */
function takenPositions(error: unknown): ReadonlySet<number> | null {
  if (!(error instanceof mongo.MongoBulkWriteError)) return null;
  const refused = [error.writeErrors].flat();
  const isOnlyRepeats = refused.length > 0 && refused.every(({ code }) => code === duplicateKey);
  if (!isOnlyRepeats || error.result.getWriteConcernError()) return null;
  return new Set(refused.map(({ index }) => index));
}
