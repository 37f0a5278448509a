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

/** The result of one look at the stored events. */
export interface FoundEvents {
  readonly events: readonly VerifiedEvent[];
  /** The last one that was looked at, where more may follow; null: none do, or they are not needed. */
  readonly stoppedAt: VerifiedEventPlace | null;
}

type Conditions = mongo.Filter<VerdictDocument>;

/** An operation may ask for ten pages, each of which may look at as many. */
const mostScanned = 1_000;

/** Events with their verdicts, to be read. */
export function createVerifiedEventStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  return {
    models: [],

    async find(id: string): Promise<VerifiedEvent | null> {
      const found = await events.findOne({ _id: id });
      return found && toVerifiedEvent(found);
    },

    /** Events of a case, in no order. */
    async listOfCase(caseId: string, limit: number): Promise<readonly VerifiedEvent[]> {
      const found = await events.find({ caseId }).limit(limit).toArray();
      return found.map(toVerifiedEvent);
    },

    /**
     * Events of a campaign, newest first. An index serves a filter by reason; for other filters it looks at no more
     * than a thousand events.
     */
    async list(query: VerifiedEventQuery): Promise<FoundEvents> {
      const { campaignId, filter, after, limit } = query;
      if (isContradiction(filter)) return { events: [], stoppedAt: null };
      const isScanned = filter.status != null && filter.reason == null;
      const last = isScanned ? await findLast({ campaignId, ...between(after, null) }) : null;
      const found = await events
        .find({ campaignId, ...between(after, last), ...conditionsOf(filter) })
        .sort(newestFirst)
        .limit(limit)
        .toArray();
      return { events: found.map(toVerifiedEvent), stoppedAt: found.length < limit ? last : null };
    },
  };

  /** Where the looking ends; null: before that the events do. */
  async function findLast(ofCampaign: Conditions): Promise<VerifiedEventPlace | null> {
    const [last] = await events
      .find(ofCampaign, { projection: { occurredAt: 1 } })
      .sort(newestFirst)
      .skip(mostScanned - 1)
      .limit(1)
      .toArray();
    return last ? { occurredAt: last.occurredAt, id: last._id } : null;
  }
}

const newestFirst = { occurredAt: -1, _id: -1 } as const;

/** Older than one place, and not older than another. */
function between(after: VerifiedEventPlace | null, last: VerifiedEventPlace | null): Conditions {
  if (!after && !last) return {};
  const outside = [
    ...(after ? [{ occurredAt: after.occurredAt, _id: { $gte: after.id } }] : []),
    ...(last ? [{ occurredAt: last.occurredAt, _id: { $lt: last.id } }] : []),
  ];
  return {
    occurredAt: {
      ...(after && { $lte: after.occurredAt }),
      ...(last && { $gte: last.occurredAt }),
    },
    $nor: outside,
  };
}

/** A pending or an accepted event has no reason. */
const isContradiction = ({ status, reason }: VerifiedEventFilter) =>
  reason != null && status != null && status !== 'rejected';

function conditionsOf({ status, reason }: VerifiedEventFilter): Conditions {
  if (status === 'pending') return { verdict: { $exists: false } };
  if (reason != null) return { 'verdict.reason': reason };
  return status == null ? {} : { 'verdict.status': status };
}

function toVerifiedEvent(document: VerdictDocument): VerifiedEvent {
  const { verdict = null, previousVerdicts = [] } = document;
  return { ...toEvent(document), verdict, previousVerdicts };
}
