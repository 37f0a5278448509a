import type { mongo } from 'mongoose';
import { dayMs, minuteMs } from '../../../time';
import { localDayOf } from '../../../time-zone';
import type { Migration } from './migration';

interface Campaign {
  readonly _id: string;
  readonly advertiserId: string;
  /** Absent: UTC. */
  readonly timeZone?: string;
}

interface Hour {
  readonly campaignId: string;
  readonly hour: Date;
  /** Absent: nothing. */
  readonly spent?: bigint;
}

/** Campaigns in memory, and in one statement, at a time. */
const batchSize = 500;
/** Today has begun by then in every time zone, and so has the day of what is still judged. */
const daysBack = 3;
const safely = { ordered: false, writeConcern: { w: 'majority' } } as const;

/**
 * Sums up what campaigns have spent in all and on the last days, for budgets of these; names the time zone of their histories. A day that
 * does not begin with an hour of UTC has the whole of its first hour.
 */
export const periodBudgets: Migration = {
  number: 15,
  name: 'period-budgets',

  async run(db, now) {
    const campaigns = db.collection<Campaign>('campaigns');
    const since = new Date(now().getTime() - daysBack * dayMs);
    let last = '';
    for (;;) {
      const batch = await campaigns
        .find({ _id: { $gt: last } }, { projection: { advertiserId: 1, timeZone: 1 } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const newest = batch.at(-1);
      if (!newest) return;
      await nameTimeZones(db, batch);
      await sumUp(db, batch, since);
      last = newest._id;
    }
  },
};

async function nameTimeZones(db: mongo.Db, batch: readonly Campaign[]): Promise<void> {
  const elsewhere = batch.filter(({ timeZone = 'UTC' }) => timeZone !== 'UTC');
  if (elsewhere.length === 0) return;
  await db.collection<Campaign>('campaigns').bulkWrite(
    elsewhere.map(({ _id, advertiserId, timeZone }) => ({
      updateOne: {
        filter: {
          ...{ _id, advertiserId },
          'states.0': { $exists: true },
          'states.timeZone': { $exists: false },
        },
        update: { $set: { 'states.0.timeZone': timeZone } },
      },
    })),
    safely,
  );
}

async function sumUp(db: mongo.Db, batch: readonly Campaign[], since: Date): Promise<void> {
  const byId = new Map(batch.map((campaign) => [campaign._id, campaign]));
  const hours = db
    .collection<Hour>('campaignHours')
    .find(
      { campaignId: { $in: [...byId.keys()] } },
      { projection: { campaignId: 1, hour: 1, spent: 1 } },
    );
  const sums = new Map<string, { readonly owner: object; spent: bigint }>();
  const add = (id: string, owner: object, spent: bigint) => {
    const sum = sums.get(id) ?? { owner, spent: 0n };
    sum.spent += spent;
    sums.set(id, sum);
  };
  for await (const { campaignId, hour, spent = 0n } of hours) {
    const { advertiserId, timeZone = 'UTC' } = byId.get(campaignId) ?? { advertiserId: '' };
    if (spent === 0n || advertiserId === '') continue;
    const owner = { campaignId, advertiserId };
    add(campaignId, owner, spent);
    if (hour < since) continue;
    // The last minute of the hour: its day has begun, whichever zone it is of.
    const { from: day } = localDayOf(timeZone, new Date(hour.getTime() + 59 * minuteMs));
    add(`${campaignId}:${day.getTime() / minuteMs}`, { ...owner, day }, spent);
  }
  if (sums.size === 0) return;
  await db.collection<{ readonly _id: string }>('campaignPeriods').bulkWrite(
    [...sums].map(([_id, { owner, spent }]) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { ...owner, spent, version: 1 } },
        upsert: true,
      },
    })),
    safely,
  );
}
