import type { Connection } from 'mongoose';
import type { Amount } from '../../amount';
import type { VerdictDocument } from '../verification/verification.store';

export type AcceptedViewStore = ReturnType<typeof createAcceptedViewStore>;

/** Prices that campaigns have paid for views on our own sites. */
export function createAcceptedViewStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  return {
    models: [],

    /** USD for each of the newest accepted views since a time; newest first. */
    async listPrices(
      campaignId: string,
      { since, limit }: { readonly since: Date; readonly limit: number },
    ): Promise<readonly Amount[]> {
      const found = await events
        .find(
          {
            campaignId,
            occurredAt: { $gte: since },
            kind: 'impression',
            'verdict.status': 'accepted',
            peer: { $exists: false },
          },
          { projection: { 'verdict.price': 1 } },
        )
        .sort({ occurredAt: -1, _id: -1 })
        .limit(limit)
        .toArray();
      return found.map(({ verdict }) => verdict?.price ?? 0n);
    },
  };
}
