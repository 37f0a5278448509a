import { randomUUID } from 'node:crypto';
import { type Connection, Schema, mongo } from 'mongoose';
import { type AdEvent, eventIdOf, maxRepeats, repeatIdOf } from './event';
import type { EventKind } from './event-token';

interface EventDocument extends Omit<AdEvent, 'id'> {
  readonly _id: string;
  /** On clicks that count so far: when to look whether their impression has come. */
  readonly settleAt?: Date;
  /** On clicks whose impression has come: the call that found it, of those that looked at the same time. */
  readonly settledBy?: string;
}

/** Which of a campaign's events are looked for. */
export interface CountedEventQuery {
  readonly kind: EventKind;
  readonly campaignId: string;
  /** Those of one case, or of a visitor since a time. */
  readonly of: { readonly caseId: string } | { readonly trackingId: string; readonly since: Date };
  readonly limit: number;
}

/** What one look at due clicks came to. */
export interface SettledClicks {
  /** As many as the limit when more may be due. */
  readonly lookedAt: number;
  /** Those that count. Each is told to one caller only, even of several processes. */
  readonly valid: readonly Pick<AdEvent, 'creativeId' | 'offerId'>[];
}

export type EventStore = ReturnType<typeof createEventStore>;

/** Acknowledged only when it would survive the loss of a server. */
const writeConcern = { w: 'majority', journal: true } as const;
const duplicateKey = 11000;
/** How long the impression of a click may be under way, counted from when the click was stored. */
const settleAfterMs = 10 * 60 * 1000;

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
    occurredAt: Date,
    trackingId: String,
    userAgent: String,
    remoteAddress: String,
    invalidTraffic: String,
    settleAt: Date,
    settledBy: String,
  },
  { versionKey: false, collection: 'events' },
)
  .index({ campaignId: 1, occurredAt: 1 })
  .index({ siteId: 1, occurredAt: 1 })
  .index({ caseId: 1 })
  .index(
    { trackingId: 1, occurredAt: 1 },
    { partialFilterExpression: { trackingId: { $type: 'string' } } },
  )
  .index({ settleAt: 1 }, { sparse: true });

export function createEventStore(db: Connection) {
  const model = db.model('Event', schema);

  /** Inserts in one write; the positions of those whose `_id` was taken. */
  async function insert(documents: readonly EventDocument[]): Promise<ReadonlySet<number>> {
    try {
      await model.collection.insertMany(documents as unknown as mongo.BSON.Document[], {
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
  async function insertRepeats(events: readonly AdEvent[]): Promise<void> {
    for (let left = events; left.length > 0; ) {
      const holders = await findHolders(left);
      const documents = left.flatMap((event) => {
        const id = claimPlace(holders, event);
        if (id === null) return [];
        return { event, document: toRepeat(event, id) };
      });
      if (documents.length === 0) return;
      const taken = await insert(documents.map(({ document }) => document));
      left = documents.filter((_document, at) => taken.has(at)).map(({ event }) => event);
    }
  }

  /** Which case has each place of the events, repeats included. */
  async function findHolders(events: readonly AdEvent[]): Promise<Map<string, string>> {
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
     * stored under one of its repeats' ids, as invalid traffic.
     *
     * @returns the events that were new and got their place.
     */
    async insertMany(events: readonly AdEvent[], storedAt: Date): Promise<readonly AdEvent[]> {
      const settleAt = new Date(storedAt.getTime() + settleAfterMs);
      const taken = await insert(
        events.map((event) =>
          event.kind === 'click' && event.invalidTraffic === null
            ? { ...toDocument(event), settleAt }
            : toDocument(event),
        ),
      );
      if (taken.size === 0) return events;
      await insertRepeats(events.filter((_event, position) => taken.has(position)));
      return events.filter((_event, position) => !taken.has(position));
    },

    /** Events that count so far, newest first. */
    async listCounted({ kind, campaignId, of, limit }: CountedEventQuery) {
      const whose =
        'caseId' in of
          ? { caseId: of.caseId }
          : { trackingId: of.trackingId, occurredAt: { $gte: of.since } };
      const found = await model
        .find({ ...whose, kind, campaignId, invalidTraffic: null })
        .sort({ occurredAt: -1 })
        .limit(limit)
        .lean<EventDocument[]>();
      return found.map(toEvent);
    },

    /**
     * Marks valid clicks whose offer has no valid impression of the same case as `no_impression`, and lets go of the
     * others. Looks once at each click, 10 minutes after it was stored.
     */
    async settleClicks(until: Date, limit: number): Promise<SettledClicks> {
      const due = await model
        .find({ settleAt: { $lte: until } }, { caseId: 1, offerId: 1 })
        .sort({ settleAt: 1 })
        .limit(limit)
        .lean();
      if (due.length === 0) return { lookedAt: 0, valid: [] };
      const impressions = await model
        .find(
          { _id: { $in: due.map(({ offerId }) => eventIdOf('impression', offerId, null)) } },
          { caseId: 1, offerId: 1 },
        )
        .lean();
      const seenCases = new Map(impressions.map(({ caseId, offerId }) => [offerId, caseId]));
      const isSeen = ({ caseId, offerId }: Pick<AdEvent, 'caseId' | 'offerId'>) =>
        seenCases.get(offerId) === caseId;
      const seen = due.filter(isSeen).map(({ _id }) => _id);
      const unseen = due.filter((click) => !isSeen(click)).map(({ _id }) => _id);
      await model.updateMany(
        { _id: { $in: unseen } },
        { $set: { invalidTraffic: 'no_impression' }, $unset: { settleAt: true } },
      );
      const settledBy = randomUUID();
      await model.updateMany(
        { _id: { $in: seen }, settleAt: { $exists: true } },
        { $set: { settledBy }, $unset: { settleAt: true } },
      );
      const valid = await model
        .find({ _id: { $in: seen }, settledBy }, { creativeId: 1, offerId: 1 })
        .lean();
      return {
        lookedAt: due.length,
        valid: valid.map(({ creativeId, offerId }) => ({ creativeId, offerId })),
      };
    },
  };
}

function toEvent({ _id, settleAt, settledBy, ...rest }: EventDocument): AdEvent {
  return { id: _id, ...rest };
}

function toDocument({ id, ...rest }: AdEvent): EventDocument {
  return { _id: id, ...rest };
}

function toRepeat(event: AdEvent, id: string): EventDocument {
  return { ...toDocument(event), _id: id, invalidTraffic: event.invalidTraffic ?? 'repeat' };
}

/** The ids that the cases of one place are stored under, in the order in which they are taken. */
function placesOf(id: string): readonly string[] {
  return [id, ...Array.from({ length: maxRepeats }, (_value, index) => repeatIdOf(id, index + 1))];
}

/** Takes the first free place of the repeats for an event; null: its case has a place, or none is free. */
function claimPlace(holders: Map<string, string>, { id, caseId }: AdEvent): string | null {
  for (const place of placesOf(id)) {
    const holder = holders.get(place);
    if (holder === caseId) return null;
    if (holder !== undefined || place === id) continue;
    holders.set(place, caseId);
    return place;
  }
  return null;
}

/** Positions of the documents whose `_id` was taken; null when anything else went wrong too. */
function takenPositions(error: unknown): ReadonlySet<number> | null {
  if (!(error instanceof mongo.MongoBulkWriteError)) return null;
  const refused = [error.writeErrors].flat();
  const isOnlyRepeats = refused.length > 0 && refused.every(({ code }) => code === duplicateKey);
  if (!isOnlyRepeats || error.result.getWriteConcernError()) return null;
  return new Set(refused.map(({ index }) => index));
}
