import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { dayMs, secondMs } from '../../time';
import { hourIdOf } from '../../hour';
import type { PeerCredit } from './peer-credit';

interface CreditDocument extends Partial<Omit<PeerCredit, 'views'>> {
  /** The server's address. */
  readonly _id: string;
  /** A 64-bit integer beyond 31 bits. */
  readonly views?: number | bigint;
  /** When the prices of its campaigns are to be found anew. Absent: now. */
  readonly pricesDueAt?: Date;
}

/** A server whose campaigns are to be priced. */
export interface CreditToPrice extends Pick<PeerCredit, 'paidTo'> {
  readonly peer: string;
  /** null: they never were. */
  readonly pricesDueAt: Date | null;
}

/** Accepted views of a server's creatives of one clock hour. */
interface ViewHourDocument {
  /** The server's address, and the number of the hour. */
  readonly _id: string;
  readonly peer: string;
  readonly hour: Date;
  readonly views: number;
}

/** Accepted views of one server in one clock hour. */
export interface PeerViews {
  readonly peer: string;
  /** Start of the hour that they happened in. */
  readonly hour: Date;
  readonly views: number;
}

/** A server that has not paid for an hour by then is stopped, or has paid for a later one. */
const hoursKeptSeconds = (35 * dayMs) / secondMs;

const creditSchema = new Schema<CreditDocument>(
  {
    _id: String,
    views: Number,
    received: BigInt,
    firstPaidAt: Date,
    paidTo: Date,
    pricesDueAt: Date,
  } satisfies Record<keyof CreditDocument, unknown>,
  { versionKey: false, collection: 'peerCredits' },
);
const hourSchema = new Schema<ViewHourDocument>(
  { _id: String, peer: String, hour: Date, views: Number } satisfies Record<
    keyof ViewHourDocument,
    unknown
  >,
  { versionKey: false, collection: 'peerViewHours' },
)
  .index({ peer: 1, hour: 1 })
  .index({ hour: 1 }, { expireAfterSeconds: hoursKeptSeconds });

const noCredit: PeerCredit = { views: 0, received: 0n, firstPaidAt: null, paidTo: null };

/** Views of other servers' creatives, and how far they were paid for. */
export function createPeerCreditStore(db: Connection) {
  const credits = db.model('PeerCredit', creditSchema);
  const hours = db.model('PeerViewHour', hourSchema);
  return {
    models: [credits, hours],

    /** By address; those that nothing is known of are left out. */
    async list(addresses: readonly string[]): Promise<ReadonlyMap<string, PeerCredit>> {
      const found = await credits.find({ _id: { $in: addresses } }).lean<CreditDocument[]>();
      return new Map(found.map((credit) => [credit._id, toCredit(credit)]));
    },

    /** Coins that came from servers, 10^-11, by their addresses. */
    async listReceived(session: DatabaseSession): Promise<ReadonlyMap<string, Amount>> {
      const found = await credits
        .find({ received: { $ne: null } }, { received: 1 }, { session })
        .lean<CreditDocument[]>();
      return new Map(found.map(({ _id, received = 0n }) => [_id, received]));
    },

    /**
     * Counts views of one server, each hour once.
     *
     * @param session of the transaction that gives the verdicts
     * @returns how the server stands with them
     */
    async add(
      peer: string,
      counted: readonly PeerViews[],
      session: DatabaseSession,
    ): Promise<PeerCredit> {
      await hours.bulkWrite(
        counted.map(({ hour, views }) => ({
          updateOne: {
            filter: { _id: `${peer}:${hourIdOf(hour)}` },
            update: { $inc: { views }, $setOnInsert: { peer, hour } },
            upsert: true,
          },
        })),
        { session },
      );
      const views = counted.reduce((sum, one) => sum + one.views, 0);
      const credit = await credits
        .findOneAndUpdate(
          { _id: peer },
          { $inc: { views } },
          { upsert: true, returnDocument: 'after', session },
        )
        .lean<CreditDocument>();
      return toCredit(credit);
    },

    /** Counts coins that came from a server, below 0 where they are none any more. @param session of the transaction that books them */
    async addReceived(peer: string, received: Amount, session: DatabaseSession): Promise<void> {
      await credits.updateOne({ _id: peer }, { $inc: { received } }, { upsert: true, session });
    },

    /** Notes that a server has paid for views of an hour. @param session of the transaction that books them */
    async notePaid(
      peer: string,
      { paidTo, at }: { readonly paidTo: Date; readonly at: Date },
      session: DatabaseSession,
    ): Promise<void> {
      await credits.updateOne(
        { _id: peer },
        { $max: { paidTo }, $min: { firstPaidAt: at } },
        { upsert: true, session },
      );
    },

    /** Has the prices of a server's campaigns found soon. @param session of the transaction that books what it has paid */
    async letPrice(peer: string, at: Date, session: DatabaseSession): Promise<void> {
      await credits.updateOne({ _id: peer }, { $set: { pricesDueAt: at } }, { session });
    },

    /** Servers whose prices are due. */
    async listToPrice(now: Date): Promise<readonly CreditToPrice[]> {
      const found = await credits
        .find({ $or: [{ pricesDueAt: { $lte: now } }, { pricesDueAt: null }] })
        .lean<CreditDocument[]>();
      return found.map(({ _id, paidTo = null, pricesDueAt = null }) => ({
        ...{ peer: _id, paidTo, pricesDueAt },
      }));
    },

    /** Notes that prices were found, unless they have become due anew meanwhile. */
    async notePriced({ peer, pricesDueAt }: CreditToPrice, next: Date): Promise<void> {
      await credits.updateOne({ _id: peer, pricesDueAt }, { $set: { pricesDueAt: next } });
    },

    /** Views of a server's hours, from one on and before another. */
    async countViews(
      peer: string,
      { from, before }: { readonly from: Date; readonly before: Date },
    ): Promise<number> {
      const [sum] = await hours.aggregate<{ views: number }>([
        { $match: { peer, hour: { $gte: from, $lt: before } } },
        { $group: { _id: null, views: { $sum: '$views' } } },
      ]);
      return sum?.views ?? 0;
    },
  };
}

const toCredit = ({ _id, pricesDueAt: _dueAt, ...credit }: CreditDocument): PeerCredit => ({
  ...noCredit,
  ...credit,
  views: Number(credit.views ?? 0),
});
