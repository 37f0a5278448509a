import type { Connection, mongo } from 'mongoose';
import type { RecordedConversionDocument } from '../../../market/recorded-conversions/recorded-conversion.store';
import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import type { ConversionVerdict, Verdict } from '../../../money/verification/verdict';
import type { VerdictDocument } from '../../../money/verification/verification.store';
import { inBatches } from '../../../platform/database/in-batches';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { dayMs } from '../../../time';
import type { CountableEvent } from './fact';
import { assertPresent } from '../../../present';

/** An event that waits for its verdict. */
export interface PendingEvent {
  readonly event: CountableEvent;
  readonly verifyAt: Date;
}

/** A stored event with its verdict. */
export interface VerdictOfEvent {
  readonly event: CountableEvent;
  readonly verdict: Verdict;
}

/** Selects events by their owners. */
export type EventOwner =
  | { readonly advertiserId: string }
  | { readonly publisherId: string }
  | Readonly<Record<string, never>>;

type ConversionDocument = Omit<RecordedConversionDocument, 'verdict'> & {
  readonly verdict?: ConversionVerdict;
};

/** Events without a verdict: of some partitions, of somebody, of a time. */
export interface PendingQuery {
  readonly partitions: readonly number[];
  readonly owner: EventOwner;
  readonly from: Date;
  readonly to: Date;
}

const fields = {
  kind: 1,
  occurredAt: 1,
  advertiserId: 1,
  campaignId: 1,
  creativeId: 1,
  publisherId: 1,
  siteId: 1,
  placementId: 1,
  trackingId: 1,
  userAgent: 1,
  country: 1,
  isMeasured: 1,
  frequency: 1,
} as const;
const batchSize = 5_000;

function toCountable({
  _id: id,
  verdict: _verdict,
  verifyAt: _verifyAt,
  ...rest
}: VerdictDocument): CountableEvent {
  return { id, ...rest };
}

const isPending = ({
  partitions,
  owner,
  from,
  to,
}: PendingQuery): mongo.Filter<VerdictDocument> => ({
  partition: { $in: [...partitions] },
  ...owner,
  occurredAt: { $gte: from, $lt: to },
});

/** Events and conversions, as statistics read them. */
export function createCountableEventStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  const conversions = db.collection<ConversionDocument>('recordedConversions');
  return {
    models: [],

    /** In parts, in no order, at most `limit`. */
    async *streamPending(
      query: PendingQuery,
      limit: number,
      session: DatabaseSession,
    ): AsyncGenerator<readonly PendingEvent[]> {
      const projection = { ...fields, verifyAt: 1 };
      const found = events.find(isPending(query), { session, limit, batchSize, projection });
      for await (const some of inBatches(found))
        yield some.map((document) => ({
          event: toCountable(document),
          verifyAt: assertPresent(document.verifyAt, 'an event in a partition has its time'),
        }));
    },

    /** When the earliest of them happened; null: there is none. */
    async findFirstPending(query: PendingQuery, session: DatabaseSession): Promise<Date | null> {
      const projection = { occurredAt: 1 };
      const sort = { occurredAt: 1 } as const;
      const found = await events.findOne(isPending(query), { session, sort, projection });
      return found && found.occurredAt;
    },

    /** The stored events with these ids, in no order. */
    async listByIds(
      ids: readonly string[],
      session: DatabaseSession,
    ): Promise<readonly CountableEvent[]> {
      if (ids.length === 0) return [];
      const found = await events
        .find({ _id: { $in: [...ids] } }, { session, projection: fields })
        .toArray();
      return found.map(toCountable);
    },

    /** The stored conversions with these ids, in no order. */
    async listConversions(
      ids: readonly string[],
      session: DatabaseSession,
    ): Promise<readonly RecordedConversion[]> {
      if (ids.length === 0) return [];
      const found = await conversions.find({ _id: { $in: [...ids] } }, { session }).toArray();
      return found.map(({ _id, verdict: _verdict, ...rest }) => ({ id: _id, ...rest }));
    },

    /** Accepted views that visitors have seen on a day (UTC), in no order. @param day as `dayOf` counts */
    async listAcceptedViews(
      trackingIds: readonly string[],
      day: number,
      session: DatabaseSession,
    ): Promise<readonly CountableEvent[]> {
      if (trackingIds.length === 0) return [];
      const found = await events
        .find(
          {
            trackingId: { $in: [...trackingIds], $type: 'string' },
            occurredAt: { $gte: new Date(day * dayMs), $lt: new Date((day + 1) * dayMs) },
            kind: 'impression',
            'verdict.status': 'accepted',
          },
          { session, batchSize, projection: fields },
        )
        .toArray();
      return found.map(toCountable);
    },

    /** Everybody's campaigns, deleted ones and those of other servers too. */
    async listCampaignIds(session?: DatabaseSession): Promise<readonly string[]> {
      const options = { ...(session && { session }), batchSize, projection: { _id: 1 } };
      const ids: string[] = [];
      for (const name of ['campaigns', 'peerCampaigns'])
        for await (const { _id } of db.collection<{ _id: string }>(name).find({}, options))
          ids.push(_id);
      return ids;
    },

    /** When the first event or conversion of some campaigns happened; null: nothing has. */
    async findFirstTime(campaignIds: readonly string[]): Promise<Date | null> {
      const isMeant = { campaignId: { $in: [...campaignIds] } };
      const first = { sort: { occurredAt: 1 }, projection: { occurredAt: 1 } } as const;
      const found = [
        await events.findOne(isMeant, first),
        await conversions.findOne(isMeant, first),
      ].flatMap((one) => (one ? [one.occurredAt.getTime()] : []));
      return found.length === 0 ? null : new Date(Math.min(...found));
    },

    /** Events of campaigns that have a verdict. */
    async *streamJudged(
      campaignIds: readonly string[],
      { from, to }: { readonly from: Date; readonly to: Date },
      session: DatabaseSession,
    ): AsyncGenerator<VerdictOfEvent> {
      const found = events.find(
        {
          campaignId: { $in: [...campaignIds] },
          occurredAt: { $gte: from, $lt: to },
          verdict: { $exists: true },
        },
        { session, batchSize, projection: { ...fields, verdict: 1 } },
      );
      for await (const document of found)
        yield {
          event: toCountable(document),
          verdict: assertPresent(document.verdict, 'those with a verdict were asked for'),
        };
    },

    /** Conversions of campaigns that were accepted. */
    async listAcceptedConversions(
      campaignIds: readonly string[],
      { from, to }: { readonly from: Date; readonly to: Date },
      session: DatabaseSession,
    ): Promise<
      readonly { readonly conversion: RecordedConversion; readonly verdict: ConversionVerdict }[]
    > {
      const found = await conversions
        .find(
          {
            campaignId: { $in: [...campaignIds] },
            occurredAt: { $gte: from, $lt: to },
            'verdict.status': 'accepted',
          },
          { session, batchSize },
        )
        .toArray();
      return found.map(({ _id, verdict, ...rest }) => ({
        conversion: { id: _id, ...rest },
        verdict: assertPresent(verdict, 'accepted ones were asked for'),
      }));
    },
  };
}
