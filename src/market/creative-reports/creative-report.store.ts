import { type Connection, Schema } from 'mongoose';
import type { AllParams } from '../../platform/lists/all';
import { readAll } from '../../platform/lists/list.store';
import type { CreativeReport } from './creative-report';

interface CreativeReportDocument extends Omit<CreativeReport, 'id'> {
  readonly _id: string;
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
          $set: { lastReportedAt: reportedAt, lastSiteId: siteId, ...(hash && { lastHash: hash }) },
          $setOnInsert: { ...about, firstReportedAt: reportedAt, ...(!hash && { lastHash: null }) },
          ...(comment && { $push: { comments: { $each: [comment], $slice: -keptComments } } }),
        },
        { upsert: true },
      );
    },

    async listAll(page: AllParams): Promise<readonly CreativeReport[]> {
      const found = await readAll<CreativeReportDocument>(model, {}, page);
      return found.map(({ _id, ...rest }) => ({ ...rest, id: _id }));
    },
  };
}
