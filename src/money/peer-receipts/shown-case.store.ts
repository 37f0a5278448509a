import type { Connection } from 'mongoose';
import type { Amount } from '../../amount';
import { isTold } from '../../market/forwarding/told-traffic';
import type { AdEvent } from '../../market/events/event';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Verdict } from '../verification/verdict';
import type { VerdictDocument } from '../verification/verification.store';

/** An event that stands for a case which was led on to another server: its view, else its click. */
export type ShownCase = Pick<
  AdEvent,
  'id' | 'kind' | 'caseId' | 'siteId' | 'publisherId' | 'campaignId' | 'advertiserId' | 'occurredAt'
> & {
  /** null: it has none yet. */
  readonly verdict: Verdict | null;
};

/** More money for an event, 10^-11 coins, at the rate of its hour: 10^-11 USD per coin; null: there is none. */
export interface Income {
  readonly eventId: string;
  readonly revenue: Amount;
  readonly supplyFee: Amount;
  readonly rate: Amount | null;
}

const projection = {
  ...{ kind: 1, caseId: 1, siteId: 1, publisherId: 1, campaignId: 1, advertiserId: 1 },
  ...{ occurredAt: 1, invalidTraffic: 1, verdict: 1 },
} as const;
/** Views and clicks of a case, and such as others have made of its id. */
const mostOfCase = 20;

/** Cases that were led on to other servers, as the booking of receipts sees them. */
export function createShownCaseStore(db: Connection) {
  // The model is that of the events' own store.
  const events = () => db.collection<VerdictDocument>('events');
  return {
    models: [],

    /** The first view of each case since a time, or its first click, by the case; others' and unknown ones are left out. */
    async listByCases(
      peer: string,
      { caseIds, since }: { readonly caseIds: readonly string[]; readonly since: Date },
      session: DatabaseSession,
    ): Promise<ReadonlyMap<string, ShownCase>> {
      const found = await events()
        .find(
          { caseId: { $in: [...caseIds] }, demandServer: peer, occurredAt: { $gte: since } },
          { projection, ...inOneReply(caseIds.length * mostOfCase, session) },
        )
        .toArray();
      const shown = new Map<string, ShownCase>();
      for (const event of found.filter(isTold).map(toShownCase)) {
        const known = shown.get(event.caseId);
        if (known === undefined || isBefore(event, known)) shown.set(event.caseId, event);
      }
      return shown;
    },

    /** Those of the events that are kept still, by their ids. */
    async listByEvents(
      eventIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, ShownCase>> {
      const found = await events()
        .find(
          { _id: { $in: [...eventIds] } },
          { projection, ...inOneReply(eventIds.length, session) },
        )
        .toArray();
      return new Map(found.map((event) => [event._id, toShownCase(event)]));
    },

    /** Adds what was paid for events to their verdicts. */
    async addIncome(added: readonly Income[], session: DatabaseSession): Promise<void> {
      const alike = Map.groupBy(added, ({ revenue, supplyFee, rate }) =>
        [revenue, supplyFee, rate].join(' '),
      );
      if (alike.size === 0) return;
      await events().bulkWrite(
        [...alike.values()].flatMap((ones) =>
          ones.slice(0, 1).map(({ revenue, supplyFee, rate }) => ({
            updateMany: {
              filter: { _id: { $in: ones.map(({ eventId }) => eventId) } },
              update: {
                $inc: { 'verdict.revenue': revenue, 'verdict.supplyFee': supplyFee },
                $set: { 'verdict.rate': rate },
              },
            },
          })),
        ),
        { session },
      );
    },
  };
}

function toShownCase({ _id, verdict, ...event }: VerdictDocument): ShownCase {
  return { id: _id, ...event, verdict: verdict ?? null };
}

/** Views come before clicks, then whoever was first: nobody takes over a case of somebody else. */
function isBefore(one: ShownCase, other: ShownCase): boolean {
  if (one.kind !== other.kind) return one.kind === 'impression';
  return one.occurredAt < other.occurredAt;
}
