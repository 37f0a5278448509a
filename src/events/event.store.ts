import { randomUUID } from 'node:crypto';
import { type Connection, Schema, mongo } from 'mongoose';
import type { AdEvent } from './event';

interface EventDocument extends Omit<AdEvent, 'id'> {
  readonly _id: string;
  /** On clicks that count so far: when to look whether their impression has come. */
  readonly settleAt?: Date;
  /** On clicks whose impression has come: the call that found it, of those that looked at the same time. */
  readonly settledBy?: string;
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
  .index({ settleAt: 1 }, { sparse: true });

export function createEventStore(db: Connection) {
  const model = db.model('Event', schema);
  return {
    models: [model],

    /**
     * Stores events durably; those whose id is known are left as they are.
     *
     * @returns the events that were new.
     */
    async insertMany(events: readonly AdEvent[], storedAt: Date): Promise<readonly AdEvent[]> {
      const settleAt = new Date(storedAt.getTime() + settleAfterMs);
      const documents = events.map((event) => toDocument(event, settleAt));
      try {
        await model.collection.insertMany(documents as unknown as mongo.BSON.Document[], {
          ordered: false,
          writeConcern,
        });
        return events;
      } catch (error) {
        const known = knownPositions(error);
        if (!known) throw error;
        return events.filter((_event, position) => !known.has(position));
      }
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
        .find({ _id: { $in: due.map(({ caseId }) => `impression:${caseId}`) } }, { offerId: 1 })
        .lean();
      const offerIds = new Map(impressions.map(({ _id, offerId }) => [_id, offerId]));
      const isSeen = ({ caseId, offerId }: Pick<AdEvent, 'caseId' | 'offerId'>) =>
        offerIds.get(`impression:${caseId}`) === offerId;
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

function toDocument(event: AdEvent, settleAt: Date): EventDocument {
  const { id, ...rest } = event;
  return event.kind === 'click' && event.invalidTraffic === null
    ? { _id: id, ...rest, settleAt }
    : { _id: id, ...rest };
}

/** Positions of the events that were there already; null when anything else went wrong too. */
function knownPositions(error: unknown): ReadonlySet<number> | null {
  if (!(error instanceof mongo.MongoBulkWriteError)) return null;
  const refused = [error.writeErrors].flat();
  const isOnlyRepeats = refused.length > 0 && refused.every(({ code }) => code === duplicateKey);
  if (!isOnlyRepeats || error.result.getWriteConcernError()) return null;
  return new Set(refused.map(({ index }) => index));
}
