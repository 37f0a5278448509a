import type { Connection, mongo } from 'mongoose';
import { toEvent } from '../../market/events/event-document';
import type { VerifiedEvent, VerifiedEventFilter, VerifiedEventPlace } from './verified-event';
import type { VerdictDocument } from './verification.store';

export interface VerifiedEventQuery {
  readonly campaignId: string;
  readonly filter: VerifiedEventFilter;
  /** null: from the newest on. */
  readonly after: VerifiedEventPlace | null;
  readonly limit: number;
}

export type VerifiedEventStore = ReturnType<typeof createVerifiedEventStore>;

/** Events with their verdicts, to be read. */
export function createVerifiedEventStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  return {
    models: [],

    async find(id: string): Promise<VerifiedEvent | null> {
      const found = await events.findOne({ _id: id });
      return found && toVerifiedEvent(found);
    },

    /** Of a case, in no order; at most so many. */
    async listOfCase(caseId: string, limit: number): Promise<readonly VerifiedEvent[]> {
      const found = await events.find({ caseId }).limit(limit).toArray();
      return found.map(toVerifiedEvent);
    },

    /** Of a campaign, newest first. */
    async list(query: VerifiedEventQuery): Promise<readonly VerifiedEvent[]> {
      const { campaignId, filter, after, limit } = query;
      const place: mongo.Filter<VerdictDocument> = after
        ? {
            occurredAt: { $lte: after.occurredAt },
            $nor: [{ occurredAt: after.occurredAt, _id: { $gte: after.id } }],
          }
        : {};
      const found = await events
        .find({ campaignId, ...conditionsOf(filter), ...place })
        .sort({ occurredAt: -1, _id: -1 })
        .limit(limit)
        .toArray();
      return found.map(toVerifiedEvent);
    },
  };
}

function conditionsOf({ status, reason }: VerifiedEventFilter): mongo.Filter<VerdictDocument> {
  if (status === 'pending')
    return { verdict: { $exists: false }, ...(reason != null && { _id: { $in: [] } }) };
  return {
    ...(status != null && { 'verdict.status': status }),
    ...(reason != null && { 'verdict.reason': reason }),
  };
}

function toVerifiedEvent(document: VerdictDocument): VerifiedEvent {
  const { verdict = null, previousVerdicts = [] } = document;
  return { ...toEvent(document), verdict, previousVerdicts };
}
