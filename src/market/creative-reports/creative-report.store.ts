import { type Connection, Schema } from 'mongoose';
import type { AllParams } from '../../platform/lists/all';
import { readAll } from '../../platform/lists/list.store';
import {
  type CreativeReport,
  type CreativeReportReason,
  creativeReportReasons,
  type ReportFinding,
} from './creative-report';

/** Reports of before they could be closed have none of these: they are open. */
interface Closing extends Pick<CreativeReport, 'finding' | 'closedAt'> {
  /** The count up to which reports are closed. */
  readonly closedCount: number;
  /** False where all reports are closed. */
  readonly isOpen: boolean;
}

interface CreativeReportDocument
  extends Omit<CreativeReport, 'id' | 'openCount' | keyof Closing>,
    Partial<Closing> {
  readonly _id: string;
}

/** The reports that an operator has looked at. */
export interface SeenReports {
  readonly reason: CreativeReportReason;
  /** As it was shown: reports that came later stay open. */
  readonly count: number;
}

/** A report that has just come. */
export interface NewCreativeReport
  extends Pick<CreativeReport, 'creativeId' | 'campaignId' | 'advertiserId' | 'reason'> {
  readonly siteId: string;
  readonly hash: string | null;
  readonly comment: string | null;
  readonly reportedAt: Date;
}

const keptSeconds = 90 * 24 * 60 * 60;
const keptComments = 10;

const schema = new Schema<CreativeReportDocument>(
  {
    _id: String,
    creativeId: String,
    campaignId: String,
    advertiserId: String,
    reason: String,
    count: Number,
    firstReportedAt: Date,
    lastReportedAt: Date,
    lastSiteId: String,
    lastHash: { type: String, default: null },
    comments: [String],
    closedCount: Number,
    isOpen: Boolean,
    finding: String,
    closedAt: Date,
  } satisfies Record<keyof CreativeReportDocument, unknown>,
  { versionKey: false, collection: 'creativeReports' },
).index({ lastReportedAt: 1 }, { expireAfterSeconds: keptSeconds });

export function createCreativeReportStore(db: Connection) {
  const model = db.model('CreativeReport', schema);
  return {
    models: [model],

    /** Counts a report: there is one document for a creative and a reason, however many reports come. */
    async count({ siteId, hash, comment, reportedAt, ...about }: NewCreativeReport): Promise<void> {
      const { creativeId, reason } = about;
      await model.updateOne(
        { _id: `${creativeId}-${reason}` },
        {
          $inc: { count: 1 },
          $set: {
            ...{ lastReportedAt: reportedAt, lastSiteId: siteId, isOpen: true },
            ...(hash && { lastHash: hash }),
          },
          $setOnInsert: { ...about, firstReportedAt: reportedAt, ...(!hash && { lastHash: null }) },
          ...(comment && { $push: { comments: { $each: [comment], $slice: -keptComments } } }),
        },
        { upsert: true },
      );
    },

    /** Closes the reports of a creative and a reason up to a count. Closing them once more changes nothing. */
    async close(
      { creativeId, reason, count }: SeenReports & Pick<CreativeReport, 'creativeId'>,
      { finding, closedAt }: { readonly finding: ReportFinding; readonly closedAt: Date },
    ): Promise<void> {
      const _id = `${creativeId}-${reason}`;
      const closing = { finding, closedAt, closedCount: count };
      const all = await model.updateOne(
        { _id, count, $nor: [{ isOpen: false, finding }] },
        { $set: { ...closing, isOpen: false } },
      );
      if (all.matchedCount > 0) return;
      // More have come since: these stay open.
      await model.updateOne(
        { _id, count: { $gt: count }, $nor: [{ closedCount: { $gte: count } }] },
        { $set: closing },
      );
    },

    /** @param isOpen null: open or not */
    async listAll(isOpen: boolean | null, page: AllParams): Promise<readonly CreativeReport[]> {
      const filter = isOpen === null ? {} : { isOpen: isOpen ? { $ne: false } : false };
      return (await readAll<CreativeReportDocument>(model, { more: filter }, page)).map(toReport);
    },

    async listByCreative(creativeId: string): Promise<readonly CreativeReport[]> {
      const ids = creativeReportReasons.map((reason) => `${creativeId}-${reason}`);
      const found = await model
        .find({ _id: { $in: ids } })
        .sort({ _id: 1 })
        .lean<CreativeReportDocument[]>();
      return found.map(toReport);
    },
  };
}

function toReport({
  _id,
  closedCount = 0,
  isOpen: _isOpen,
  finding = null,
  closedAt = null,
  ...rest
}: CreativeReportDocument): CreativeReport {
  const openCount = rest.count - closedCount;
  return { ...rest, id: _id, openCount, finding, closedAt };
}
