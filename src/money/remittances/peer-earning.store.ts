import type { Connection } from 'mongoose';
import type { Amount } from '../../amount';
import type { VerdictDocument } from '../verification/verification.store';

/** An event of another server that has earned something. */
export interface PeerEarning {
  readonly kind: VerdictDocument['kind'];
  readonly caseId: string;
  readonly cid: string;
  /** Unit: 10^-11 coins. */
  readonly revenue: Amount;
}

/** Marked in one write. */
const markedAtOnce = 1_000;

/** Earnings by events of other servers, and the remittances that tell them. */
export function createPeerEarningStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  return {
    models: [],

    /**
     * Marks earnings of an account that no remittance tells yet, up to 1,000.
     *
     * @param until earnings of hours before it alone; null: of any
     * @returns how many; less than 1,000 are all.
     */
    async markSome(
      accountId: string,
      { remittanceId, until }: { readonly remittanceId: string; readonly until: Date | null },
    ): Promise<number> {
      const found = await events
        .find(
          {
            publisherId: accountId,
            remittanceId: { $exists: false },
            peer: { $exists: true },
            'verdict.revenue': { $gt: 0n },
            ...(until && { offeredAt: { $lt: until } }),
          },
          { projection: { _id: 1 }, readPreference: 'primary' },
        )
        .limit(markedAtOnce)
        .toArray();
      if (found.length > 0)
        await events.updateMany(
          { _id: { $in: found.map(({ _id }) => _id) }, remittanceId: { $exists: false } },
          { $set: { remittanceId } },
        );
      return found.length;
    },

    /** Takes the mark off all of a remittance. */
    async unmark(accountId: string, remittanceId: string): Promise<void> {
      await events.updateMany(
        { publisherId: accountId, remittanceId, peer: { $exists: true } },
        { $unset: { remittanceId: 1 } },
      );
    },

    /** Earnings of a remittance, those of a case together. */
    async *stream(accountId: string, remittanceId: string): AsyncGenerator<PeerEarning> {
      const found = events
        .find(
          { publisherId: accountId, remittanceId, peer: { $exists: true } },
          {
            projection: { kind: 1, caseId: 1, 'peer.cid': 1, 'verdict.revenue': 1 },
            readPreference: 'primary',
            batchSize: 1_000,
          },
        )
        .sort({ caseId: 1, _id: 1 });
      for await (const { kind, caseId, peer, verdict } of found)
        yield { kind, caseId, cid: peer?.cid ?? caseId, revenue: verdict?.revenue ?? 0n };
    },
  };
}
