import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DevNodeError } from './errors';

/** "ADGL": marks our file in SQLite's header. */
const applicationId = 0x4144474c;
const formatVersion = 1;

const schema = `
  CREATE TABLE head (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT) STRICT;
  CREATE TABLE accounts (user INTEGER PRIMARY KEY, record BLOB) STRICT;
  CREATE TABLE network_accounts (node INTEGER, user INTEGER, record BLOB, PRIMARY KEY (node, user)) STRICT, WITHOUT ROWID;
  CREATE TABLE block_accounts (node INTEGER, user INTEGER, record BLOB, PRIMARY KEY (node, user)) STRICT, WITHOUT ROWID;
  CREATE TABLE touched (user INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE log (id INTEGER PRIMARY KEY, user INTEGER, time INTEGER, entry BLOB) STRICT;
  CREATE INDEX log_of_user ON log (user, id);
  CREATE TABLE transactions (message INTEGER, position INTEGER, bytes BLOB, PRIMARY KEY (message, position)) STRICT, WITHOUT ROWID;
  CREATE TABLE broadcasts (message INTEGER, position INTEGER, input_hash BLOB, public_key BLOB, PRIMARY KEY (message, position)) STRICT, WITHOUT ROWID;
  CREATE TABLE messages (id INTEGER PRIMARY KEY, block INTEGER, time INTEGER, signature BLOB, hash BLOB) STRICT;
  CREATE INDEX messages_of_block ON messages (block, id);
  CREATE TABLE blocks (time INTEGER PRIMARY KEY, header BLOB, signature BLOB, nodes BLOB, log BLOB) STRICT;
  CREATE TABLE nodes (id INTEGER PRIMARY KEY, public_key BLOB, status INTEGER) STRICT;
`;

/**
 * Opens the ledger kept in a folder, or makes an empty one; ':memory:' keeps nothing. What a
 * transaction has committed is on the disk. The folder belongs to this process until it ends.
 *
 * @throws {DevNodeError} when another process has it, or its file is not a ledger of this version.
 */
export function openStorage(folder: string): DatabaseSync {
  const isTemporary = folder === ':memory:';
  if (!isTemporary) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = isTemporary ? folder : join(folder, 'ledger.sqlite');
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -8192; BEGIN EXCLUSIVE');
    prepareSchema(db);
    db.exec('COMMIT');
    return db;
  } catch (error) {
    db.close();
    throw describe(error, file);
  }
}

function prepareSchema(db: DatabaseSync): void {
  const id = numberOf(db, 'application_id');
  const isEmpty = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n'] === 0;
  if (id === 0 && isEmpty) {
    db.exec(`${schema} PRAGMA application_id = ${applicationId};
      PRAGMA user_version = ${formatVersion}`);
    return;
  }
  if (id !== applicationId) throw new DevNodeError('it is not a ledger of this program');
  const version = numberOf(db, 'user_version');
  if (version !== formatVersion) {
    throw new DevNodeError(`it has format ${version}, this program reads ${formatVersion}`);
  }
}

function numberOf(db: DatabaseSync, pragma: string): number {
  return Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}

const sqliteBusy = 5;

function describe(cause: unknown, file: string): Error {
  const isBusy = cause instanceof Error && 'errcode' in cause && cause.errcode === sqliteBusy;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DevNodeError(
    `cannot use ${file}: ${isBusy ? 'another process has it open' : reason}`,
    { cause },
  );
}
