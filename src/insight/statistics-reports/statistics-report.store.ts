import { type Connection, Schema } from 'mongoose';
import type { StatisticsReport } from './statistics-report';

interface ReportDocument extends Omit<StatisticsReport, 'id'> {
  readonly _id: string;
  /** Which of the account's that are prepared it is, from 1: no two have the same. Absent once it is not prepared any more. */
  readonly slot?: number;
  /** How often somebody has begun to prepare it. */
  readonly tries: number;
  /** How many of the tries were put off: they are no fault of its own. Absent: none. */
  readonly putOffs?: number;
  /** When it may be tried again; absent: at once. */
  readonly notBefore?: Date;
  readonly columns?: readonly string[];
  /** How many parts its rows are in. */
  readonly partCount?: number;
}

interface PartDocument {
  /** Report, try and number of the part. */
  readonly _id: string;
  readonly accountId: string;
  readonly bytes: Uint8Array | { readonly buffer: Uint8Array };
  readonly expiresAt: Date;
}

/** Some rows of a report, as one try to prepare it has found them. */
export interface ReportPart {
  readonly reportId: string;
  readonly attempt: number;
  /** From 0. */
  readonly number: number;
}

/** A report that this process is to prepare. */
export interface TakenReport {
  readonly report: StatisticsReport;
  /** From 1. */
  readonly attempt: number;
  /** How many tries before this one were put off. */
  readonly putOffs: number;
}

/** A report whose rows are there. */
export interface KeptReport {
  readonly report: StatisticsReport;
  readonly attempt: number;
  readonly columns: readonly string[];
  readonly partCount: number;
}

const schema = new Schema<ReportDocument>(
  {
    _id: String,
    accountId: String,
    name: String,
    question: Schema.Types.Mixed,
    state: String,
    failure: { type: String, default: null },
    createdAt: Date,
    expiresAt: Date,
    slot: Number,
    tries: Number,
    putOffs: Number,
    notBefore: Date,
    columns: { type: [String], default: undefined },
    partCount: Number,
  } satisfies Record<keyof ReportDocument, unknown>,
  { versionKey: false, collection: 'statisticsReports', minimize: false },
)
  .index({ accountId: 1, createdAt: 1 })
  .index({ accountId: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $gt: 0 } } })
  .index({ state: 1, createdAt: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const partSchema = new Schema<PartDocument>(
  { _id: String, accountId: String, bytes: Buffer, expiresAt: Date } satisfies Record<
    keyof PartDocument,
    unknown
  >,
  { versionKey: false, collection: 'statisticsReportParts' },
)
  .index({ accountId: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const partIdOf = ({ reportId, attempt, number }: ReportPart) => `${reportId}:${attempt}:${number}`;

function toReport(document: ReportDocument): StatisticsReport {
  const { _id, slot, tries, putOffs, notBefore, columns, partCount, ...rest } = document;
  return { id: _id, ...rest };
}

function toKept(document: ReportDocument): KeptReport {
  const { tries, columns = [], partCount = 0 } = document;
  return { report: toReport(document), attempt: tries, columns, partCount };
}

/** Reports and their rows. What has expired is not there, whether the database has deleted it yet or not. */
export function createStatisticsReportStore(db: Connection) {
  const model = db.model('StatisticsReport', schema);
  const parts = db.model('StatisticsReportPart', partSchema);

  /** Removes the rows that a report has, whichever try has found them. */
  async function clearParts(reportId: string): Promise<void> {
    await parts.deleteMany({ _id: { $gte: `${reportId}:`, $lt: `${reportId};` } });
  }

  return {
    models: [model, parts],

    /** @throws a duplicate-key error where a report of the account is prepared in the slot. */
    async insert({ id, ...rest }: StatisticsReport, slot: number): Promise<void> {
      await model.create({ _id: id, ...rest, slot, tries: 0 });
    },

    /** The reports of an account, newest first. */
    async listOwned(accountId: string, now: Date): Promise<readonly KeptReport[]> {
      const found = await model
        .find({ accountId, expiresAt: { $gt: now } })
        .sort({ createdAt: -1 })
        .lean<ReportDocument[]>();
      return found.map(toKept);
    },

    async findOwned(accountId: string, id: string, now: Date): Promise<KeptReport | null> {
      const found = await model
        .findOne({ _id: id, accountId, expiresAt: { $gt: now } })
        .lean<ReportDocument>();
      return found && toKept(found);
    },

    /** Takes the report that has waited longest, for the next try to prepare it; null: no report waits. */
    async takeNext(now: Date): Promise<TakenReport | null> {
      const found = await model
        .findOneAndUpdate(
          { state: 'preparing', expiresAt: { $gt: now }, notBefore: { $not: { $gt: now } } },
          { $inc: { tries: 1 } },
          { sort: { createdAt: 1 }, returnDocument: 'after' },
        )
        .lean<ReportDocument>();
      return (
        found && { report: toReport(found), attempt: found.tries, putOffs: found.putOffs ?? 0 }
      );
    },

    /** Leaves a report to a later try. */
    async putOff({ report, attempt }: TakenReport, notBefore: Date): Promise<void> {
      await model.updateOne(
        { _id: report.id, state: 'preparing', tries: attempt },
        { $set: { notBefore }, $inc: { putOffs: 1 } },
      );
    },

    clearParts,

    async addPart(part: ReportPart, { accountId, expiresAt }: StatisticsReport, bytes: Uint8Array) {
      await parts.create({ _id: partIdOf(part), accountId, bytes: Buffer.from(bytes), expiresAt });
    },

    /** null: it is not there any more. */
    async findPart(part: ReportPart): Promise<Uint8Array | null> {
      const found = await parts.findById(partIdOf(part)).lean<PartDocument>();
      if (!found) return null;
      return found.bytes instanceof Uint8Array ? found.bytes : found.bytes.buffer;
    },

    /** Ends the preparation of a report; nothing where somebody else has begun with it meanwhile. */
    async finish(
      { report, attempt }: TakenReport,
      changes:
        | {
            readonly state: 'ready';
            readonly columns: readonly string[];
            readonly partCount: number;
          }
        | { readonly state: 'failed'; readonly failure: string },
    ): Promise<void> {
      await model.updateOne(
        { _id: report.id, state: 'preparing', tries: attempt },
        { $set: changes, $unset: { slot: true } },
      );
    },

    async delete({ id }: StatisticsReport): Promise<void> {
      await model.deleteOne({ _id: id });
      await clearParts(id);
    },
  };
}
