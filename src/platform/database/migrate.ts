import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { ConfigError } from '../../config';
import { takeLease } from './lease';
import { migrations as all } from './migrations';
import type { Migration } from './migrations/migration';
import { assertWhole } from './restore-mark';
import { databaseOf } from './database-of';

interface AppliedMigration {
  /** The migration's number. */
  readonly _id: number;
  readonly name: string;
  readonly appliedAt: Date;
}

interface MigrateOptions {
  readonly log: Logger;
  readonly now: () => Date;
  /** Default: all that there are. */
  readonly migrations?: readonly Migration[];
}

const lookEveryMs = 250;

/**
 * Brings the database to the form that this version stores, once and forward. Of several gateways that start at once,
 * one does it and the others wait; when it dies, another one goes on.
 *
 * @throws when a newer version has been there, whose form this one does not know, or a restore was cut off.
 */
export async function migrate(connection: Connection, options: MigrateOptions): Promise<void> {
  const { migrations = all, now, log } = options;
  const db = databaseOf(connection);
  await assertWhole(db);
  const applied = db.collection<AppliedMigration>('migrations');
  const listPending = async () => {
    const numbers = new Set((await applied.find().toArray()).map(({ _id }) => _id));
    const newest = Math.max(0, ...numbers);
    if (newest > (migrations.at(-1)?.number ?? 0))
      throw new ConfigError(
        `the database has form ${newest}, which a newer version of Adgate stores: start that one`,
      );
    const pending = migrations.filter(({ number }) => !numbers.has(number));
    log.debug(
      { form: newest, pending: pending.map(({ name }) => name) },
      pending.length > 0 ? 'migrations are due' : 'the database has its form',
    );
    return pending;
  };
  while ((await listPending()).length > 0) {
    const lease = await takeLease(db, 'migrations', now);
    if (!lease) {
      log.debug('another gateway migrates the database');
      await sleep(lookEveryMs);
      continue;
    }
    try {
      // Asked again: the holder of the lease before us may have done them.
      for (const migration of await listPending()) await apply(db, migration, options);
    } finally {
      await lease.release();
    }
  }
}

/** The newest form that this version knows. */
export const newestForm = all.at(-1)?.number ?? 0;

/** The number of the last migration that a database has seen; 0: none. */
export async function readFormNumber(db: mongo.Db, session?: mongo.ClientSession): Promise<number> {
  const [last] = await db
    .collection<AppliedMigration>('migrations')
    .find({}, { sort: { _id: -1 }, limit: 1, ...(session && { session }) })
    .toArray();
  return last?._id ?? 0;
}

async function apply(
  db: mongo.Db,
  migration: Migration,
  { log, now }: MigrateOptions,
): Promise<void> {
  const { number, name } = migration;
  const begin = performance.now();
  log.debug({ migration: `${number} ${name}` }, 'a migration begins');
  await migration.run(db, now);
  await db
    .collection<AppliedMigration>('migrations')
    .updateOne(
      { _id: number },
      { $setOnInsert: { name, appliedAt: now() } },
      { upsert: true, writeConcern: { w: 'majority' } },
    );
  const ms = Math.round(performance.now() - begin);
  log.info({ migration: `${number} ${name}`, ms }, 'the database was migrated');
}
