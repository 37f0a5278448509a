import type { Connection } from 'mongoose';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Correction } from './correction';
import type { ConversionVerdict } from '../verdict';

interface JudgedDocument {
  readonly _id: string;
  readonly verdict?: ConversionVerdict;
  readonly previousVerdicts?: readonly ConversionVerdict[];
}

/** A correction, and the verdict that it comes to. */
export interface CorrectedVerdict extends Pick<Correction, 'of' | 'id' | 'before'> {
  readonly verdict: ConversionVerdict;
}

/** Former verdicts that a document keeps, the newest. */
const maxPreviousVerdicts = 20;

export function createCorrectionStore(db: Connection) {
  const collections = {
    event: db.collection<JudgedDocument>('events'),
    conversion: db.collection<JudgedDocument>('recordedConversions'),
  } as const;

  return {
    models: [],

    /**
     * Replaces verdicts; documents keep the former verdicts.
     *
     * @returns false where a former verdict was no longer in force: the transaction must not be committed then
     */
    async save(corrected: readonly CorrectedVerdict[], session: DatabaseSession): Promise<boolean> {
      for (const [of, ones] of Map.groupBy(corrected, (one) => one.of)) {
        const { matchedCount } = await collections[of].bulkWrite(
          ones.map(({ id, before, verdict }) => ({
            updateOne: {
              filter: {
                _id: id,
                'verdict.judgedAt': before.judgedAt,
                'verdict.reason': before.reason,
                'verdict.entryId': before.entryId,
              },
              update: {
                $set: { verdict },
                $push: { previousVerdicts: { $each: [before], $slice: -maxPreviousVerdicts } },
              },
            },
          })),
          { session },
        );
        if (matchedCount !== ones.length) return false;
      }
      return true;
    },
  };
}
