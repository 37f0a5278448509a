import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import {
  type PaymentBatch,
  type PaymentState,
  type TransactionKind,
  transactionKinds,
} from '../payment';
import type { PaidDay } from '../paid-day';

type Later = 'kind' | 'orderId' | 'asideSince' | 'replacements';

interface BatchDocument extends Omit<PaymentBatch, 'id' | Later> {
  readonly _id: string;
  /** Absent: `transfer`, which all were at first. */
  readonly kind?: string;
  readonly orderId?: string | null;
  readonly asideSince?: Date | null;
  /** Absent: 0. */
  readonly replacements?: number;
}

export type PaymentBatchStore = ReturnType<typeof createPaymentBatchStore>;

interface PaidDayDocument extends Readonly<Record<Exclude<keyof PaidDay, 'day'>, bigint | number>> {
  readonly _id: string;
}

const position = { _id: false, messageId: Number, hash: String };
const proof = { type: { _id: false, block: Date, confirmedAt: Date }, default: undefined };
const undecided = {
  type: { _id: false, reason: String, since: Date, lookedAt: Date },
  default: undefined,
};

/** As the index of the few that make no payments has it. */
const isNoTransfer = { kind: { $gt: '' } };

const schema = new Schema<BatchDocument>(
  {
    _id: String,
    kind: String,
    state: String,
    isAbandoned: Boolean,
    sender: String,
    position,
    next: position,
    data: String,
    signature: String,
    sentAt: Date,
    time: Date,
    amount: BigInt,
    fee: BigInt,
    paymentIds: [String],
    orderId: String,
    asideSince: Date,
    preparedAt: Date,
    transactionId: String,
    problem: String,
    undecided,
    proof,
    replacements: Number,
  } satisfies Record<keyof BatchDocument, unknown>,
  { versionKey: false, collection: 'paymentBatches' },
)
  .index({ state: 1, 'position.messageId': 1, preparedAt: 1, _id: 1 })
  .index({ paymentIds: 1 })
  .index({ orderId: 1 }, { partialFilterExpression: { orderId: { $gt: '' } } })
  .index({ kind: 1, 'position.messageId': -1 }, { partialFilterExpression: isNoTransfer })
  .index({ 'proof.confirmedAt': -1 }, { sparse: true });

/** States in which the ledger has the last word. */
const openStates: readonly PaymentState[] = ['prepared', 'sent'];

export function createPaymentBatchStore(db: Connection) {
  const model = db.model('PaymentBatch', schema);
  return {
    models: [model],

    async insert(batch: PaymentBatch, session: DatabaseSession): Promise<void> {
      await model.insertMany([toDocument(batch)], { session });
    },

    /** Batches that the ledger has not decided on, by their place in the chain, then as they were made. */
    async listOpen(): Promise<readonly PaymentBatch[]> {
      const found = await model
        .find({ state: { $in: openStates } })
        .read('primary')
        .sort({ 'position.messageId': 1, preparedAt: 1, _id: 1 })
        .lean<BatchDocument[]>();
      return found.map(toBatch);
    },

    /** Changes an open one. @returns whether it was open still. */
    async change(
      id: string,
      changes: Partial<Omit<PaymentBatch, 'id'>>,
      session: DatabaseSession,
    ): Promise<boolean> {
      const filter = { _id: id, state: { $in: openStates } };
      return (await model.updateOne(filter, { $set: changes }, { session })).matchedCount === 1;
    },

    /** Confirmed ones of an account since a time, the newest first. */
    async listConfirmedSince(
      sender: string,
      { since, limit }: { readonly since: Date; readonly limit: number },
    ): Promise<readonly PaymentBatch[]> {
      const found = await model
        .find({ 'proof.confirmedAt': { $gte: since }, state: 'confirmed', sender })
        .sort({ 'proof.confirmedAt': -1 })
        .limit(limit)
        .lean<BatchDocument[]>();
      return found.map(toBatch);
    },

    /** Sums of an account’s confirmed transactions by the days (UTC) of a time, the first day first. */
    async sumByDay(
      sender: string,
      { from, to }: { readonly from: Date; readonly to: Date },
    ): Promise<readonly PaidDay[]> {
      const day = { $dateToString: { date: '$proof.confirmedAt', format: '%Y-%m-%d' } };
      const sums = { amount: { $sum: '$amount' }, networkFees: { $sum: '$fee' } };
      const found = await model.aggregate<PaidDayDocument>([
        { $match: { 'proof.confirmedAt': { $gte: from, $lt: to }, state: 'confirmed', sender } },
        { $group: { _id: day, ...sums, transactions: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ]);
      return found.map(({ _id, amount, networkFees, transactions }) => ({
        ...{ day: new Date(_id), amount: BigInt(amount), networkFees: BigInt(networkFees) },
        transactions: Number(transactions),
      }));
    },

    /** Takes back that one is confirmed. @returns whether it was, by this transaction. */
    async reopen(
      { id, transactionId }: Pick<PaymentBatch, 'id' | 'transactionId'>,
      session: DatabaseSession,
    ): Promise<boolean> {
      const update = {
        $set: { state: 'sent', transactionId: null, proof: null },
        $inc: { replacements: 1 },
      } as const;
      const filter = { _id: id, state: 'confirmed', transactionId } as const;
      return (await model.updateOne(filter, update, { session })).matchedCount === 1;
    },

    /** Batches of an account in a state, in the order of its chain. @param after the last one before; null: none */
    async listInChain(
      { sender, state }: Pick<PaymentBatch, 'sender' | 'state'>,
      after: PaymentBatch | null,
      limit: number,
    ): Promise<readonly PaymentBatch[]> {
      const behind = after && {
        'position.messageId': { $gte: after.position.messageId },
        $or: [
          { 'position.messageId': { $gt: after.position.messageId } },
          { preparedAt: { $gt: after.preparedAt } },
          { preparedAt: after.preparedAt, _id: { $gt: after.id } },
        ],
      };
      const found = await model
        .find({ state, sender, ...behind })
        .sort({ 'position.messageId': 1, preparedAt: 1, _id: 1 })
        .limit(limit)
        .lean<BatchDocument[]>();
      return found.map(toBatch);
    },

    /** Batches of all accounts and states, by their ids. @param afterId the last id before; '': none */
    async listAll(afterId: string, limit: number): Promise<readonly PaymentBatch[]> {
      const found = await model
        .find({ _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<BatchDocument[]>();
      return found.map(toBatch);
    },

    /**
     * When the block began that has the last broadcast of an account, by its place in the chain; null: no closed block has
     * any.
     */
    async findBroadcastTime(sender: string): Promise<Date | null> {
      const found = await model
        .findOne({ kind: 'broadcast', state: 'confirmed', sender }, { proof: 1 })
        .read('primary')
        .sort({ 'position.messageId': -1 })
        .lean<Pick<BatchDocument, 'proof'>>();
      return found?.proof?.block ?? null;
    },

    /** Transactions of an order. */
    async listOfOrder(
      orderId: string,
      session?: DatabaseSession,
    ): Promise<readonly PaymentBatch[]> {
      const found = await model
        .find({ orderId }, null, session && { session })
        .lean<BatchDocument[]>();
      return found.map(toBatch);
    },

    /** The network's fees, 10^-11 coins, of confirmed transactions that make no payments. */
    async sumOtherFees(session: DatabaseSession): Promise<Amount> {
      const found = await model
        .find({ kind: { $gt: '' }, state: 'confirmed' }, { fee: 1 }, { session })
        .lean<readonly Pick<BatchDocument, 'fee'>[]>();
      return found.reduce((total, { fee }) => total + fee, 0n);
    },

    /** Says that some batch has the payment. */
    async hasPayment(paymentId: string): Promise<boolean> {
      return (await model.exists({ paymentIds: paymentId })) !== null;
    },

    /** Batches with any of some payments. @param session default: none */
    async listWith(
      paymentIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly PaymentBatch[]> {
      const found = await model
        .find({ paymentIds: { $in: paymentIds } }, null, session && { session })
        .lean<BatchDocument[]>();
      return found.map(toBatch);
    },

    /** When bytes with payments left first, by the payments: of some, or of those that the ledger has not decided on. */
    async listSentTimes(
      paymentIds: readonly string[] | 'undecided',
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, Date>> {
      const those =
        paymentIds === 'undecided'
          ? ({ state: 'sent' } as const)
          : { paymentIds: { $in: paymentIds } };
      const found = await model
        .find(those, { paymentIds: 1, sentAt: 1 }, session && { session })
        .where({ sentAt: { $ne: null } })
        .sort({ sentAt: -1 })
        .lean<{ readonly paymentIds: readonly string[]; readonly sentAt: Date }[]>();
      return new Map(found.flatMap((one) => one.paymentIds.map((id) => [id, one.sentAt] as const)));
    },
  };
}

/** A transfer is stored as it was when there was nothing else. */
function toDocument({ id, kind, orderId, asideSince, ...rest }: PaymentBatch): BatchDocument {
  return { _id: id, ...rest, ...(kind !== 'transfer' && { kind, orderId, asideSince }) };
}

function toBatch({ _id, ...document }: BatchDocument): PaymentBatch {
  const { sentAt, transactionId, problem, undecided: why, ...rest } = document;
  return {
    ...{ id: _id, ...rest, kind: toKind(_id, document.kind) },
    ...{ orderId: document.orderId ?? null, asideSince: document.asideSince ?? null },
    ...{ sentAt: sentAt ?? null, transactionId: transactionId ?? null, problem: problem ?? null },
    undecided: why ?? null,
    ...{ proof: document.proof ?? null, replacements: document.replacements ?? 0 },
  };
}

function toKind(id: string, kind = 'transfer'): TransactionKind {
  const known = transactionKinds.find((one) => one === kind);
  if (known) return known;
  throw new Error(
    `transaction ${id} is of the kind ${kind}, which a later version of Adgate stores`,
  );
}
