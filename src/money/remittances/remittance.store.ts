import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { nativeCollection } from '../../platform/database/native-collection';
import type { Remittance, RemittanceLine } from './remittance';

interface RemittanceDocument extends Omit<Remittance, 'id' | 'details' | 'lateAt'> {
  readonly _id: string;
  readonly lateAt?: Date;
  readonly count: number | null;
  readonly sum: Amount | null;
  readonly digest: string | null;
}

interface LineDocument {
  /** The remittance, and the number of the line from 0: lists go by it. */
  readonly _id: string;
  readonly cid: string;
  readonly value: Amount;
  readonly writtenAt: Date;
}

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
  .index(
    { paymentId: 1 },
    { unique: true, partialFilterExpression: { paymentId: { $type: 'string' } } },
  );

/** Details are told for 90 days; a payment may have taken some days till then. */
const keptSeconds = 100 * 24 * 60 * 60;

const lineSchema = new Schema<LineDocument>(
  { _id: String, cid: String, value: BigInt, writtenAt: Date } satisfies Record<
    keyof LineDocument,
    unknown
  >,
  { versionKey: false, collection: 'remittanceLines' },
).index({ writtenAt: 1 }, { expireAfterSeconds: keptSeconds });

const digits = 9;
const lineIdOf = (remittanceId: string, at: number): string =>
  `${remittanceId}:${String(at).padStart(digits, '0')}`;

/** Payments to other servers, and their details. */
export function createRemittanceStore(db: Connection) {
  const model = db.model('Remittance', schema);
  const lines = db.model('RemittanceLine', lineSchema);
  return {
    models: [model, lines],

    /** @throws a duplicate-key error where one of the account is open. */
    async insert({ details, id, lateAt: _lateAt, ...remittance }: Remittance): Promise<void> {
      await model.create({ _id: id, ...remittance, ...toStored(details) });
    },

    /** Those of some accounts that are not paid, by account. */
    async listOpen(accountIds: readonly string[]): Promise<ReadonlyMap<string, Remittance>> {
      const found = await model
        .find({ accountId: { $in: accountIds }, ...isOpen })
        .read('primary')
        .lean<RemittanceDocument[]>();
      return new Map(found.map((one) => [one.accountId, toRemittance(one)]));
    },

    /** The newest of an account that are paid. */
    async listPaid(accountId: string, limit: number): Promise<readonly Remittance[]> {
      const found = await model
        .find({ accountId, state: 'paid' })
        .sort({ beganAt: -1 })
        .limit(limit)
        .read('primary')
        .lean<RemittanceDocument[]>();
      return found.map(toRemittance);
    },

    async findByPayment(paymentId: string): Promise<Remittance | null> {
      const found = await model.findOne({ paymentId }).lean<RemittanceDocument>();
      return found && toRemittance(found);
    },

    async change(
      id: string,
      { details, ...changes }: Partial<Omit<Remittance, 'id' | 'accountId' | 'beganAt' | 'lateAt'>>,
    ): Promise<void> {
      const stored = details === undefined ? {} : toStored(details);
      await model.updateOne({ _id: id }, { $set: { ...changes, ...stored } });
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
      model.countDocuments({ ...isOpen, lateAt: { $exists: true } }),

    /** Writes lines from a number on, in the place of those that stand there. */
    async putLines(id: string, { from, put, writtenAt }: LinesToPut): Promise<void> {
      if (put.length === 0) return;
      await nativeCollection<LineDocument>(lines).bulkWrite(
        put.map((line, at) => {
          const _id = lineIdOf(id, from + at);
          return {
            replaceOne: { filter: { _id }, replacement: { _id, ...line, writtenAt }, upsert: true },
          };
        }),
        { ordered: false },
      );
    },

    /** Removes lines from a number on. */
    async removeLines(id: string, from: number): Promise<void> {
      const behind = lineIdOf(id, 10 ** digits - 1);
      await lines.deleteMany({ _id: { $gte: lineIdOf(id, from), $lte: behind } });
    },

    /** A page of lines, in their order. */
    async listLines(
      id: string,
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): Promise<readonly RemittanceLine[]> {
      if (limit === 0 || offset >= 10 ** digits) return [];
      const last = Math.min(offset + limit, 10 ** digits) - 1;
      const found = await nativeCollection<LineDocument>(lines)
        .find(
          { _id: { $gte: lineIdOf(id, offset), $lte: lineIdOf(id, last) } },
          { projection: { cid: 1, value: 1 }, batchSize: limit },
        )
        .sort({ _id: 1 })
        .toArray();
      return found.map(({ cid, value }) => ({ cid, value }));
    },
  };
}

interface LinesToPut {
  readonly from: number;
  readonly put: readonly RemittanceLine[];
  readonly writtenAt: Date;
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
  ...rest
}: RemittanceDocument): Remittance {
  const details = count === null || sum === null || digest === null ? null : { count, sum, digest };
  return { id: _id, ...rest, lateAt: lateAt ?? null, details };
}
