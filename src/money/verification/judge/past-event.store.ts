import type { Connection } from 'mongoose';
import { budgetTimeOf } from '../../../market/events/event';
import {
  isInBudget,
  type RecordedConversion,
} from '../../../market/recorded-conversions/recorded-conversion';
import type { RecordedConversionDocument } from '../../../market/recorded-conversions/recorded-conversion.store';
import { hourOf } from '../../../hour';
import type { BookedRevenue } from './booked-revenue';
import { inOneOrder } from './in-one-order';
import type { DueEvent } from './judge';
import { paidWithin, type TimeRange } from './paid-within';
import type { ConversionVerdict, Verdict } from '../verdict';
import { judgedFields, toDueEvent, type VerdictDocument } from '../verification.store';

/** An advertiser with all campaigns that it ever had. */
export interface CampaignOwner {
  readonly advertiserId: string;
  readonly campaignIds: readonly string[];
}

/** A stored event with its verdict. */
export interface PastEvent {
  readonly event: DueEvent;
  /** null: the event has no verdict yet. */
  readonly verdict: Verdict | null;
  /** The time of the oldest kept verdict; null: the event has no verdict. */
  readonly firstJudgedAt: Date | null;
  /** True where this verdict or a former verdict found the event to be the publisher's own. */
  readonly isOwnTraffic: boolean;
}

/** A conversion with its verdict. */
export interface PastConversion {
  readonly conversion: RecordedConversion;
  readonly verdict: ConversionVerdict;
  /** The time of the oldest kept verdict. */
  readonly firstJudgedAt: Date;
}

interface RevenueSum {
  readonly _id: {
    readonly campaignId: string;
    readonly publisherId: string;
    readonly siteId: string;
    readonly judgedAt: Date;
  };
  readonly price: bigint;
  readonly revenue: bigint;
}

/** Events and conversions of past hours, in the order in which they were judged. */
export function createPastEventStore(db: Connection) {
  const events = db.collection<VerdictDocument>('events');
  const campaigns = db.collection<{ _id: string; advertiserId: string }>('campaigns');
  const conversions = db.collection<
    Omit<RecordedConversionDocument, 'verdict'> & {
      readonly verdict: ConversionVerdict;
      readonly previousVerdicts?: readonly ConversionVerdict[];
    }
  >('recordedConversions');
  const within = (campaignIds: readonly string[], { from, to }: TimeRange) => ({
    campaignId: { $in: [...campaignIds] },
    occurredAt: { $gte: from, $lt: to },
  });
  const inOrder = { allowDiskUse: true, batchSize: 1_000 } as const;

  return {
    models: [],

    /**
     * Streams the advertisers that have or had a campaign. One may be worked on for longer than the database keeps a cursor: each
     * is looked for anew.
     */
    async *streamOwners(): AsyncGenerator<CampaignOwner> {
      for (let after = ''; ; ) {
        const next = await campaigns.findOne(
          { advertiserId: { $gt: after } },
          { projection: { advertiserId: 1 }, sort: { advertiserId: 1 } },
        );
        if (next === null) return;
        const { advertiserId } = next;
        const own = campaigns.find({ advertiserId }, { projection: { _id: 1 } });
        const campaignIds = (await own.sort({ sequence: 1 }).toArray()).map(({ _id }) => _id);
        yield { advertiserId, campaignIds };
        after = advertiserId;
      }
    },

    /** Finds a time in the first hour of a range that pays for an event or a conversion of the campaigns; null: no hour does. */
    async findFirstTime(campaignIds: readonly string[], range: TimeRange): Promise<Date | null> {
      const fields = { projection: { occurredAt: 1 }, sort: { occurredAt: 1 } } as const;
      const conversion = await conversions.findOne(within(campaignIds, range), fields);
      let first = conversion?.occurredAt ?? null;
      let to = range.to;
      // An event that was offered in an earlier hour may have happened later.
      for (;;) {
        if (first !== null) to = hourOf(first);
        const { soon, late } = paidWithin(campaignIds, { from: range.from, to });
        const event =
          (await events.findOne(soon, { sort: { occurredAt: 1 } })) ??
          (await events.findOne(late, { sort: { offeredAt: 1 } }));
        if (event === null) return first;
        first = budgetTimeOf(event);
      }
    },

    /** Streams the events of one advertiser’s campaigns that the hours pay for. Events without a verdict come first. */
    async *streamJudged(
      campaignIds: readonly string[],
      range: TimeRange,
    ): AsyncGenerator<PastEvent> {
      const { soon, late } = paidWithin(campaignIds, range);
      const options = {
        ...inOrder,
        projection: {
          ...judgedFields,
          verdict: 1,
          ...{ 'previousVerdicts.reason': 1, 'previousVerdicts.judgedAt': 1 },
        },
      };
      const listOf = (filter: object) =>
        events.find(filter, options).sort({ 'verdict.batch': 1, occurredAt: 1, _id: -1 });
      for await (const document of inOneOrder(listOf(soon), listOf(late), isJudgedBefore))
        yield toPastEvent(document);
    },

    /** Streams the conversions of one advertiser’s campaigns that have a verdict. */
    async *streamConversions(
      campaignIds: readonly string[],
      range: TimeRange,
    ): AsyncGenerator<PastConversion> {
      const found = conversions.find(
        { ...within(campaignIds, range), verdict: { $exists: true } },
        { ...inOrder, projection: { partition: 0, verifyAt: 0 } },
      );
      for await (const document of found.sort({ 'verdict.batch': 1, occurredAt: 1, _id: -1 })) {
        const { _id, verdict, previousVerdicts: [first = verdict] = [], ...rest } = document;
        yield { conversion: { id: _id, ...rest }, verdict, firstJudgedAt: first.judgedAt };
      }
    },

    /** Streams the revenue that campaigns have brought publishers. Events are summed by site and batch, conversions stand one by one. */
    async *streamRevenue(
      campaignIds: readonly string[],
      range: TimeRange,
    ): AsyncGenerator<BookedRevenue & { readonly campaignId: string }> {
      const { soon, late } = paidWithin(campaignIds, range);
      const sumsOf = (filter: object) =>
        events.aggregate<RevenueSum>(
          [
            { $match: { ...filter, 'verdict.revenue': { $gt: 0n } } },
            {
              $group: {
                _id: {
                  campaignId: '$campaignId',
                  publisherId: '$publisherId',
                  siteId: '$siteId',
                  judgedAt: '$verdict.judgedAt',
                },
                price: { $sum: '$verdict.price' },
                revenue: { $sum: '$verdict.revenue' },
              },
            },
          ],
          inOrder,
        );
      for (const filter of [soon, late])
        for await (const { _id, price, revenue } of sumsOf(filter)) {
          const { campaignId, publisherId, siteId, judgedAt } = _id;
          const whose = { publisherIds: [publisherId], siteIds: [siteId] };
          yield { campaignId, ...whose, judgedAt, price, revenue };
        }
      for await (const past of this.streamConversions(campaignIds, range))
        if (past.verdict.revenue > 0n)
          yield { campaignId: past.conversion.campaignId, ...toBooked(past) };
    },
  };
}

function toPastEvent(document: VerdictDocument): PastEvent {
  const { verdict = null, previousVerdicts = [], ...rest } = document;
  const verdicts = [verdict, ...previousVerdicts];
  const isOwnTraffic = verdicts.some((one) => one?.reason === 'own_traffic');
  const firstJudgedAt = (previousVerdicts[0] ?? verdict)?.judgedAt ?? null;
  return { event: toDueEvent(rest), verdict, firstJudgedAt, isOwnTraffic };
}

/** Says that an event was judged before another. Events without a verdict come first. */
function isJudgedBefore(one: VerdictDocument, other: VerdictDocument): boolean {
  const byBatch = (one.verdict?.batch ?? -1) - (other.verdict?.batch ?? -1);
  const byTime = one.occurredAt.getTime() - other.occurredAt.getTime();
  return (byBatch || byTime) < 0 || (byBatch === 0 && byTime === 0 && one._id > other._id);
}

/** The budget that a conversion takes of its hour, and the publishers who are paid for the conversion. */
export function toBooked({ conversion, verdict }: PastConversion): BookedRevenue {
  const { price, revenue, judgedAt } = verdict;
  const publisherIds = conversion.cases.map(({ publisherId }) => publisherId);
  const siteIds = conversion.cases.map(({ siteId }) => siteId);
  return { publisherIds, siteIds, price: isInBudget(conversion) ? price : 0n, revenue, judgedAt };
}
