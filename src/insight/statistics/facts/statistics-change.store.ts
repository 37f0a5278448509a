import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../../platform/database/native-collection';
import type { DatabaseSession } from '../../../platform/database/transaction';

interface ChangeDocument {
  /** Partition and batch. */
  readonly _id: string;
  /** The partition of its facts' advertisers, from 0 to 15. */
  readonly partition: number;
  readonly batch: number;
  /** How many facts there are; absent where an earlier version has stored them. */
  readonly count?: number;
  /** See `encodeFacts`. */
  readonly facts: string;
}

/** Facts of one transaction that no roll-up has yet. */
export interface StoredChange extends Pick<ChangeDocument, 'partition' | 'batch' | 'facts'> {
  readonly id: string;
}

/** As many as a batch of verdicts makes at most, but for conversions of several cases. */
const mostFacts = 1_000;

const schema = new Schema<ChangeDocument>(
  { _id: String, partition: Number, batch: Number, count: Number, facts: String } satisfies Record<
    keyof ChangeDocument,
    unknown
  >,
  { versionKey: false, collection: 'statisticsChanges' },
).index({ partition: 1, batch: 1 });

/**
 * Stores the changes that verdicts make, between the verdicts' transaction and the transaction that adds the changes to
 * the roll-ups.
 */
export function createStatisticsChangeStore(db: Connection) {
  const model = db.model('StatisticsChange', schema);
  const changes = nativeCollection<ChangeDocument>(model);
  const toChange = ({ _id, partition, batch, facts }: ChangeDocument): StoredChange => ({
    ...{ id: _id, partition, batch, facts },
  });
  return {
    models: [model],

    async insert(change: Omit<ChangeDocument, '_id'>, session: DatabaseSession): Promise<void> {
      const { partition, batch } = change;
      await changes.insertOne({ _id: `${partition}:${batch}`, ...change }, { session });
    },

    /** A partition's changes in the order of the verdicts: a fact is counted before it is taken back. */
    async list(
      { partition, limit }: { readonly partition: number | null; readonly limit: number },
      session: DatabaseSession,
    ): Promise<readonly StoredChange[]> {
      const found = await changes
        .find(partition === null ? {} : { partition }, { session, batchSize: limit })
        .sort({ partition: 1, batch: 1 })
        .limit(limit)
        .toArray();
      return found.map(toChange);
    },

    /** The partitions of changes that wait, of at most `limit`, with the number of their facts. */
    async listWaiting(
      limit: number,
    ): Promise<readonly { readonly partition: number; readonly count: number }[]> {
      const projection = { _id: 0, partition: 1, count: 1 };
      const found = await changes.find({}, { projection, batchSize: limit, limit }).toArray();
      return found.map(({ partition, count = mostFacts }) => ({ partition, count }));
    },

    async delete(taken: readonly StoredChange[], session: DatabaseSession): Promise<void> {
      for (const [partition, some] of Map.groupBy(taken, (change) => change.partition))
        await changes.deleteMany(
          { partition, _id: { $in: some.map(({ id }) => id) } },
          { session },
        );
    },
  };
}
