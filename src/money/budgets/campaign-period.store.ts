import { type Connection, Schema } from 'mongoose';
import { type Amount, maxAmount } from '../../amount';
import { groupsOf } from '../../non-empty';
import type { DatabaseSession } from '../../platform/database/transaction';
import { minuteMs } from '../../time';
import { positionsOfLate } from './late-writes.store';

/** The money that a campaign has spent of a day, or in all. */
export interface CampaignPeriod {
  /** Unit: 10^-11 USD. Accepted events that were offered in it, and conversions that happened in it. */
  readonly spent: Amount;
  /** Grows with every write; of the whole campaign: with each that spends or sets aside. */
  readonly version: number;
}

interface PeriodOwner {
  readonly campaignId: string;
  readonly advertiserId: string;
}

/** Money that a verdict has spent. */
export interface PeriodChange extends PeriodOwner {
  /** The begin of the day that pays, by the campaign's time zone. */
  readonly day: Date;
  /** Unit: 10^-11 USD; below 0: it is given back. */
  readonly spent: Amount;
}

/** A campaign whose figures were read in this version. */
export interface ReadVersion extends PeriodOwner {
  readonly version: number;
}

interface PeriodDocument extends PeriodOwner, CampaignPeriod {
  /** See `totalIdOf` and `dayIdOf`. */
  readonly _id: string;
  /** The begin of the day; absent: it is the campaign's whole life. */
  readonly day?: Date;
  /** The greatest budget of it that was seen to be used up; absent: none was. Unit: 10^-11 USD. */
  readonly usedUpBudget?: Amount;
}

const schema = new Schema<PeriodDocument>(
  {
    ...{ _id: String, campaignId: String, advertiserId: String },
    ...{ day: Date, spent: BigInt, version: Number, usedUpBudget: BigInt },
  } satisfies Record<keyof PeriodDocument, unknown>,
  { versionKey: false, collection: 'campaignPeriods' },
);

/** The id of what a campaign has spent in all. */
export const totalIdOf = (campaignId: string): string => campaignId;

/** The id of what it has spent of a day: minutes in order, as they have 8 digits until 2160. @param day its begin */
export const dayIdOf = (campaignId: string, day: Date): string =>
  `${campaignId}:${day.getTime() / minuteMs}`;

/** The money that campaigns have spent of their days, and in all: all of it, whatever their budgets are. */
export function createCampaignPeriods(db: Connection) {
  const model = db.model('CampaignPeriod', schema);

  async function list(
    ids: readonly string[],
    session?: DatabaseSession,
  ): Promise<ReadonlyMap<string, CampaignPeriod>> {
    if (ids.length === 0) return new Map();
    const found = await model
      .find({ _id: { $in: ids } }, { spent: 1, version: 1 }, session && { session })
      .read('primary')
      .lean<PeriodDocument[]>();
    return new Map(found.map(({ _id, spent, version }) => [_id, { spent, version }]));
  }

  return {
    model,

    /** By their ids; those that nothing is stored of are left out. @param session of the transaction that it is read in */
    list,

    /**
     * Says that money was set aside by what was read of campaigns. Of two gateways that did so by the same figures one is late, as is one
     * that a verdict has overtaken: wherever their slices are.
     *
     * @param read campaigns of which each comes once
     * @returns the positions of those that came too late.
     */
    confirm: async (read: readonly ReadVersion[]): Promise<ReadonlySet<number>> => {
      if (read.length === 0) return new Set();
      try {
        await model.bulkWrite(
          read.map(({ version, ...owner }) => ({
            updateOne: {
              filter: { _id: totalIdOf(owner.campaignId), version },
              update: { $inc: { version: 1 }, $setOnInsert: { ...owner, spent: 0n } },
              upsert: true,
            },
          })),
          { ordered: false },
        );
        return new Set();
      } catch (error) {
        return positionsOfLate(error);
      }
    },

    /**
     * Notes that budgets are used up: each amount once, and none that is less than one that was.
     *
     * @param used each of another id
     * @param session of the transaction that gives the verdicts
     * @returns those of which it was not noted before.
     */
    noteUsedUp: async <Used extends { readonly id: string; readonly budget: Amount }>(
      used: readonly Used[],
      session: DatabaseSession,
    ): Promise<readonly Used[]> => {
      if (used.length === 0) return [];
      const found = await model
        .find({ _id: { $in: used.map(({ id }) => id) } }, { usedUpBudget: 1 }, { session })
        .lean<Pick<PeriodDocument, '_id' | 'usedUpBudget'>[]>();
      const noted = new Map(found.map(({ _id, usedUpBudget }) => [_id, usedUpBudget ?? -1n]));
      const news = used.filter(({ id, budget }) => budget > (noted.get(id) ?? budget));
      if (news.length === 0) return [];
      await model.bulkWrite(
        news.map(({ id, budget }) => ({
          updateOne: { filter: { _id: id }, update: { $set: { usedUpBudget: budget } } },
        })),
        { session },
      );
      return news;
    },

    /** Removes the days of some campaigns that began before a time; their sums in all stay. */
    removeDaysBefore: async (campaignIds: readonly string[], before: Date): Promise<void> => {
      if (campaignIds.length === 0) return;
      const days = campaignIds.map((id) => ({
        _id: { $gt: `${id}:`, $lt: dayIdOf(id, before) },
      }));
      await model.deleteMany({ $or: days });
    },

    /** Adds what verdicts have spent: one write of each, in one order. @param session of the transaction that gives the verdicts */
    async add(session: DatabaseSession, changes: readonly PeriodChange[]): Promise<void> {
      const all = changes.flatMap(({ spent, day, ...rest }) => {
        if (spent === 0n) return [];
        const { campaignId, advertiserId } = rest;
        const owner = { campaignId, advertiserId };
        return [
          { id: totalIdOf(campaignId), owner, spent },
          { id: dayIdOf(campaignId, day), owner: { ...owner, day }, spent },
        ];
      });
      const byId = [...groupsOf(all, ({ id }) => id)];
      if (byId.length === 0) return;
      const inOrder = byId.sort(([one], [other]) => (one < other ? -1 : 1));
      const known = await list(
        inOrder.map(([id]) => id),
        session,
      );
      await model.bulkWrite(
        inOrder.map(([id, some]) => {
          const before = known.get(id)?.spent ?? 0n;
          const sum = some.reduce((total, { spent }) => total + spent, 0n);
          const spent = before + sum > maxAmount ? maxAmount - before : sum;
          return {
            updateOne: {
              filter: { _id: id },
              update: { $inc: { spent, version: 1 }, $setOnInsert: some[0].owner },
              upsert: true,
            },
          };
        }),
        { session },
      );
    },
  };
}
