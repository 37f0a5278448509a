import { randomBytes } from 'node:crypto';
import type { OnRecord, SharedLog } from '../../platform/process/shared-log';
import {
  changeBytes,
  changesOfShare,
  type KeyedChange,
  readChange,
  writeChange,
} from './change-bytes';
import type { CountedShare } from './counted-share';
import type { TakenShares } from './taken-shares';

/**
 * A record of the log, numbers big-endian:
 *
 *     0   4  the process's id
 *     4   7  random ones of this process
 *    11   4  the number of its share
 *    15  17  the change
 */
const ownBytes = 11;
const idBytes = 15;
export const noteBytes = idBytes + changeBytes;

/** Changes that are kept for the case that their process dies before it has stored them. */
const mostKept = 500_000;
/** Shares of others that the feed has not told of. */
const mostUnsettled = 10_000;

/** A share as another process writes it. */
interface ToldShare {
  readonly processId: number;
  readonly changes: KeyedChange[];
}

export interface NoteHandlers {
  /** Gets what another process has counted. */
  readonly onOther: (keyed: KeyedChange) => void;
  /** Called where the own change has its place: others that were noted before it have been handed over. */
  readonly onOwn?: () => void;
}

/**
 * Lets the processes of a gateway know at once what one of them has counted, before it is stored in the database: none waits for
 * another, and each reads before it is asked. A share has its id from its first change on, so that the feed's news of it is none,
 * and any other process can store it where its own one has died.
 */
export class SiblingNotes {
  readonly #own = Buffer.alloc(ownBytes);
  readonly #record = Buffer.alloc(noteBytes);
  readonly #told = new Map<string, ToldShare>();
  #kept = 0;
  #share = 0;
  #changesInShare = 0;

  constructor(
    private readonly options: {
      readonly log: Pick<SharedLog, 'append' | 'read'>;
      readonly taken: TakenShares;
      readonly processId?: number;
      /** Says that a process is running. */
      readonly isAlive?: (processId: number) => boolean;
      readonly onError: (error: unknown) => void;
    },
  ) {
    this.#own.writeUInt32BE(options.processId ?? process.pid, 0);
    randomBytes(ownBytes - 4).copy(this.#own, 4);
  }

  /** Begins another share: what is told from now on belongs to it. */
  beginShare(): void {
    this.#share += 1;
    this.#changesInShare = 0;
  }

  /** Tells the others of a change. @returns the id of its share; null: they cannot be told. */
  tell(keyed: KeyedChange, handlers: NoteHandlers): string | null {
    if (this.#changesInShare >= changesOfShare) this.beginShare();
    const record = this.#record;
    this.#own.copy(record);
    record.writeUInt32BE(this.#share, ownBytes);
    writeChange(record, idBytes, keyed);
    try {
      this.options.log.append(record, this.#reader(handlers));
    } catch (error) {
      this.options.onError(error);
      // Of the next one nothing is told in vain.
      this.beginShare();
      return null;
    }
    this.#changesInShare += 1;
    return idAt(record, 0);
  }

  /** Takes up what others have told. */
  read(handlers: NoteHandlers): void {
    try {
      this.options.log.read(this.#reader(handlers));
    } catch (error) {
      this.options.onError(error);
    }
  }

  /** Says that a share of the database was told here; from now on it is known as stored. */
  settle(id: string): boolean {
    const isTold = this.#forget(id);
    if (isTold) this.options.taken.add(id);
    return isTold;
  }

  /** The shares that were told and, as far as is known here, are not stored. */
  listUnsettled(): readonly CountedShare[] {
    return [...this.#told].map(([id, { changes }]) => ({ id, changes }));
  }

  /** Takes the shares of processes that died before these had stored them. */
  takeOrphans(): readonly CountedShare[] {
    const { isAlive = isRunning, taken } = this.options;
    const orphans: CountedShare[] = [];
    for (const [id, { processId, changes }] of this.#told) {
      if (isAlive(processId)) continue;
      this.#forget(id);
      taken.add(id);
      if (changes.length > 0) orphans.push({ id, changes });
    }
    return orphans;
  }

  #reader({ onOther, onOwn }: NoteHandlers): OnRecord {
    return (bytes, at) => {
      if (bytes.compare(this.#own, 0, ownBytes, at, at + ownBytes) === 0) {
        onOwn?.();
        return;
      }
      const id = idAt(bytes, at);
      if (this.options.taken.has(id)) return;
      const keyed = readChange(bytes, at + idBytes);
      this.#keep(id, bytes.readUInt32BE(at), keyed);
      onOther(keyed);
    };
  }

  #keep(id: string, processId: number, keyed: KeyedChange): void {
    let told = this.#told.get(id);
    if (told === undefined) {
      this.#told.set(id, (told = { processId, changes: [] }));
      const [oldest] = this.#told.keys();
      if (this.#told.size > mostUnsettled && oldest !== undefined) this.#forget(oldest);
    }
    if (this.#kept >= mostKept) return;
    this.#kept += 1;
    told.changes.push(keyed);
  }

  #forget(id: string): boolean {
    const told = this.#told.get(id);
    this.#kept -= told?.changes.length ?? 0;
    return this.#told.delete(id);
  }
}

const idAt = (bytes: Buffer, at: number): string => bytes.toString('hex', at, at + idBytes);

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // A process of another user runs, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
