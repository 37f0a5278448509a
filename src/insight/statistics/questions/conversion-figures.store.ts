import type { Connection } from 'mongoose';
import type { Amount } from '../../../amount';
import type { ConversionVerdict } from '../../../money/verification/verdict';
import type { TimeBucket } from './calendar';

interface RecordedDocument {
  readonly _id: string;
  readonly campaignId: string;
  /** null: a confirmed click. */
  readonly conversionId: string | null;
  readonly occurredAt: Date;
  readonly verdict?: ConversionVerdict;
}

interface DefinitionDocument {
  readonly _id: string;
  readonly campaignId: string;
  readonly name: string;
  readonly eventType: string;
}

/** Sums of a definition of conversions in a time. */
export interface ConversionSum {
  /** USD. */
  cost: Amount;
  occurrences: number;
}

/** A definition, deleted or not. */
export type DescribedConversion = Omit<DefinitionDocument, '_id'>;

const batchSize = 5_000;

/** Conversions that were paid for, by their definitions. */
export function createConversionFiguresStore(db: Connection) {
  const recorded = db.collection<RecordedDocument>('recordedConversions');
  const definitions = db.collection<DefinitionDocument>('conversions');
  return {
    models: [],

    /**
     * Adds what was accepted of some campaigns to sums by definition.
     *
     * @param most conversions that are read
     * @returns how many were: one more than `most` where there are more.
     */
    async addTo(
      sums: Map<string, ConversionSum>,
      campaignIds: readonly string[],
      { from, to, most }: TimeBucket & { readonly most: number },
    ): Promise<number> {
      const found = recorded.find(
        {
          campaignId: { $in: [...campaignIds] },
          occurredAt: { $gte: new Date(from), $lt: new Date(to) },
        },
        {
          batchSize,
          limit: most + 1,
          projection: { conversionId: 1, 'verdict.status': 1, 'verdict.price': 1 },
        },
      );
      let count = 0;
      for await (const { conversionId, verdict } of found) {
        count += 1;
        if (conversionId === null || verdict?.status !== 'accepted') continue;
        const sum = sums.get(conversionId) ?? { cost: 0n, occurrences: 0 };
        sum.cost += verdict.price;
        sum.occurrences += 1;
        sums.set(conversionId, sum);
      }
      return count;
    },

    /** By their ids; unknown ids are left out. */
    async describe(ids: readonly string[]): Promise<ReadonlyMap<string, DescribedConversion>> {
      if (ids.length === 0) return new Map();
      const projection = { campaignId: 1, name: 1, eventType: 1 };
      const found = await definitions
        .find({ _id: { $in: [...ids] } }, { projection, batchSize: ids.length })
        .toArray();
      return new Map(found.map(({ _id, ...rest }) => [_id, rest]));
    },
  };
}
