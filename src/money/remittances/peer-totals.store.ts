import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';

/** The outcome of our campaigns on a server's sites, since it is known. */
export interface PeerTotals {
  /** Accepted ones. */
  readonly views: number;
  /** By payments that the ledger confirms: 10^-11 coins. */
  readonly paid: Amount;
}

interface PeerTotalsDocument extends Partial<PeerTotals> {
  /** The server's account on the ledger, with its checksum. */
  readonly _id: string;
}

const schema = new Schema<PeerTotalsDocument>(
  { _id: String, views: Number, paid: BigInt } satisfies Record<keyof PeerTotalsDocument, unknown>,
  { versionKey: false, collection: 'peerTotals' },
);

/** Counters of other servers, kept with what they count: nobody sums up events or payments to tell them. */
export function createPeerTotalsStore(db: Connection) {
  const model = db.model('PeerTotals', schema);

  async function add(
    member: keyof PeerTotals,
    added: ReadonlyMap<string, number | Amount>,
    session: DatabaseSession,
  ): Promise<void> {
    const changes = [...added].filter(([, amount]) => Number(amount) !== 0);
    if (changes.length === 0) return;
    await model.bulkWrite(
      changes.map(([address, amount]) => ({
        updateOne: {
          filter: { _id: address },
          update: { $inc: { [member]: amount } },
          upsert: true,
        },
      })),
      { session },
    );
  }

  return {
    models: [model],

    /** @param views by address; with the session of the transaction that gives the verdicts */
    addViews: (views: ReadonlyMap<string, number>, session: DatabaseSession) =>
      add('views', views, session),

    /** @param paid by address, below 0 where a block was replaced; with the session that decides on the payments */
    addPaid: (paid: ReadonlyMap<string, Amount>, session: DatabaseSession) =>
      add('paid', paid, session),

    /** By their addresses; those of whom nothing is counted are left out. */
    async listByPeers(addresses: readonly string[]): Promise<ReadonlyMap<string, PeerTotals>> {
      const found = await model
        .find({ _id: { $in: addresses } }, null, inOneReply(addresses.length))
        .lean<PeerTotalsDocument[]>();
      return new Map(found.map(({ _id, views = 0, paid = 0n }) => [_id, { views, paid }]));
    },
  };
}
