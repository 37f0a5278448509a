import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Remittance, RemittanceState } from './remittance';
import { createRemittanceLineStore } from './remittance-line.store';

interface RemittanceDocument extends Omit<Remittance, 'id' | 'details' | 'lateAt'> {
  readonly _id: string;
  readonly lateAt?: Date;
  /** The run of the job that collects it. Absent: none has yet. */
  readonly collector?: string;
  /** Transactions of two runs meet here. */
  readonly writes?: number;
  readonly count: number | null;
  readonly sum: Amount | null;
  readonly digest: string | null;
}

/** Questions have it as the index has it: else a partial index does not answer them. */
const isTied = { $type: 'string' } as const;
const isOpen = { state: { $in: ['collecting', 'ready'] as const } };

const schema = new Schema<RemittanceDocument>(
  {
    _id: String,
    accountId: String,
    state: String,
    count: Number,
    sum: BigInt,
    digest: String,
    beganAt: Date,
    readyAt: Date,
    paymentId: String,
    lateAt: Date,
    collector: String,
    writes: Number,
  } satisfies Record<keyof RemittanceDocument, unknown>,
  { versionKey: false, collection: 'remittances' },
)
  .index({ accountId: 1, beganAt: 1 })
  // One is open at a time.
  .index(
    { accountId: 1 },
    {
      name: 'open',
      unique: true,
      partialFilterExpression: isOpen,
    },
  )
  .index({ paymentId: 1 }, { unique: true, partialFilterExpression: { paymentId: isTied } });

/** Another run writes the details of a remittance by now. */
export class TakenUpError extends Error {
  override readonly name = 'TakenUpError';
}

/** Payments to other servers, and their details. */
export function createRemittanceStore(db: Connection) {
  const model = db.model('Remittance', schema);
  const { models, ...lines } = createRemittanceLineStore(db);
  return {
    models: [model, ...models],
    ...lines,

    /** @throws a duplicate-key error where one of the account is open. */
    async insert({ details, id, lateAt: _lateAt, ...remittance }: Remittance): Promise<void> {
      await model.create({ _id: id, ...remittance, ...toStored(details) });
    },

    /** Those of some accounts that are not paid, by account. */
    async listOpen(
      accountIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, Remittance>> {
      const found = await model
        .find({ accountId: { $in: accountIds }, ...isOpen }, null, session && { session })
        .read('primary')
        .lean<RemittanceDocument[]>();
      return new Map(found.map((one) => [one.accountId, toRemittance(one)]));
    },

    async find(id: string, session?: DatabaseSession): Promise<Remittance | null> {
      const found = await model
        .findById(id, null, session && { session })
        .read('primary')
        .lean<RemittanceDocument>();
      return found && toRemittance(found);
    },

    /** A page of all, in the order of their ids. */
    async listAll(afterId: string, limit: number): Promise<readonly Remittance[]> {
      const found = await model
        .find({ _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .read('primary')
        .lean<RemittanceDocument[]>();
      return found.map(toRemittance);
    },

    async findByPayment(paymentId: string): Promise<Remittance | null> {
      const found = await model
        .findOne({ paymentId: { $eq: paymentId, ...isTied } })
        .lean<RemittanceDocument>();
      return found && toRemittance(found);
    },

    async listByPayments(
      paymentIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly Remittance[]> {
      if (paymentIds.length === 0) return [];
      const found = await model
        .find({ paymentId: { $in: paymentIds, ...isTied } }, null, session && { session })
        .read('primary')
        .lean<RemittanceDocument[]>();
      return found.map(toRemittance);
    },

    /** Those of some payments that are to other servers. @param session default: none */
    async listTied(
      paymentIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly string[]> {
      const filter = { paymentId: { $in: paymentIds, ...isTied } };
      const found = await model
        .find(filter, { paymentId: 1 }, session && { session })
        .lean<{ readonly paymentId: string }[]>();
      return found.map(({ paymentId }) => paymentId);
    },

    /** Changes one that is in a state. @returns whether it was. */
    async change(
      id: string,
      from: RemittanceState,
      { details, ...changes }: Partial<Omit<Remittance, 'id' | 'accountId' | 'beganAt' | 'lateAt'>>,
      session?: DatabaseSession,
    ): Promise<boolean> {
      const stored = details === undefined ? {} : toStored(details);
      const set = { $set: { ...changes, ...stored } };
      const { matchedCount } = await model.updateOne(
        { _id: id, state: from },
        set,
        session && { session },
      );
      return matchedCount === 1;
    },

    /** Begins to collect one that is in a state, in the place of any run that collects it. @returns whether it was. */
    async takeUp(
      id: string,
      { from, collector }: { readonly from: RemittanceState; readonly collector: string },
      session?: DatabaseSession,
    ): Promise<boolean> {
      const collecting = {
        state: 'collecting',
        ...toStored(null),
        readyAt: null,
        collector,
      } as const;
      const update = { $set: collecting, $inc: { writes: 1 } };
      const options = session && { session };
      return (await model.updateOne({ _id: id, state: from }, update, options)).matchedCount === 1;
    },

    /** Removes one that is ready and has no lines. @returns whether it was. */
    async removeEmpty(id: string, session: DatabaseSession): Promise<boolean> {
      const filter = { _id: id, state: 'ready', count: 0 } as const;
      return (await model.deleteOne(filter, { session })).deletedCount === 1;
    },

    /** Makes a transaction one of a run that collects: it is stored only while no other run has begun. @throws {TakenUpError} where one has */
    async assertCollector(id: string, collector: string, session: DatabaseSession): Promise<void> {
      const filter = { _id: id, state: 'collecting', collector } as const;
      const { matchedCount } = await model.updateOne(filter, { $inc: { writes: 1 } }, { session });
      if (matchedCount === 0)
        throw new TakenUpError(`remittance ${id} was taken up by another run`);
    },

    /** @returns false where that is noted already. */
    async noteLate(id: string, at: Date, session: DatabaseSession): Promise<boolean> {
      const filter = { _id: id, lateAt: { $exists: false } };
      return (
        (await model.updateOne(filter, { $set: { lateAt: at } }, { session })).matchedCount > 0
      );
    },

    /** Those that are not paid, and of which operators were told that. */
    countLate: (): Promise<number> =>
      // All accounts: with them the index of open ones answers.
      model.countDocuments({ accountId: { $gt: '' }, ...isOpen, lateAt: { $exists: true } }),
  };
}

function toStored(details: Remittance['details']) {
  const { count = null, sum = null, digest = null } = details ?? {};
  return { count, sum, digest };
}

function toRemittance({
  _id,
  count,
  sum,
  digest,
  lateAt,
  collector: _collector,
  writes: _writes,
  ...rest
}: RemittanceDocument): Remittance {
  const details = count === null || sum === null || digest === null ? null : { count, sum, digest };
  return { id: _id, ...rest, lateAt: lateAt ?? null, details };
}
