import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pid } from 'node:process';
import type { Logger } from 'pino';
import { AppError } from '../../errors';
import type { AdEvent } from './event';
import { decodeRecords, encodeRecords } from './journal-record';
import { type GrowingSegment, createSegment } from './journal-segment';
import { type ProcessLock, tryLockFile } from './process-lock';

/** Keeps events, safe from a crash, while the database is away. One per process; a folder may be shared. */
export interface EventJournal {
  /** True where no event waits in the journal. */
  readonly isEmpty: boolean;
  /** Bytes on the disk. */
  readonly byteLength: number;
  /**
   * Makes the folder if need be and takes over what processes that are gone left in it. May be called again.
   *
   * @throws the file system's error when the folder cannot be written to.
   */
  open(): Promise<void>;
  /**
   * Resolves once the events have reached the disk.
   *
   * @throws {AppError} `SERVICE_UNAVAILABLE` when the journal is full, the file system's error when it refuses. The
   * events may then be on the disk or not: they must not be acknowledged.
   */
  append(events: readonly AdEvent[]): Promise<void>;
  /** Hands the events of the oldest segment to `store`, up to 1,000 at a time, and deletes it when all are stored. */
  replayOldest(store: (events: readonly AdEvent[]) => Promise<void>): Promise<void>;
  /** Whatever is left stays on the disk for the next process that opens the folder. */
  close(): Promise<void>;
}

export interface EventJournalOptions {
  readonly folder: string;
  readonly log: Logger;
  /** Default 512 MiB. */
  readonly maxBytes?: number;
  /** Size from which on a segment gets no more events; default 4 MiB. */
  readonly segmentBytes?: number;
}

interface Segment {
  readonly path: string;
  readonly byteLength: number;
}

const groupSize = 1000;
const segmentPattern = /^events-(\d+-[0-9a-f]{8})-\d+\.journal$/;
const ownerPattern = /^events-(\d+-[0-9a-f]{8})(?:-\d+\.journal|\.lock)$/;

/**
 * A journal is a folder of segments `events-<owner>-<n>.journal`, `owner` being a process id and 8 random hex digits.
 * An owner holds the lock of `events-<owner>.lock` while it lives. Only the newest segment of a living owner grows.
 */
export function createEventJournal(options: EventJournalOptions): EventJournal {
  const { folder, log, maxBytes = 512 * 1024 * 1024, segmentBytes = 4 * 1024 * 1024 } = options;
  const owner = `${pid}-${randomBytes(4).toString('hex')}`;
  const lockPath = join(folder, `events-${owner}.lock`);
  const sealed: Segment[] = [];
  let growing: GrowingSegment | null = null;
  let lock: ProcessLock | null = null;
  let lastNumber = 0;
  let turn: Promise<unknown> = Promise.resolve();

  /** Appending and sealing never overlap. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  }

  const nextPath = () => join(folder, `events-${owner}-${(lastNumber += 1)}.journal`);
  const byteLength = () =>
    sealed.reduce((sum, segment) => sum + segment.byteLength, growing?.byteLength ?? 0);

  async function seal(): Promise<void> {
    if (!growing) return;
    const segment = growing;
    growing = null;
    if (segment.byteLength > 0) sealed.push(segment);
    await segment.close();
    if (segment.byteLength === 0) await rm(segment.path, { force: true });
  }

  async function appendBytes(bytes: Buffer): Promise<void> {
    if (!lock) throw new Error('the event journal is not open');
    if (byteLength() + bytes.length > maxBytes)
      throw new AppError('SERVICE_UNAVAILABLE', 'the event journal is full', {
        retryAfterSeconds: 1,
      });
    growing ??= await createSegment(nextPath());
    try {
      await growing.append(bytes);
    } catch (error) {
      // Nothing may follow bytes that are perhaps half written: readers stop there.
      await seal();
      throw error;
    }
    if (growing.byteLength >= segmentBytes) await seal();
  }

  async function takeOver(dead: string): Promise<void> {
    const deadLockPath = join(folder, `events-${dead}.lock`);
    const deadLock = tryLockFile(deadLockPath);
    if (!deadLock) return;
    try {
      const names = (await readdir(folder)).filter(
        (name) => segmentPattern.exec(name)?.[1] === dead,
      );
      for (const name of names) {
        const path = nextPath();
        await rename(join(folder, name), path);
        sealed.push({ path, byteLength: (await stat(path)).size });
      }
      await rm(deadLockPath, { force: true });
      if (names.length > 0)
        log.info({ segments: names.length }, 'took over the events of a journal');
    } finally {
      deadLock.release();
    }
  }

  return {
    get isEmpty() {
      return sealed.length === 0 && growing === null;
    },
    get byteLength() {
      return byteLength();
    },

    async open() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      lock ??= tryLockFile(lockPath);
      const names = await readdir(folder);
      const owners = new Set(names.flatMap((name) => ownerPattern.exec(name)?.[1] ?? []));
      owners.delete(owner);
      for (const other of owners)
        await takeOver(other).catch((error: unknown) => {
          log.warn({ err: error, owner: other }, 'cannot take over the events of a journal');
        });
    },

    append: (events) => inTurn(() => appendBytes(encodeRecords(events))),

    async replayOldest(store) {
      if (sealed.length === 0) await inTurn(seal);
      const [segment] = sealed;
      if (!segment) return;
      const { events, tornBytes, isDamaged } = decodeRecords(await readFile(segment.path));
      for (let at = 0; at < events.length; at += groupSize)
        await store(events.slice(at, at + groupSize));
      if (isDamaged) {
        log.error({ path: segment.path }, 'a journal segment is damaged; it is kept as .damaged');
        await rename(segment.path, `${segment.path}.damaged`);
      } else {
        if (tornBytes > 0) log.warn({ tornBytes }, 'dropped an append that never finished');
        await rm(segment.path, { force: true });
      }
      sealed.shift();
    },

    async close() {
      await inTurn(seal);
      lock?.release();
      if (lock && sealed.length === 0) await rm(lockPath, { force: true });
      lock = null;
    },
  };
}
