import { DatabaseSync } from 'node:sqlite';

/** A lock file that this process holds. */
export interface ProcessLock {
  /** Lets go; the file stays. */
  release(): void;
}

const sqliteBusy = 5;

/**
 * Takes the lock of a file, made when there is none; null when another holder has it. The system takes the lock away
 * from a process that dies, however it dies, so a lock that can be had means that its last holder is gone. A process
 * id could not say that: it is used again after a restart of the machine, and every container has its own.
 *
 * Node has no file locks of its own, but SQLite does: an exclusive transaction on an empty file writes nothing.
 *
 * @throws when the file cannot be opened for writing.
 */
export function tryLockFile(path: string): ProcessLock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
  return {
    release: () => {
      file.close();
    },
  };
}
