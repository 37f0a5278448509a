import type { Connection, mongo } from 'mongoose';
import type { Amount } from '../../amount';
import { isEarnedByPeer } from '../../market/events/event-document';
import type { DatabaseSession } from '../../platform/database/transaction';
import { inOneOrder } from '../verification/judge/in-one-order';
import type { VerdictDocument } from '../verification/verification.store';
import { type ConvertedCaseDocument, convertedCases } from './converted-case.store';

/** An event of another server, or the part of a conversion, that has earned something. */
export interface PeerEarning {
  readonly kind: VerdictDocument['kind'] | 'conversion';
  readonly caseId: string;
  readonly cid: string;
  /** Unit: 10^-11 coins. */
  readonly revenue: Amount;
}

interface Mark {
  readonly remittanceId: string;
  /** Earnings of hours before it alone; null: of any. */
  readonly until: Date | null;
}

/** Marked in one write. */
const markedAtOnce = 1_000;
const batchSize = 1_000;
const onlyIds = { projection: { _id: 1 }, readPreference: 'primary' } as const;
const isUntold = { remittanceId: { $exists: false } };

/** Earnings by events and conversions of other servers, and the remittances that tell them. */
export function createPeerEarningStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  const converted = db.collection<ConvertedCaseDocument>(convertedCases);

  async function* streamEvents(filter: mongo.Filter<VerdictDocument>): AsyncGenerator<PeerEarning> {
    const projection = { kind: 1, caseId: 1, 'peer.cid': 1, 'verdict.revenue': 1 };
    const found = events.find(filter, { projection, readPreference: 'primary', batchSize });
    for await (const { kind, caseId, peer, verdict } of found.sort({ caseId: 1, _id: 1 }))
      yield { kind, caseId, cid: peer?.cid ?? caseId, revenue: verdict?.revenue ?? 0n };
  }

  async function* streamConverted(
    filter: mongo.Filter<ConvertedCaseDocument>,
  ): AsyncGenerator<PeerEarning> {
    const found = converted.find(filter, { readPreference: 'primary', batchSize });
    for await (const { caseId, cid, revenue } of found.sort({ caseId: 1, _id: 1 }))
      yield { kind: 'conversion', caseId, cid, revenue };
  }

  const untoldEvents = (accountId: string, until: Date | null): mongo.Filter<VerdictDocument> => ({
    ...{ publisherId: accountId, ...isUntold, ...isEarnedByPeer },
    ...(until && { offeredAt: { $lt: until } }),
  });
  const untoldConverted = (
    accountId: string,
    until: Date | null,
  ): mongo.Filter<ConvertedCaseDocument> => ({
    ...{ publisherId: accountId, ...isUntold },
    ...(until && { occurredAt: { $lt: until } }),
  });

  return {
    models: [],

    /** Marks up to 1,000 earnings of an account by views and clicks, and as many by conversions. @returns how many. */
    async markSome(accountId: string, mark: Mark, session: DatabaseSession): Promise<number> {
      const { until } = mark;
      const ofEvents = events.find(untoldEvents(accountId, until), { ...onlyIds, session });
      const ofConversions = converted.find(untoldConverted(accountId, until), {
        ...onlyIds,
        session,
      });
      const ids = await idsOf(ofEvents.limit(markedAtOnce));
      const others = await idsOf(ofConversions.limit(markedAtOnce));
      const told = { $set: { remittanceId: mark.remittanceId } };
      await events.updateMany({ _id: { $in: [...ids] }, ...isUntold }, told, { session });
      await converted.updateMany({ _id: { $in: [...others] }, ...isUntold }, told, { session });
      return ids.length + others.length;
    },

    /** Says that an account has earnings that no remittance tells. @param until as in `markSome` */
    async hasUntold(accountId: string, until: Date | null): Promise<boolean> {
      const [event, conversion] = await Promise.all([
        events.findOne(untoldEvents(accountId, until), onlyIds),
        converted.findOne(untoldConverted(accountId, until), onlyIds),
      ]);
      return event !== null || conversion !== null;
    },

    /** Takes the mark off all of a remittance. */
    async unmark(accountId: string, remittanceId: string): Promise<void> {
      const untold = { $unset: { remittanceId: 1 } } as const;
      const marked = { publisherId: accountId, remittanceId };
      await events.updateMany({ ...marked, ...isEarnedByPeer }, untold);
      await converted.updateMany(marked, untold);
    },

    /** Earnings by some events, as those of conversions are stored. */
    async listOfEvents(
      ids: readonly string[],
      session: DatabaseSession,
    ): Promise<readonly ConvertedCaseDocument[]> {
      const filter = { _id: { $in: [...ids] }, ...isEarnedByPeer };
      const found = await events.find(filter, { session }).toArray();
      return found.map(
        ({ _id, publisherId, caseId, peer, verdict, offeredAt: occurredAt, remittanceId }) => ({
          ...{ _id, publisherId, caseId, cid: peer?.cid ?? caseId, occurredAt },
          revenue: verdict?.revenue ?? 0n,
          ...(remittanceId !== undefined && { remittanceId }),
        }),
      );
    },

    /** Keeps earnings without their events, which go. */
    async keepWithoutEvents(
      earnings: readonly ConvertedCaseDocument[],
      session: DatabaseSession,
    ): Promise<void> {
      if (earnings.length === 0) return;
      await events.deleteMany({ _id: { $in: earnings.map(({ _id }) => _id) } }, { session });
      await converted.insertMany([...earnings], { session });
    },

    /** The ids that views have told of some cases, each of its first view, by the case; without a view that is kept there is none. */
    async listFirstCids(
      accountId: string,
      caseIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      if (caseIds.length === 0) return new Map();
      const views = events.find(
        { caseId: { $in: [...caseIds] }, publisherId: accountId, kind: 'impression' },
        {
          projection: { caseId: 1, 'peer.cid': 1, occurredAt: 1 },
          readPreference: 'primary',
          batchSize,
        },
      );
      const firstOf = new Map<string, { readonly cid: string; readonly at: Date }>();
      for await (const { caseId, peer, occurredAt: at } of views) {
        const known = firstOf.get(caseId);
        if (peer && (!known || at < known.at)) firstOf.set(caseId, { cid: peer.cid, at });
      }
      return new Map([...firstOf].map(([caseId, { cid }]) => [caseId, cid]));
    },

    /** Earnings of a remittance, those of a case together. */
    stream(accountId: string, remittanceId: string): AsyncGenerator<PeerEarning> {
      const marked = { publisherId: accountId, remittanceId };
      return inOneOrder(
        streamEvents({ ...marked, ...isEarnedByPeer }),
        streamConverted(marked),
        (conversion, event) => conversion.caseId < event.caseId,
      );
    },
  };
}

async function idsOf(found: AsyncIterable<{ readonly _id: string }>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { _id } of found) ids.push(_id);
  return ids;
}
