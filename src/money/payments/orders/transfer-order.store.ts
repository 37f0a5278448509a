import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Book } from '../../books/book';
import type { TransferOrder, TransferOrderState } from './transfer-order';

interface OrderDocument extends Omit<TransferOrder, 'id'> {
  readonly _id: string;
}

const schema = new Schema<OrderDocument>(
  {
    _id: String,
    recipient: String,
    amount: BigInt,
    message: String,
    book: String,
    state: String,
    orderedAt: Date,
    endedAt: Date,
    transactionId: String,
    reason: String,
  } satisfies Record<keyof OrderDocument, unknown>,
  { versionKey: false, collection: 'transferOrders' },
)
  .index({ state: 1, orderedAt: 1, _id: 1 })
  .index({ recipient: 1, orderedAt: -1 })
  .index({ book: 1, orderedAt: -1 });

export function createTransferOrderStore(db: Connection) {
  const model = db.model('TransferOrder', schema);
  return {
    models: [model],

    /** @returns false, and stores nothing, when there is one of this id. */
    async insert({ id, ...order }: TransferOrder, session: DatabaseSession): Promise<boolean> {
      // A duplicate key would end the transaction.
      const update = { $setOnInsert: order };
      const options = { upsert: true, session };
      return (await model.updateOne({ _id: id }, update, options)).upsertedCount === 1;
    },

    async find(id: string, session?: DatabaseSession): Promise<TransferOrder | null> {
      const found = await model
        .findById(id, null, session && { session })
        .read('primary')
        .lean<OrderDocument>();
      return found && toOrder(found);
    },

    /** Those that no bytes are signed for, the oldest first. */
    async listWaiting(limit: number): Promise<readonly TransferOrder[]> {
      const found = await model
        .find({ state: 'waiting' })
        .read('primary')
        .sort({ orderedAt: 1, _id: 1 })
        .limit(limit)
        .lean<OrderDocument[]>();
      return found.map(toOrder);
    },

    /** Orders for one recipient from one book, the newest first. */
    async listFor(
      of: Pick<TransferOrder, 'recipient' | 'book'>,
      limit: number,
      session?: DatabaseSession,
    ): Promise<readonly TransferOrder[]> {
      const found = await model
        .find({ recipient: of.recipient, book: of.book }, null, session && { session })
        .sort({ orderedAt: -1 })
        .limit(limit)
        .lean<OrderDocument[]>();
      return found.map(toOrder);
    },

    /** The order that was made last for each of some recipients from one book. */
    async listNewestFor(
      recipients: readonly string[],
      book: Book,
    ): Promise<ReadonlyMap<string, TransferOrder>> {
      // One each: a recipient may have had any number.
      const found = await Promise.all(
        recipients.map((recipient) =>
          model.findOne({ recipient, book }).sort({ orderedAt: -1 }).lean<OrderDocument>(),
        ),
      );
      return new Map(
        found.filter((one) => one !== null).map((one) => [one.recipient, toOrder(one)]),
      );
    },

    /** The order that was made last from a book; null: none was. */
    async findNewest(book: Book): Promise<TransferOrder | null> {
      const found = await model
        .findOne({ book })
        .read('primary')
        .sort({ orderedAt: -1 })
        .lean<OrderDocument>();
      return found && toOrder(found);
    },

    /** Orders of all states, by their ids. @param afterId the last id before; '': none */
    async listAll(afterId: string, limit: number): Promise<readonly TransferOrder[]> {
      const found = await model
        .find({ _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<OrderDocument[]>();
      return found.map(toOrder);
    },

    /** Changes one that is in a state. @returns whether it was. */
    async change(
      id: string,
      state: TransferOrderState,
      changes: Partial<Omit<TransferOrder, 'id'>>,
      session: DatabaseSession,
    ): Promise<boolean> {
      const update = { $set: changes };
      return (await model.updateOne({ _id: id, state }, update, { session })).matchedCount === 1;
    },

    /** Returns all that no bytes are signed for. */
    async endWaiting(
      changes: Pick<TransferOrder, 'reason' | 'endedAt'>,
      session: DatabaseSession,
    ): Promise<void> {
      const update = { $set: { state: 'returned', ...changes } } as const;
      await model.updateMany({ state: 'waiting' }, update, { session });
    },

    /** The sum of orders in a state, 10^-11 coins. */
    async sumOf(state: TransferOrderState, session: DatabaseSession): Promise<Amount> {
      const found = await model
        .find({ state }, { amount: 1 }, { session })
        .lean<readonly Pick<OrderDocument, 'amount'>[]>();
      return found.reduce((total, { amount }) => total + amount, 0n);
    },
  };
}

function toOrder({ _id, ...rest }: OrderDocument): TransferOrder {
  return { ...rest, id: _id };
}
