import { type Connection, Schema } from 'mongoose';
import type { InvalidTraffic } from '../../market/events/event';
import type { EventDocument } from '../../market/events/event-document';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { ClickOfCase, EventOutcome } from './judge/conversion-rule';
import type { DueEvent, KnownView } from './judge/judge';
import type { Verdict } from './verdict';

export interface VerdictDocument extends Omit<EventDocument, 'verdict' | 'previousVerdicts'> {
  readonly verdict?: Verdict;
  /** The verdicts that verifying again has replaced, the oldest first. */
  readonly previousVerdicts?: readonly Verdict[];
}

/** One verdict, word for word, of some events. */
export interface SharedVerdict {
  readonly ids: readonly string[];
  readonly verdict: Verdict;
  /** The new mark of the events; null: they keep theirs. */
  readonly invalidTraffic: InvalidTraffic | null;
}

/** Events that have to wait. */
export interface PutOff {
  readonly ids: readonly string[];
  readonly until: Date;
}

interface PartitionDocument {
  readonly _id: string;
  /** Number of the last batch. */
  readonly batches: number;
}

/** Thrown in the middle of a transaction that must not be committed: some of its events have a verdict already. */
export class AlreadyJudgedError extends Error {
  override readonly name = 'AlreadyJudgedError';
}

const partitionSchema = new Schema<PartitionDocument>(
  { _id: String, batches: Number } satisfies Record<keyof PartitionDocument, unknown>,
  { versionKey: false, collection: 'verificationPartitions' },
);

/** The fields that the rules look at. */
export const judgedFields = {
  kind: 1,
  caseId: 1,
  offerId: 1,
  siteId: 1,
  publisherId: 1,
  creativeId: 1,
  campaignId: 1,
  advertiserId: 1,
  offeredAt: 1,
  exp: 1,
  occurredAt: 1,
  placementId: 1,
  trackingId: 1,
  userAgent: 1,
  country: 1,
  remoteAddress: 1,
  invalidTraffic: 1,
  price: 1,
  needsConfirmation: 1,
  peer: 1,
  isWeb: 1,
  demandServer: 1,
  isMeasured: 1,
  frequency: 1,
  requiresViewability: 1,
  isOwn: 1,
  settleAt: 1,
} as const;

/** Clicks that are looked at for a batch of conversions. */
const mostClicks = 10_000;

const isOpen = { verdict: { $exists: false } };

/** Events on their way to a verdict. */
export function createVerificationStore(db: Connection) {
  const partitions = db.model('VerificationPartition', partitionSchema);
  const events = db.collection<VerdictDocument>('events');

  return {
    models: [partitions],

    /** Partitions, among some, that have an event which is due. */
    async listDuePartitions(among: readonly number[], now: Date): Promise<readonly number[]> {
      const isDue = { verifyAt: { $lte: now } };
      const fields = { projection: { _id: 1 } };
      if (!(await events.findOne({ partition: { $in: [...among] }, ...isDue }, fields))) return [];
      const due = await Promise.all(
        among.map((partition) => events.findOne({ partition, ...isDue }, fields)),
      );
      return among.filter((_partition, at) => due[at] !== null);
    },

    /** Lists the events that have been due for longest. */
    async listDue(
      partition: number,
      { now, limit, session }: { now: Date; limit: number; session: DatabaseSession },
    ): Promise<readonly DueEvent[]> {
      const found = await events
        .find({ partition, verifyAt: { $lte: now } }, { projection: judgedFields, session })
        .sort({ verifyAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(toDueEvent);
    },

    /** The views that count of some offers, by the offer. */
    async listViews(
      offerIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, KnownView>> {
      if (offerIds.length === 0) return new Map();
      const found = await events
        .find(
          { _id: { $in: offerIds.map((id) => `impression:${id}`) } },
          {
            projection: { offerId: 1, caseId: 1, occurredAt: 1, 'verdict.status': 1 },
            ...(session && { session }),
          },
        )
        .toArray();
      return new Map(
        found.map(({ offerId, caseId, occurredAt, verdict }) => [
          offerId,
          { caseId, occurredAt, status: verdict?.status ?? null },
        ]),
      );
    },

    /** The outcomes of events by their ids; unknown ids are left out. */
    async listOutcomes(
      ids: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, EventOutcome>> {
      const found = await events
        .find(
          { _id: { $in: [...ids] } },
          {
            projection: { price: 1, needsConfirmation: 1, isOwn: 1, 'verdict.status': 1 },
            ...(session && { session }),
          },
        )
        .toArray();
      return new Map(
        found.map(({ _id, price, needsConfirmation, isOwn = false, verdict }) => [
          _id,
          { price, needsConfirmation, isOwn, status: verdict?.status ?? null },
        ]),
      );
    },

    /** Clicks of cases that count so far, by case; of more than 10,000 not all. */
    async listClicks(
      caseIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, readonly ClickOfCase[]>> {
      if (caseIds.length === 0) return new Map();
      const found = await events
        .find(
          { caseId: { $in: [...caseIds] }, kind: 'click', invalidTraffic: null },
          {
            projection: {
              ...{ caseId: 1, campaignId: 1, occurredAt: 1 },
              ...{ 'verdict.status': 1, 'verdict.batch': 1 },
            },
            ...(session && { session }),
          },
        )
        .limit(mostClicks)
        .toArray();
      const clicks = found.map(({ _id: id, caseId, campaignId, occurredAt, verdict }) => ({
        ...{ id, caseId, campaignId, occurredAt },
        status: verdict?.status ?? null,
        batch: verdict?.batch ?? null,
      }));
      return Map.groupBy(clicks, ({ caseId }) => caseId);
    },

    /** The number of the partition's next batch, from 1. Of two that take one at once, only one can be committed. */
    async nextBatch(partition: number, session: DatabaseSession): Promise<number> {
      const counted = await partitions
        .findOneAndUpdate(
          { _id: String(partition) },
          { $inc: { batches: 1 } },
          { upsert: true, returnDocument: 'after', session },
        )
        .lean<PartitionDocument>();
      return counted.batches;
    },

    /** @throws {AlreadyJudgedError} where one of the events has a verdict. */
    async saveVerdicts(
      verdicts: readonly SharedVerdict[],
      session: DatabaseSession,
    ): Promise<void> {
      if (verdicts.length === 0) return;
      const { matchedCount } = await events.bulkWrite(
        verdicts.map(({ ids, verdict, invalidTraffic }) => ({
          updateMany: {
            filter: { _id: { $in: [...ids] }, ...isOpen },
            update: {
              $set: { verdict, ...(invalidTraffic !== null && { invalidTraffic }) },
              $unset: { partition: true, verifyAt: true, settleAt: true },
            },
          },
        })),
        { session },
      );
      const expected = verdicts.reduce((sum, { ids }) => sum + ids.length, 0);
      if (matchedCount !== expected)
        throw new AlreadyJudgedError(`${expected - matchedCount} events have a verdict already`);
    },

    async putOff(waiting: readonly PutOff[], session: DatabaseSession): Promise<void> {
      if (waiting.length === 0) return;
      await events.bulkWrite(
        waiting.map(({ ids, until }) => ({
          updateMany: {
            filter: { _id: { $in: [...ids] }, ...isOpen },
            update: { $set: { verifyAt: until } },
          },
        })),
        { session },
      );
    },
  };
}

export function toDueEvent({ _id, settleAt, ...rest }: VerdictDocument): DueEvent {
  return { id: _id, ...rest, settleAt: settleAt ?? null };
}
