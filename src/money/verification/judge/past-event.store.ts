import type { Connection } from 'mongoose';
import {
  isInBudget,
  type RecordedConversion,
} from '../../../market/recorded-conversions/recorded-conversion';
import type { RecordedConversionDocument } from '../../../market/recorded-conversions/recorded-conversion.store';
import type { BookedRevenue } from './booked-revenue';
import type { DueEvent } from './judge';
import type { ConversionVerdict, Verdict } from '../verdict';
import { judgedFields, toDueEvent, type VerdictDocument } from '../verification.store';

/** An advertiser with all campaigns that it ever had. */
export interface CampaignOwner {
  readonly advertiserId: string;
  readonly campaignIds: readonly string[];
}

/** A stored event with what it has come to; null: it has no verdict yet. */
export interface PastEvent {
  readonly event: DueEvent;
  readonly verdict: Verdict | null;
  /** True where this verdict or a former verdict found the event to be the publisher's own. */
  readonly isOwnTraffic: boolean;
}

/** A conversion with what it has come to. */
export interface PastConversion {
  readonly conversion: RecordedConversion;
  readonly verdict: ConversionVerdict;
}

export interface TimeRange {
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
    Omit<RecordedConversionDocument, 'verdict'> & { readonly verdict: ConversionVerdict }
  >('recordedConversions');
  const within = (campaignIds: readonly string[], { from, to }: TimeRange) => ({
    campaignId: { $in: [...campaignIds] },
    occurredAt: { $gte: from, $lt: to },
  });
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

    /** When the first event or conversion of some campaigns happened. */
    async findFirstTime(campaignIds: readonly string[], range: TimeRange): Promise<Date | null> {
      const fields = { projection: { occurredAt: 1 }, sort: { occurredAt: 1 } } as const;
      const isMeant = within(campaignIds, range);
      const found = [
        await events.findOne(isMeant, fields),
        await conversions.findOne(isMeant, fields),
      ].flatMap((one) => (one ? [one.occurredAt.getTime()] : []));
      return found.length === 0 ? null : new Date(Math.min(...found));
    },

    /** Events of campaigns of one advertiser; those without a verdict come first. */
    async *streamJudged(
      campaignIds: readonly string[],
      range: TimeRange,
    ): AsyncGenerator<PastEvent> {
      const found = events.find(within(campaignIds, range), {
        ...inOrder,
        projection: { ...judgedFields, verdict: 1, 'previousVerdicts.reason': 1 },
      });
      for await (const document of found.sort({ 'verdict.batch': 1, occurredAt: 1, _id: -1 })) {
        const { verdict = null, previousVerdicts = [], ...rest } = document;
        const verdicts = [verdict, ...previousVerdicts];
        const isOwnTraffic = verdicts.some((one) => one?.reason === 'own_traffic');
        yield { event: toDueEvent(rest), verdict, isOwnTraffic };
      }
    },

    /** Conversions with a verdict of campaigns of one advertiser. */
    async *streamConversions(
      campaignIds: readonly string[],
      range: TimeRange,
    ): AsyncGenerator<PastConversion> {
      const found = conversions.find(
        { ...within(campaignIds, range), verdict: { $exists: true } },
        { ...inOrder, projection: { previousVerdicts: 0, partition: 0, verifyAt: 0 } },
      );
      for await (const document of found.sort({ 'verdict.batch': 1, occurredAt: 1, _id: -1 })) {
        const { _id, verdict, ...rest } = document;
        yield { conversion: { id: _id, ...rest }, verdict };
      }
    },

    /** Revenue that campaigns have brought publishers: of events by batch, of conversions one by one. */
    async *streamRevenue(
      campaignIds: readonly string[],
      range: TimeRange,
    ): AsyncGenerator<BookedRevenue & { readonly campaignId: string }> {
      const hasRevenue = { ...within(campaignIds, range), 'verdict.revenue': { $gt: 0n } };
      const ofEvents = events.aggregate<{
        readonly _id: { campaignId: string; publisherId: string; judgedAt: Date };
        readonly price: bigint;
        readonly revenue: bigint;
      }>(
        [
          { $match: hasRevenue },
          {
            $group: {
              _id: {
                campaignId: '$campaignId',
                publisherId: '$publisherId',
                judgedAt: '$verdict.judgedAt',
              },
              price: { $sum: '$verdict.price' },
              revenue: { $sum: '$verdict.revenue' },
            },
          },
        ],
        inOrder,
      );
      for await (const { _id, price, revenue } of ofEvents) {
        const { campaignId, publisherId, judgedAt } = _id;
        yield { campaignId, publisherIds: [publisherId], judgedAt, price, revenue };
      }
      for await (const { conversion, verdict } of this.streamConversions(campaignIds, range))
        if (verdict.revenue > 0n)
          yield { campaignId: conversion.campaignId, ...toBooked({ conversion, verdict }) };
    },
  };
}

/** The budget that a conversion takes of its hour, and who is paid for it. */
export function toBooked({ conversion, verdict }: PastConversion): BookedRevenue {
  const { price, revenue, judgedAt } = verdict;
  const publisherIds = conversion.cases.map(({ publisherId }) => publisherId);
  return { publisherIds, price: isInBudget(conversion) ? price : 0n, revenue, judgedAt };
}
