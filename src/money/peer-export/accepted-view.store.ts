import type { Connection } from 'mongoose';
import type { Amount } from '../../amount';
import type { VerdictDocument } from '../verification/verification.store';

export type AcceptedViewStore = ReturnType<typeof createAcceptedViewStore>;

interface ViewSlice {
  readonly since: Date;
  readonly limit: number;
  /** Events of any kind that are looked at, at most. */
  readonly mostRead: number;
}

/** The prices of the newest views. */
export interface ViewPrices {
  /** USD for each view, newest first. */
  readonly prices: readonly Amount[];
  /** True where there may be more views behind the events that were looked at. */
  readonly isCutOff: boolean;
}

/** Prices that campaigns have paid for views on our own sites. */
export function createAcceptedViewStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  return {
    models: [],

    /**
     * Lists the prices of the newest accepted views since a time. At most `mostRead` events of the campaign are looked at,
     * so that a flood of other events (refused, or of another server) costs no more.
     */
    async listPrices(
      campaignId: string,
      { since, limit, mostRead }: ViewSlice,
    ): Promise<ViewPrices> {
      // By the index alone.
      const [cut] = await events
        .find(
          { campaignId, occurredAt: { $gte: since } },
          { projection: { occurredAt: 1, _id: 0 } },
        )
        .sort({ occurredAt: -1, _id: -1 })
        .skip(mostRead)
        .limit(1)
        .toArray();
      const found = await events
        .find(
          {
            campaignId,
            occurredAt: cut ? { $gt: cut.occurredAt } : { $gte: since },
            kind: 'impression',
            'verdict.status': 'accepted',
            peer: { $exists: false },
          },
          { projection: { 'verdict.price': 1 } },
        )
        .sort({ occurredAt: -1, _id: -1 })
        .limit(limit)
        .toArray();
      const prices = found.map(({ verdict }) => verdict?.price ?? 0n);
      return { prices, isCutOff: cut !== undefined && prices.length < limit };
    },
  };
}
