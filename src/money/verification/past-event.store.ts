import type { Connection } from 'mongoose';
import type { Amount } from '../../amount';
import type { RecordedConversionDocument } from '../../market/recorded-conversions/recorded-conversion.store';
import type { DueEvent } from './judge';
import type { Verdict } from './verdict';
import { judgedFields, toDueEvent, type VerdictDocument } from './verification.store';

/** An advertiser with all campaigns that it ever had. */
export interface CampaignOwner {
  readonly advertiserId: string;
  readonly campaignIds: readonly string[];
}

/** A stored event with what it has come to; null: it has no verdict yet. */
export interface PastEvent {
  readonly event: DueEvent;
  readonly verdict: Verdict | null;
}

/** What an accepted conversion took of its hour's budget. */
export interface BudgetedConversion {
  readonly campaignId: string;
  readonly occurredAt: Date;
  /** Of its verdict: conversions and events of a partition are counted together. */
  readonly batch: number;
  /** USD. */
  readonly price: Amount;
}

interface TimeRange {
  readonly from: Date;
  /** The first moment that is not meant. */
  readonly to: Date;
}

export type PastEventStore = ReturnType<typeof createPastEventStore>;

/** Events and conversions of past hours, in the order in which they were judged. */
export function createPastEventStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  const campaigns = db.collection<{ _id: string; advertiserId: string }>('campaigns');
  const conversions = db.collection<
    Omit<RecordedConversionDocument, 'verdict'> & { readonly verdict: Verdict }
  >('recordedConversions');
  const during = ({ from, to }: TimeRange) => ({ occurredAt: { $gte: from, $lt: to } });
  const inOrder = { allowDiskUse: true, batchSize: 1_000 } as const;

  return {
    models: [],

    /** Everybody who has or had a campaign. */
    async *streamOwners(): AsyncGenerator<CampaignOwner> {
      const found = campaigns.find({}, { projection: { advertiserId: 1 } });
      let campaignIds: string[] = [];
      let ofOwner: string | null = null;
      for await (const { _id, advertiserId } of found.sort({ advertiserId: 1, sequence: 1 })) {
        if (ofOwner !== null && ofOwner !== advertiserId) {
          yield { advertiserId: ofOwner, campaignIds };
          campaignIds = [];
        }
        ofOwner = advertiserId;
        campaignIds.push(_id);
      }
      if (ofOwner !== null) yield { advertiserId: ofOwner, campaignIds };
    },

    /** When the first event of some campaigns happened. */
    async findFirstTime(campaignIds: readonly string[], range: TimeRange): Promise<Date | null> {
      const [first] = await events
        .find(
          { campaignId: { $in: [...campaignIds] }, ...during(range) },
          { projection: { occurredAt: 1 }, sort: { occurredAt: 1 }, limit: 1 },
        )
        .toArray();
      return first?.occurredAt ?? null;
    },

    /** Events of campaigns of one advertiser; those without a verdict come first. */
    async *streamJudged(
      campaignIds: readonly string[],
      range: TimeRange,
    ): AsyncGenerator<PastEvent> {
      const found = events.find(
        { campaignId: { $in: [...campaignIds] }, ...during(range) },
        { ...inOrder, projection: { ...judgedFields, verdict: 1 } },
      );
      for await (const document of found.sort({ 'verdict.batch': 1, occurredAt: 1, _id: -1 })) {
        const { verdict = null, ...rest } = document;
        yield { event: toDueEvent(rest), verdict };
      }
    },

    /** Accepted conversions in budget of campaigns of one advertiser, by their batch. */
    async *streamBudgeted(
      campaignIds: readonly string[],
      range: TimeRange,
    ): AsyncGenerator<BudgetedConversion> {
      const found = conversions.find(
        {
          campaignId: { $in: [...campaignIds] },
          ...during(range),
          limitType: 'in_budget',
          'verdict.status': 'accepted',
        },
        {
          ...inOrder,
          projection: { campaignId: 1, occurredAt: 1, 'verdict.batch': 1, 'verdict.price': 1 },
        },
      );
      for await (const { campaignId, occurredAt, verdict } of found.sort({ 'verdict.batch': 1 }))
        yield { campaignId, occurredAt, batch: verdict.batch, price: verdict.price };
    },
  };
}
