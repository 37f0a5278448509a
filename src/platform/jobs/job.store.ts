import { type Connection, type PipelineStage, Schema } from 'mongoose';
import { leaseMs } from '../database/lease';
import { bulkUpsertRacing } from '../database/upsert';
import type { JobDefinition } from './job';
import type { EndedTurn, JobPiece, TakenPiece } from './job-state';

interface JobDocument extends Omit<JobPiece, 'nextRunAt'> {
  /** `<job>`, or `<job>:<piece>`. */
  readonly _id: string;
  readonly job: string;
  readonly nextRunAt: Date;
  /** Somebody asked for a run while one was under way. */
  readonly isWanted: boolean;
  /** The lease of `holder`; what nobody holds has expired long ago. */
  readonly expiresAt: Date;
  readonly fence: number;
}

type Update = Extract<PipelineStage, { $set: unknown }>[];

const schema = new Schema<JobDocument>(
  {
    _id: String,
    job: String,
    piece: { type: String, default: null },
    nextRunAt: Date,
    isWanted: Boolean,
    holder: { type: String, default: null },
    expiresAt: Date,
    fence: Number,
    lastStartedAt: { type: Date, default: null },
    lastEndedAt: { type: Date, default: null },
    lastResult: { type: String, default: null },
    lastMessage: { type: String, default: null },
    runs: Number,
    lostRuns: Number,
  } satisfies Record<keyof JobDocument, unknown>,
  { versionKey: false, collection: 'jobs' },
).index({ nextRunAt: 1 });

const longAgo = new Date(0);
/** No clock that is right gives one of more. */
const longestLeaseMs = 3 * leaseMs;

function toPiece({ holder, nextRunAt, ...rest }: JobDocument): JobPiece {
  const { piece, lastStartedAt, lastEndedAt, lastResult, lastMessage, runs, lostRuns } = rest;
  return {
    piece,
    nextRunAt: holder === null ? nextRunAt : null,
    holder,
    lastStartedAt,
    lastEndedAt,
    lastResult,
    lastMessage,
    runs,
    lostRuns,
  };
}

/** Turns of jobs, and the leases that keep them apart: two small documents of a write each. */
export function createJobStore(db: Connection) {
  const model = db.model('Job', schema);
  const whole = { updatePipeline: true } as const;

  async function take(
    filter: object,
    holder: string,
    now: Date,
    forMs: number,
  ): Promise<TakenPiece | null> {
    // A lease that was not given back is a run that was lost; its holder may be dead, so that the next one says so.
    const isLost = { $ne: ['$holder', null] };
    const update: Update = [
      {
        $set: {
          lostRuns: { $add: ['$lostRuns', { $cond: [isLost, 1, 0] }] },
          lastResult: { $cond: [isLost, 'lost', '$lastResult'] },
          lastMessage: { $cond: [isLost, { $concat: ['by ', '$holder'] }, '$lastMessage'] },
          runs: { $add: ['$runs', 1] },
          fence: { $add: ['$fence', 1] },
          isWanted: false,
          lastStartedAt: now,
          expiresAt: new Date(now.getTime() + forMs),
        },
      },
      { $set: { holder: { $literal: holder } } },
    ];
    const taken = await model
      .findOneAndUpdate({ ...filter, expiresAt: { $lte: now } }, update, {
        ...whole,
        sort: { nextRunAt: 1 },
        returnDocument: 'after',
      })
      .lean<JobDocument>();
    return taken && { id: taken._id, piece: taken.piece, fence: taken.fence, leaseMs: forMs };
  }

  return {
    models: [model],

    /**
     * Makes pieces that are new. What a clock that was wrong has put off, a turn or the end of a lease, is brought
     * forward.
     */
    async prepare(jobs: readonly JobDefinition[], now: Date): Promise<void> {
      const operations = jobs.flatMap(({ name, everySeconds, pieces = [null] }) =>
        pieces.map((piece) => ({
          updateOne: {
            filter: { _id: idOf(name, piece) },
            update: {
              $min: { nextRunAt: new Date(now.getTime() + everySeconds * 1000) },
              $setOnInsert: {
                job: name,
                piece,
                isWanted: false,
                holder: null,
                expiresAt: longAgo,
                fence: 0,
                runs: 0,
                lostRuns: 0,
              },
            },
            upsert: true,
          },
        })),
      );
      if (operations.length > 0) await bulkUpsertRacing(model, operations);
      const latest = new Date(now.getTime() + longestLeaseMs);
      await model.updateMany({ expiresAt: { $gt: latest } }, { $set: { expiresAt: latest } });
    },

    /** Names of jobs with a piece that is due and that nobody runs. */
    async listDue(now: Date): Promise<ReadonlySet<string>> {
      const due = await model
        .find({ nextRunAt: { $lte: now }, expiresAt: { $lte: now } }, { job: 1 })
        .lean<Pick<JobDocument, 'job'>[]>();
      return new Set(due.map(({ job }) => job));
    },

    /** Takes the piece of a job that has been due for longest; null when nothing is. */
    takeDue(job: string, holder: string, now: Date, forMs = leaseMs): Promise<TakenPiece | null> {
      return take({ job, nextRunAt: { $lte: now } }, holder, now, forMs);
    },

    /** Takes a piece, due or not; null while somebody else runs it. */
    takePiece(job: string, piece: string | null, holder: string, now: Date, forMs = leaseMs) {
      return take({ _id: idOf(job, piece) }, holder, now, forMs);
    },

    /** Renews the taker's lease of the piece. @returns false when the piece is not the taker's any more. */
    async renew({ id, fence, leaseMs: forMs }: TakenPiece, now: Date): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, fence, holder: { $ne: null } },
        { $set: { expiresAt: new Date(now.getTime() + forMs) } },
      );
      return matchedCount === 1;
    },

    /** Gives a piece back; false when somebody else has taken it. */
    async end({ id, fence }: TakenPiece, ended: EndedTurn): Promise<boolean> {
      const { endedAt, result, message, nextRunAt } = ended;
      const update: Update = [
        {
          $set: {
            holder: null,
            expiresAt: longAgo,
            nextRunAt: { $cond: ['$isWanted', endedAt, nextRunAt] },
            lastEndedAt: endedAt,
            lastResult: result,
            lastMessage: { $literal: message },
            lostRuns: { $add: ['$lostRuns', result === 'lost' ? 1 : 0] },
          },
        },
      ];
      const filter = { _id: id, fence, holder: { $ne: null } };
      return (await model.updateOne(filter, update, whole)).matchedCount === 1;
    },

    /** Makes every piece of a job due at once, those that run when they have ended. */
    async want(job: string, now: Date): Promise<void> {
      await model.updateMany({ job }, { $set: { isWanted: true, nextRunAt: now } });
    },

    /** Makes pieces of a job due that are so only later; those that run stay as they are. */
    async bringForward(job: string, pieces: readonly string[], now: Date): Promise<void> {
      if (pieces.length === 0) return;
      await model.updateMany(
        { job, piece: { $in: pieces }, nextRunAt: { $gt: now }, holder: null },
        { $set: { nextRunAt: now } },
      );
    },

    /** Pieces of all jobs, by job. */
    async list(): Promise<ReadonlyMap<string, readonly JobPiece[]>> {
      const stored = await model.find().sort({ _id: 1 }).lean<JobDocument[]>();
      const byJob = Map.groupBy(stored, ({ job }) => job);
      return new Map([...byJob].map(([job, pieces]) => [job, pieces.map(toPiece)]));
    },
  };
}

function idOf(job: string, piece: string | null): string {
  return piece === null ? job : `${job}:${piece}`;
}
