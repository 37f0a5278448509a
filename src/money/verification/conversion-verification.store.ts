import type { Connection } from 'mongoose';
import type { RecordedConversion } from '../../market/recorded-conversions/recorded-conversion';
import type { RecordedConversionDocument } from '../../market/recorded-conversions/recorded-conversion.store';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { ConversionVerdict } from './verdict';
import { AlreadyJudgedError } from './verification.store';
import { assertPresent } from '../../present';

type ConversionVerdictDocument = Omit<RecordedConversionDocument, 'verdict'> & {
  readonly verdict?: ConversionVerdict;
};

/** The gain of a definition by accepted conversions. */
export interface ConversionGain {
  /** Id of the definition. */
  readonly id: string;
  /** USD. */
  readonly cost: bigint;
  readonly occurrences: bigint;
}

const isOpen = { verdict: { $exists: false } };

/** Recorded conversions on their way to a verdict. */
export function createConversionVerificationStore(db: Connection) {
  const recorded = db.collection<ConversionVerdictDocument>('recordedConversions');
  const definitions = db.collection<{ _id: string }>('conversions');

  return {
    models: [],

    /** Partitions with a conversion that is due. */
    async listDuePartitions(now: Date): Promise<readonly number[]> {
      const due = await recorded
        .find({ verifyAt: { $lte: now } }, { projection: { partition: 1 } })
        .limit(1_000)
        .toArray();
      return [
        ...new Set(
          due.map(({ partition }) => assertPresent(partition, 'what is due is in a partition')),
        ),
      ];
    },

    /** Lists the conversions that have been due for longest. */
    async listDue(
      partition: number,
      { now, limit, session }: { now: Date; limit: number; session: DatabaseSession },
    ): Promise<readonly RecordedConversion[]> {
      const found = await recorded
        .find({ partition, verifyAt: { $lte: now } }, { session })
        .sort({ verifyAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
    },

    /** @throws {AlreadyJudgedError} where one of the conversions has a verdict. */
    async saveVerdicts(
      verdicts: ReadonlyMap<string, ConversionVerdict>,
      session: DatabaseSession,
    ): Promise<void> {
      if (verdicts.size === 0) return;
      const { matchedCount } = await recorded.bulkWrite(
        [...verdicts].map(([_id, verdict]) => ({
          updateOne: {
            filter: { _id, ...isOpen },
            update: {
              $set: { verdict },
              $unset: { partition: true, verifyAt: true, remoteAddress: true },
            },
          },
        })),
        { session },
      );
      if (matchedCount !== verdicts.size)
        throw new AlreadyJudgedError('some conversions have a verdict already');
    },

    async putOff(ids: readonly string[], until: Date, session: DatabaseSession): Promise<void> {
      if (ids.length === 0) return;
      await recorded.updateMany(
        { _id: { $in: [...ids] }, ...isOpen },
        { $set: { verifyAt: until } },
        { session },
      );
    },

    /** Adds to what definitions have cost so far, deleted ones too. */
    async addGains(gains: readonly ConversionGain[], session: DatabaseSession): Promise<void> {
      if (gains.length === 0) return;
      await definitions.bulkWrite(
        gains.map(({ id, cost, occurrences }) => ({
          updateOne: { filter: { _id: id }, update: { $inc: { cost, occurrences } } },
        })),
        { session },
      );
    },
  };
}
