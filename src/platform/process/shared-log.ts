import { closeSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** For so long one file is written to. */
const spanSeconds = 60;
/** Files that were begun earlier are left out: their records are known by other ways, or to nobody. */
const mostSpans = 50;
/** Bytes that are read at once. */
const chunkBytes = 2 ** 16;

/** Gets a record: its bytes begin at `at`, and are the log's own. */
export type OnRecord = (bytes: Buffer, at: number) => void;

export interface SharedLogOptions {
  /** It is there; the processes that share the log name the same one. */
  readonly folder: string;
  /** Makes the folder where it is gone; asked for each file. */
  readonly makeFolder?: () => void;
  /** Of each record; a power of two up to 4,096: no record is stored by half where there is no more room. */
  readonly recordBytes: number;
  /** The number of the present file, the same in all processes of the machine. Default: minutes since the machine began. */
  readonly spanNow?: () => number;
}

/** Node's high-resolution time is that of the machine, and never goes back. */
const minuteOfMachine = (): number => Math.floor(process.hrtime()[0] / spanSeconds);

/**
 * Records that processes of a machine write for each other, in one order: who reads has all that anybody had appended before. They
 * stand in files of a folder, each for a minute, and go with these.
 */
export class SharedLog {
  readonly #folder: string;
  readonly #makeFolder: () => void;
  readonly #recordBytes: number;
  readonly #spanNow: () => number;
  readonly #chunk = Buffer.alloc(chunkBytes);
  /** The file that was read last. */
  #readSpan = -1;
  #file: number | null = null;
  #position = 0;

  constructor(options: SharedLogOptions) {
    const {
      folder,
      recordBytes,
      makeFolder = () => undefined,
      spanNow = minuteOfMachine,
    } = options;
    this.#folder = folder;
    this.#makeFolder = makeFolder;
    this.#recordBytes = recordBytes;
    this.#spanNow = spanNow;
  }

  /**
   * Adds a record, and reads on: `onRecord` gets those that others had added before, this one, and later ones. Where the present file
   * has ended meanwhile, the record stands in two, and the later place is the one that counts.
   *
   * @throws the system's error where there is no room, or no folder
   */
  append(record: Buffer, onRecord: OnRecord): void {
    do {
      const file = this.#fileNow(onRecord);
      if (writeSync(file, record) < record.length) throw new Error('the shared log has no room');
    } while (this.#spanNow() !== this.#readSpan);
    this.read(onRecord);
  }

  /** Reads what was added since the last time, by whomever. @throws the system's error where there is no folder */
  read(onRecord: OnRecord): void {
    this.#drain(this.#fileNow(onRecord), onRecord);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** Where another file is the present one, those before are read to their ends. */
  #fileNow(onRecord: OnRecord): number {
    const span = this.#spanNow();
    if (this.#file !== null && span === this.#readSpan) return this.#file;
    if (this.#file !== null) this.#drain(this.#file, onRecord);
    this.close();
    this.#makeFolder();
    for (const past of this.#listSpans()) {
      if (past > this.#readSpan && past >= span - mostSpans && past < span)
        this.#readPast(past, onRecord);
      // Others may not have read the last one to its end, or have begun the next one.
      if (past < span - 1 || past > span + 1) rmSync(this.#pathOf(past), { force: true });
    }
    const file = openSync(this.#pathOf(span), 'a+', 0o600);
    this.#file = file;
    this.#readSpan = span;
    this.#position = 0;
    return file;
  }

  #readPast(span: number, onRecord: OnRecord): void {
    const file = openSync(this.#pathOf(span), 'r');
    this.#readSpan = span;
    this.#position = 0;
    try {
      this.#drain(file, onRecord);
    } finally {
      closeSync(file);
    }
  }

  #drain(file: number, onRecord: OnRecord): void {
    for (;;) {
      const read = readSync(file, this.#chunk, 0, chunkBytes, this.#position);
      const whole = read - (read % this.#recordBytes);
      this.#position += whole;
      for (let at = 0; at < whole; at += this.#recordBytes) onRecord(this.#chunk, at);
      if (whole < chunkBytes) return;
    }
  }

  /** The numbers of the files that are there, the earliest first. */
  #listSpans(): readonly number[] {
    const names = readdirSync(this.#folder).filter((name) => /^\d+$/.test(name));
    return names.map(Number).toSorted((one, other) => one - other);
  }

  #pathOf(span: number): string {
    return join(this.#folder, String(span));
  }
}
