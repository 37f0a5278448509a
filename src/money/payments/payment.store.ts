import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';
import { nativeCollection } from '../../platform/database/native-collection';
import { readAll, readNewest, readSlice } from '../../platform/lists/list.store';
import type { AllParams } from '../../platform/lists/all';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import type { Payment, PaymentKind, PaymentState } from './payment';
import { createPaymentTable } from './payment-table.store';
import type { PaymentBatchStore } from './batch/payment-batch.store';

interface PaymentDocument extends Omit<Payment, 'id' | 'preparedAt' | 'kind'> {
  readonly _id: string;
  /** Absent: earnings. All were, before there were withdrawals. */
  readonly kind?: PaymentKind;
  /** When it was prepared: lists go by it. */
  readonly createdAt: Date;
  /** Lists ask for it; nothing deletes a payment. */
  readonly deletedAt: null;
}

/** The filter of an operator; absent or null: any. */
export interface PaymentFilter {
  readonly state?: PaymentState | null;
  readonly accountId?: string | null;
}

const schema = new Schema<PaymentDocument>(
  {
    _id: String,
    kind: String,
    accountId: String,
    address: String,
    amount: BigInt,
    state: String,
    earnedFrom: Date,
    dueSince: Date,
    earnedUntil: Date,
    heldHours: { type: [String], default: undefined },
    createdAt: Date,
    sentAt: Date,
    confirmedAt: Date,
    returnedAt: Date,
    transactionId: String,
    reason: String,
    deletedAt: Date,
  } satisfies Record<keyof PaymentDocument, unknown>,
  { versionKey: false, collection: 'payments' },
)
  .index({ accountId: 1, createdAt: 1, _id: 1 })
  .index({ accountId: 1, amount: 1, _id: 1 })
  .index({ state: 1, _id: 1 })
  .index({ createdAt: -1, _id: -1 })
  .index({ state: 1, createdAt: -1, _id: -1 });

/**
 * A payment that is sent is stored as prepared: its batch says that its bytes have left. So a batch is sent by one write.
 */
export function createPaymentStore(
  db: Connection,
  { listSentTimes }: Pick<PaymentBatchStore, 'listSentTimes'>,
) {
  const model = db.model('Payment', schema);

  async function toPayments(
    found: readonly PaymentDocument[],
    session?: DatabaseSession,
  ): Promise<readonly Payment[]> {
    const prepared = found.filter(({ state }) => state === 'prepared').map(({ _id }) => _id);
    const sent = prepared.length === 0 ? null : await listSentTimes(prepared, session);
    return found.map((one) =>
      // A batch of theirs may also have had some that were returned.
      toPayment(one, one.state === 'prepared' ? sent?.get(one._id) : undefined),
    );
  }

  async function toPaymentOrNull(found: PaymentDocument | null): Promise<Payment | null> {
    const [payment = null] = found ? await toPayments([found]) : [];
    return payment;
  }

  /** Payments in a state, as they are stored. */
  async function conditionsOf(state: PaymentState | null | undefined): Promise<object> {
    if (state !== 'prepared' && state !== 'sent') return { ...(state && { state }) };
    const sent = [...(await listSentTimes('undecided')).keys()];
    return state === 'prepared'
      ? { state, _id: { $nin: sent } }
      : { $or: [{ state }, { state: 'prepared', _id: { $in: sent } }] };
  }

  return {
    models: [model],
    ...createPaymentTable({
      conditionsOf,
      count: (filter) => model.countDocuments(filter),
      async read(filter, { sort, offset, limit }) {
        const found = model.find(filter).sort(sort).skip(offset).limit(limit);
        return toPayments(await found.lean<PaymentDocument[]>());
      },
    }),

    async insert(payments: readonly Payment[], session: DatabaseSession): Promise<void> {
      const documents = payments.map(({ id, preparedAt, ...members }) => {
        dropNulls(members);
        return { _id: id, ...members, createdAt: preparedAt, deletedAt: null };
      });
      await nativeCollection<PaymentDocument>(model).insertMany(documents, { session });
    },

    /** Changes those that are in one of some states. @returns how many. */
    async change(
      ids: readonly string[],
      states: readonly PaymentState[],
      changes: Partial<Omit<Payment, 'id'>>,
      session: DatabaseSession,
    ): Promise<number> {
      const filter = { _id: { $in: ids }, state: { $in: states } };
      return (await model.updateMany(filter, { $set: changes }, { session })).matchedCount;
    },

    async listByIds(ids: readonly string[], session?: DatabaseSession) {
      const found = await model
        .find({ _id: { $in: ids } }, null, inOneReply(ids.length, session))
        .sort({ _id: 1 })
        .lean<PaymentDocument[]>();
      return toPayments(found, session);
    },

    /** The ids of those of an account that were returned. */
    async listReturnedIds(
      accountId: string,
      session?: DatabaseSession,
    ): Promise<readonly string[]> {
      const found = await model
        .find({ accountId, state: 'returned' }, { _id: 1 }, session && { session })
        .read('primary')
        .lean<Pick<PaymentDocument, '_id'>[]>();
      return found.map(({ _id }) => _id);
    },

    /** The sum of payments in some states, 10^-11 coins, and their number. */
    async sumOf(
      states: readonly PaymentState[],
      session: DatabaseSession,
    ): Promise<{ readonly amount: Amount; readonly count: number }> {
      let amount = 0n;
      let count = 0;
      const found: AsyncIterable<Pick<PaymentDocument, 'amount'>> = model
        .find({ state: { $in: states } }, { amount: 1 }, { session })
        .lean<PaymentDocument>()
        .cursor();
      for await (const one of found) {
        amount += one.amount;
        count += 1;
      }
      return { amount, count };
    },

    /** The sums that are prepared and not decided, 10^-11 coins, by account; accounts without any are left out. */
    async sumOnTheWay(accountIds: readonly string[]): Promise<ReadonlyMap<string, Amount>> {
      const found = await model
        .find({ state: 'prepared', accountId: { $in: accountIds } }, { accountId: 1, amount: 1 })
        .lean<Pick<PaymentDocument, 'accountId' | 'amount'>[]>();
      const sums = new Map<string, Amount>();
      for (const { accountId, amount } of found)
        sums.set(accountId, (sums.get(accountId) ?? 0n) + amount);
      return sums;
    },

    countPreparedBefore: (time: Date): Promise<number> =>
      model.countDocuments({ createdAt: { $lt: time } }),

    async findById(id: string): Promise<Payment | null> {
      return toPaymentOrNull(await model.findById(id).lean<PaymentDocument>());
    },

    /** The one of an account that the ledger has by this id in a closed block. */
    async findConfirmed(accountId: string, transactionId: string): Promise<Payment | null> {
      const found = await model
        .findOne({ accountId, transactionId, state: 'confirmed' })
        .lean<PaymentDocument>();
      return toPaymentOrNull(found);
    },

    /** The newest one of earnings of an account that was prepared before a time, and was not returned by then. */
    async findBefore(accountId: string, time: Date): Promise<Payment | null> {
      const found = await model
        .findOne({
          accountId,
          createdAt: { $lt: time },
          kind: { $ne: 'withdrawal' },
          $or: [{ state: { $ne: 'returned' } }, { returnedAt: { $gt: time } }],
        })
        .sort({ createdAt: -1 })
        .lean<PaymentDocument>();
      return toPaymentOrNull(found);
    },

    /** Those of earnings of an account that were prepared before one of its payments, and returned since, by a time. */
    async listReturnedSince(
      { accountId, preparedAt }: Payment,
      until: Date,
    ): Promise<readonly Payment[]> {
      const found = await model
        .find({
          accountId,
          createdAt: { $lt: preparedAt },
          kind: { $ne: 'withdrawal' },
          state: 'returned',
          returnedAt: { $gt: preparedAt, $lte: until },
        })
        .lean<PaymentDocument[]>();
      return toPayments(found);
    },

    /** The first one of earnings of an account that was prepared at a time or later, and was not returned. */
    async findAfter(accountId: string, time: Date): Promise<Payment | null> {
      const found = await model
        .findOne({
          accountId,
          createdAt: { $gte: time },
          kind: { $ne: 'withdrawal' },
          state: { $ne: 'returned' },
        })
        .sort({ createdAt: 1 })
        .lean<PaymentDocument>();
      return toPaymentOrNull(found);
    },

    /** Payments of an account in the order of their preparation. @param after the last one before; null: none */
    async listPrepared(
      accountId: string,
      { after, limit }: { readonly after: Payment | null; readonly limit: number },
    ): Promise<readonly Payment[]> {
      const behind = after && {
        createdAt: { $gte: after.preparedAt },
        $or: [{ createdAt: { $gt: after.preparedAt } }, { _id: { $gt: after.id } }],
      };
      const found = await model
        .find({ accountId, ...behind })
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .lean<PaymentDocument[]>();
      return toPayments(found);
    },

    async listOwned(accountId: string, slice: Slice): Promise<SliceOfItems<Payment>> {
      const toItem = (document: PaymentDocument) => document;
      const { snapshot, places } = await readSlice(model, { key: { accountId }, slice, toItem });
      // Nothing deletes a payment: no place is empty.
      return { snapshot, places: await toPayments(places.filter((one) => one !== null)) };
    },

    async listAll(
      { state, ...filter }: PaymentFilter,
      page: AllParams,
    ): Promise<readonly Payment[]> {
      const more = await conditionsOf(state);
      return toPayments(await readAll<PaymentDocument>(model, { filter, more }, page));
    },

    /** Those that were prepared last come first. */
    async listNewest(
      { state, ...of }: PaymentFilter,
      page: AllParams,
    ): Promise<readonly Payment[]> {
      const filter = { ...of, ...(await conditionsOf(state)) };
      const by = { filter, time: 'createdAt' } as const;
      return toPayments(await readNewest<PaymentDocument>(model, by, page));
    },
  };
}

/** Takes out what is not known yet: most of a payment that is new. */
function dropNulls(members: object): void {
  for (const [name, value] of Object.entries(members))
    if (value === null) Reflect.deleteProperty(members, name);
}

/** @param sentAt of its batch; undefined: none, or it is past that */
function toPayment(document: PaymentDocument, sentAt: Date | undefined): Payment {
  return {
    id: document._id,
    kind: document.kind ?? 'earnings',
    accountId: document.accountId,
    address: document.address,
    amount: document.amount,
    state: sentAt ? 'sent' : document.state,
    earnedFrom: document.earnedFrom ?? null,
    dueSince: document.dueSince ?? null,
    earnedUntil: document.earnedUntil ?? null,
    ...(document.heldHours && { heldHours: document.heldHours }),
    preparedAt: document.createdAt,
    sentAt: sentAt ?? document.sentAt ?? null,
    confirmedAt: document.confirmedAt ?? null,
    returnedAt: document.returnedAt ?? null,
    transactionId: document.transactionId ?? null,
    reason: document.reason ?? null,
  };
}
