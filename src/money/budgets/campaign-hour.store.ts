import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { judgedWithin } from './hour-tally';
import { createCampaignPeriods } from './campaign-period.store';
import { createHourTallies, type HourTallyDocument, minutePathOf } from './hour-tallies.store';

/** The campaign and the hour of a budget. */
export interface CampaignOfHour {
  readonly campaignId: string;
  readonly advertiserId: string;
}

/** The advertiser and the hour of funds: for all that its campaigns offer in that hour. */
export interface AccountOfHour {
  readonly advertiserId: string;
}

/** The change by the verdict of an event; changes by many events are summed up. */
export interface SpendChange extends CampaignOfHour {
  /** Its hour pays: see `budgetTimeOf`. */
  readonly budgetTime: Date;
  /** The begin of the day that this time lies in, by the campaign's time zone. */
  readonly day: Date;
  /** Unit: 10^-11 USD; 0 for a rejected event. */
  readonly spent: Amount;
  /** The same again where another server’s site has shown it; default: 0. */
  readonly peerSpent?: Amount;
  /** When it was offered; null: it takes nothing of what was set aside for offers. */
  readonly offeredAt: Date | null;
  /** Unit: 10^-11 USD. The price of a view or a click that has a verdict. */
  readonly seen: Amount;
  /** Views among them: 1 or none. */
  readonly views: bigint;
  /** When a click or a conversion was judged first; absent: it is a view. */
  readonly besideAt?: Date;
}

type CampaignHourDocument = CampaignOfHour &
  HourTallyDocument & {
    /** When its budget was seen to be used up; absent: it was not. */
    readonly usedUpAt?: Date;
  };
type AccountHourDocument = AccountOfHour & HourTallyDocument;

export type CampaignHourStore = ReturnType<typeof createCampaignHourStore>;

const members = {
  _id: String,
  advertiserId: String,
  hour: Date,
  version: Number,
  spent: BigInt,
  peerSpent: BigInt,
  minutes: Schema.Types.Mixed,
} as const;

const campaignHourSchema = new Schema<CampaignHourDocument>(
  { ...members, campaignId: String, usedUpAt: Date } satisfies Record<
    keyof CampaignHourDocument,
    unknown
  >,
  { versionKey: false, collection: 'campaignHours', minimize: false },
).index({ campaignId: 1, hour: 1 });

/** Money that is set aside lapses after minutes; money that accounts have spent stands in the books. */
const keptSeconds = 3 * 60 * 60;

const accountHourSchema = new Schema<AccountHourDocument>(members, {
  versionKey: false,
  collection: 'accountHours',
  minimize: false,
}).index({ hour: 1 }, { expireAfterSeconds: keptSeconds });

/** The budgets of clock hours: spent by campaigns, and set aside for offers of each minute. */
export function createCampaignHourStore(db: Connection) {
  const campaigns = createHourTallies<CampaignOfHour>(db, {
    name: 'CampaignHour',
    schema: campaignHourSchema,
    ownerIdOf: ({ campaignId }) => campaignId,
  });
  const accounts = createHourTallies<AccountOfHour>(db, {
    name: 'AccountHour',
    schema: accountHourSchema,
    ownerIdOf: ({ advertiserId }) => advertiserId,
  });
  const periods = createCampaignPeriods(db);
  return {
    models: [campaigns.model, accounts.model, periods.model],
    list: campaigns.list,
    takeSlices: campaigns.takeSlices,
    giveBack: campaigns.giveBack,
    /** The same of accounts: what is set aside of their funds for all of their campaigns together. */
    accounts: {
      list: accounts.list,
      takeSlices: accounts.takeSlices,
      confirm: accounts.confirm,
      giveBack: accounts.giveBack,
      lock: accounts.lock,
    },
    /** Removes the hours of some campaigns that began before a time: a few for each campaign and day. */
    async removeBefore(campaignIds: readonly string[], before: Date): Promise<void> {
      await campaigns.model.deleteMany({ campaignId: { $in: campaignIds }, hour: { $lt: before } });
    },
    /** The money that campaigns have spent of their days, and in all. */
    periods: {
      list: periods.list,
      confirm: periods.confirm,
      noteUsedUp: periods.noteUsedUp,
      removeDaysBefore: periods.removeDaysBefore,
    },

    /**
     * Notes that the budgets of hours are used up.
     *
     * @returns those of which it was not noted before.
     */
    async noteUsedUp<Hour extends { readonly id: string }>(
      hours: readonly Hour[],
      usedUpAt: Date,
      session: DatabaseSession,
    ): Promise<readonly Hour[]> {
      if (hours.length === 0) return [];
      const isNew = { _id: { $in: hours.map(({ id }) => id) }, usedUpAt: { $exists: false } };
      const found = await campaigns.model
        .find(isNew, { _id: 1 }, { session })
        .lean<{ _id: string }[]>();
      if (found.length === 0) return [];
      const ids = new Set(found.map(({ _id }) => _id));
      await campaigns.model.updateMany(
        { _id: { $in: [...ids] } },
        { $set: { usedUpAt } },
        { session },
      );
      return hours.filter(({ id }) => ids.has(id));
    },

    /**
     * Writes down what verdicts have spent of hours, days and in all, and what they leave of what was set aside for offers.
     *
     * @param session of the transaction that gives the verdicts
     */
    async spend(session: DatabaseSession, changes: readonly SpendChange[]): Promise<void> {
      const ofOffers = changes.flatMap(({ offeredAt, ...change }) =>
        offeredAt ? { ...change, at: offeredAt } : [],
      );
      await campaigns.add(session, [
        ...changes.flatMap(({ campaignId, advertiserId, budgetTime, spent, ...rest }) => {
          const { peerSpent = 0n, besideAt } = rest;
          const change = { owner: { campaignId, advertiserId }, at: budgetTime };
          const beside = besideAt && minutePathOf(judgedWithin(budgetTime, besideAt), 'beside');
          return [
            { ...change, path: 'spent', amount: spent },
            { ...change, path: 'peerSpent', amount: peerSpent },
            ...(beside === undefined ? [] : [{ ...change, path: beside, amount: spent }]),
          ];
        }),
        ...ofOffers.flatMap(({ campaignId, advertiserId, at, seen, views }) => {
          const change = { owner: { campaignId, advertiserId }, at };
          return [
            { ...change, path: minutePathOf(at, 'seen'), amount: seen },
            { ...change, path: minutePathOf(at, 'views'), amount: views },
            { ...change, path: minutePathOf(at, 'seenOfViews'), amount: views > 0n ? seen : 0n },
          ];
        }),
      ]);
      await periods.add(session, changes);
      await accounts.add(
        session,
        ofOffers.flatMap(({ advertiserId, at, seen, views }) => {
          const change = { owner: { advertiserId }, at };
          return [
            { ...change, path: minutePathOf(at, 'seen'), amount: seen },
            { ...change, path: minutePathOf(at, 'seenOfViews'), amount: views > 0n ? seen : 0n },
          ];
        }),
      );
    },
  };
}
