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
import { chunksOf } from '../../non-empty';

/** A journal, as those use it who put events into it and take them out. */
export type JournalAccess = Pick<EventJournal, keyof EventJournal>;

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

const usualMaxBytes = 512 * 1024 * 1024;
const usualSegmentBytes = 4 * 1024 * 1024;
const groupSize = 1000;
const segmentPattern = /^events-(\d+-[0-9a-f]{8})-\d+\.journal$/;
const ownerPattern = /^events-(\d+-[0-9a-f]{8})(?:-\d+\.journal|\.lock)$/;

/**
 * Keeps events, safe from a crash, while the database is away. One per process; a folder may be shared.
 *
 * A journal is a folder of segments `events-<owner>-<n>.journal`, `owner` being a process id and 8 random hex digits.
 * An owner holds the lock of `events-<owner>.lock` while it lives. Only the newest segment of a living owner grows.
 */
export class EventJournal {
  readonly #owner = `${pid}-${randomBytes(4).toString('hex')}`;
  readonly #sealed: Segment[] = [];
  #growing: GrowingSegment | null = null;
  #lock: ProcessLock | null = null;
  #lastNumber = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: EventJournalOptions) {}

  /** True where no event waits in the journal. */
  get isEmpty(): boolean {
    return this.#sealed.length === 0 && this.#growing === null;
  }

  /** Bytes on the disk. */
  get byteLength(): number {
    const growing = this.#growing?.byteLength ?? 0;
    return this.#sealed.reduce((sum, segment) => sum + segment.byteLength, growing);
  }

  /**
   * Makes the folder if need be and takes over what processes that are gone left in it. May be called again.
   *
   * @throws the file system's error when the folder cannot be written to.
   */
  async open(): Promise<void> {
    await mkdir(this.options.folder, { recursive: true });
    await access(this.options.folder, constants.W_OK);
    this.#lock ??= tryLockFile(this.#lockPathOf(this.#owner));
    const names = await readdir(this.options.folder);
    const owners = new Set(names.flatMap((name) => ownerPattern.exec(name)?.[1] ?? []));
    owners.delete(this.#owner);
    for (const other of owners)
      await this.#takeOver(other).catch((error: unknown) => {
        this.options.log.warn(
          { err: error, owner: other },
          'cannot take over the events of a journal',
        );
      });
  }

  /**
   * Resolves once the events have reached the disk.
   *
   * @throws {AppError} `SERVICE_UNAVAILABLE` when the journal is full, the file system's error when it refuses. The
   * events may then be on the disk or not: they must not be acknowledged.
   */
  append(events: readonly AdEvent[]): Promise<void> {
    return this.#inTurn(() => this.#appendBytes(encodeRecords(events)));
  }

  /** Hands the events of the oldest segment to `store`, up to 1,000 at a time, and deletes it when all are stored. */
  async replayOldest(store: (events: readonly AdEvent[]) => Promise<void>): Promise<void> {
    if (this.#sealed.length === 0) await this.#inTurn(() => this.#seal());
    const [segment] = this.#sealed;
    if (!segment) return;
    const { events, tornBytes, isDamaged } = decodeRecords(await readFile(segment.path));
    for (const some of chunksOf(events, groupSize)) await store(some);
    if (isDamaged) {
      this.options.log.error(
        { path: segment.path },
        'a journal segment is damaged; it is kept as .damaged',
      );
      await rename(segment.path, `${segment.path}.damaged`);
    } else {
      if (tornBytes > 0)
        this.options.log.warn({ tornBytes }, 'dropped an append that never finished');
      await rm(segment.path, { force: true });
    }
    this.#sealed.shift();
  }

  /** Whatever is left stays on the disk for the next process that opens the folder. */
  async close(): Promise<void> {
    await this.#inTurn(() => this.#seal());
    this.#lock?.release();
    if (this.#lock && this.#sealed.length === 0)
      await rm(this.#lockPathOf(this.#owner), { force: true });
    this.#lock = null;
  }

  /** Appending and sealing never overlap. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  #lockPathOf(owner: string): string {
    return join(this.options.folder, `events-${owner}.lock`);
  }

  #nextPath(): string {
    return join(this.options.folder, `events-${this.#owner}-${(this.#lastNumber += 1)}.journal`);
  }

  async #seal(): Promise<void> {
    if (!this.#growing) return;
    const segment = this.#growing;
    this.#growing = null;
    if (segment.byteLength > 0) this.#sealed.push(segment);
    await segment.close();
    if (segment.byteLength === 0) await rm(segment.path, { force: true });
  }

  async #appendBytes(bytes: Buffer): Promise<void> {
    const { maxBytes = usualMaxBytes, segmentBytes = usualSegmentBytes } = this.options;
    if (!this.#lock) throw new Error('the event journal is not open');
    if (this.byteLength + bytes.length > maxBytes)
      throw new AppError('SERVICE_UNAVAILABLE', 'the event journal is full', {
        retryAfterSeconds: 1,
      });
    this.#growing ??= await createSegment(this.#nextPath());
    try {
      await this.#growing.append(bytes);
    } catch (error) {
      // Nothing may follow bytes that are perhaps half written: readers stop there.
      await this.#seal();
      throw error;
    }
    if (this.#growing.byteLength >= segmentBytes) await this.#seal();
  }

  async #takeOver(dead: string): Promise<void> {
    const deadLockPath = this.#lockPathOf(dead);
    const deadLock = tryLockFile(deadLockPath);
    if (!deadLock) return;
    try {
      const names = (await readdir(this.options.folder)).filter(
        (name) => segmentPattern.exec(name)?.[1] === dead,
      );
      for (const name of names) {
        const path = this.#nextPath();
        await rename(join(this.options.folder, name), path);
        this.#sealed.push({ path, byteLength: (await stat(path)).size });
      }
      await rm(deadLockPath, { force: true });
      if (names.length > 0)
        this.options.log.info({ segments: names.length }, 'took over the events of a journal');
    } finally {
      deadLock.release();
    }
  }
}
