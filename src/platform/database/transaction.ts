import type { Connection, mongo } from 'mongoose';
import { ConfigError } from '../../config';
import { upsertRacing } from './upsert';

/**
 * The session of a transaction: every read and write of the transaction needs it. It ends with the transaction's work.
 */
export type DatabaseSession = mongo.ClientSession;

/**
 * Does a piece of work in one transaction: all of its writes or none, on one snapshot, durable on a majority when it
 * returns. What other work has disturbed is run again as a whole, so it changes nothing outside of the database.
 *
 * @throws what the work throws: nothing of it is stored then.
 */
export type InTransaction = <Result>(
  work: (session: DatabaseSession) => Promise<Result>,
) => Promise<Result>;

const options: mongo.TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
};

export function createTransactions(db: Connection): InTransaction {
  // Where two insert one `_id` at once, some servers answer the slower one with a duplicate key: it is there next time.
  return (work) =>
    upsertRacing(() => db.withSession((session) => session.withTransaction(work, options)));
}

/** The code of a server that stands alone. @see MongoDB server, error_codes.yml: IllegalOperation */
const noTransactionsCode = 20;

/** @throws {ConfigError} when the server of the database does no transactions, which one that stands alone does not. */
export async function assertTransactions(db: Connection): Promise<void> {
  const { db: database } = db;
  if (!database) throw new Error('the database is not connected');
  try {
    await createTransactions(db)((session) =>
      database.collection('migrations').findOne({}, { session }),
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === noTransactionsCode))
      throw error;
    throw new ConfigError(
      'the database does no transactions, because its server stands alone: make it a replica set, of one is enough (mongod --replSet, rs.initiate())',
      { cause: error },
    );
  }
}
