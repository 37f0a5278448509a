import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** "EMDB": marks our files in SQLite's header, at byte 68, big endian. */
const applicationId = 0x454d4442;
const formatVersion = 1;

const schema = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT, name TEXT, uuid BLOB, UNIQUE (db, name)) STRICT;
  CREATE TABLE indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER, spec BLOB, multikey INTEGER, ready INTEGER) STRICT;
  CREATE TABLE garbage (kind TEXT, id INTEGER, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE documents (rid INTEGER PRIMARY KEY, bson BLOB) STRICT;
  CREATE TABLE unique_keys (k BLOB PRIMARY KEY, rid INTEGER) STRICT, WITHOUT ROWID;
  CREATE TABLE keys (k BLOB, rid INTEGER, PRIMARY KEY (k, rid)) STRICT, WITHOUT ROWID;
  CREATE TABLE oplog (seq INTEGER PRIMARY KEY, last_seq INTEGER, at INTEGER, entries BLOB) STRICT;
  CREATE TABLE watched (db TEXT, collection TEXT, since INTEGER, used_at INTEGER, PRIMARY KEY (db, collection)) STRICT;
  CREATE TABLE sessions (lsid BLOB PRIMARY KEY, at INTEGER, state BLOB) STRICT, WITHOUT ROWID;
`;

/** The SQLite file of one server, locked against a second one. */
export interface Folder {
  /** The one connection that writes. */
  readonly writer: DatabaseSync;
  /** Another connection, for a snapshot; the caller closes it. */
  openReader(): DatabaseSync;
  /** Checkpoints, closes and unlocks; a folder of ':memory:' is removed. */
  close(): void;
}

/**
 * Opens the database's folder, or makes it. ':memory:' is a temporary folder without fsync, gone
 * after `close`: snapshots need a file, and what was written stays in the page cache.
 *
 * @throws {Error} naming the folder when another process has it, when its file is not ours, is
 * damaged or of a later version. Nothing is written in these cases.
 */
export function openFolder(path: string): Folder {
  const isTemporary = path === ':memory:';
  const folder = isTemporary ? mkdtempSync(join(tmpdir(), 'embedded-mongodb-')) : path;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  try {
    const file = join(folder, 'data.sqlite');
    if (assertOurs(file)) createFile(file);
    const writer = openWriter(file, { isTemporary });
    return {
      writer,
      openReader: () => openReader(file),
      close() {
        writer.close();
        lock.close();
        if (isTemporary) rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** An exclusive SQLite lock on a file of its own: the system drops it when the process ends. */
function lockFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    const isBusy = isSqliteError(error) && error.errcode === 5;
    const reason = isBusy ? 'another process has it open' : 'its lock.sqlite is not usable';
    throw new Error(`cannot open ${folder}: ${reason}`, { cause: error });
  }
}

/** Looks at the header only, before SQLite sees the file; returns whether there is nothing yet. */
function assertOurs(file: string): boolean {
  const header = Buffer.alloc(100);
  let length = 0;
  if (existsSync(file)) {
    const handle = openSync(file, 'r');
    length = readSync(handle, header);
    closeSync(handle);
  }
  if (length === 0) {
    // `createFile` never leaves an empty file: this one has lost its content.
    if (existsSync(file)) throw new Error(`${file} is empty; it was left as it is`);
    const journal = statSync(`${file}-wal`, { throwIfNoEntry: false });
    if (!journal?.size) return true;
    throw new Error(
      `${file} is missing, but its journal data.sqlite-wal is there; it was left as it is`,
    );
  }
  const isSqlite = header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  if (!isSqlite || header.readUInt32BE(68) !== applicationId) {
    throw new Error(
      `${file} is not a database of this server, or is damaged; it was left as it is`,
    );
  }
  const version = header.readUInt32BE(60);
  if (version !== formatVersion) {
    throw new Error(`${file} has format ${version}, this server reads format ${formatVersion}`);
  }
  return false;
}

/** Makes the file under another name, so that a crash cannot leave half a file. */
function createFile(file: string): void {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  const db = new DatabaseSync(unfinished);
  db.exec(`PRAGMA page_size = 8192; BEGIN; ${schema} PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${formatVersion}; COMMIT`);
  db.close();
  renameSync(unfinished, file);
}

function openWriter(
  file: string,
  { isTemporary }: { readonly isTemporary: boolean },
): DatabaseSync {
  assertSound(file);
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isTemporary ? 'OFF' : 'FULL'}`);
    db.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -65536');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Reads every page, on a connection that cannot write: closing another would move the journal into the file. */
function assertSound(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const check = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (check !== 'ok') throw new Error(String(check));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} is damaged (${reason}); it was left as it is`, { cause: error });
  } finally {
    db.close();
  }
}

function openReader(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  db.exec('PRAGMA cache_size = -8192');
  return db;
}

const sqliteConstraint = 19;

/** Says that SQLite refused a row because another row has its key. */
export function isConstraintError(error: unknown): boolean {
  return isSqliteError(error) && (error.errcode & 0xff) === sqliteConstraint;
}

/** Says that an error came from SQLite itself; `errcode` is its (extended) result code. */
export function isSqliteError(
  error: unknown,
): error is { readonly errcode: number; readonly message: string } {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'errcode' in error && typeof error.errcode === 'number';
}
