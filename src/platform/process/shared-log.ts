import { closeSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** One file is written to for so long. */
const spanSeconds = 60;
/** The most files that a process reads which was halted, or starts: earlier records are known by other ways, or to nobody. */
const mostSpans = 50;
/** Bytes that are read at once. */
const chunkBytes = 2 ** 16;

/** Gets a record: its bytes begin at `at`, and belong to the log, which writes over them later. */
export type OnRecord = (bytes: Buffer, at: number) => void;

export interface SharedLogOptions {
  /** An existing folder; the processes that share the log name the same one. */
  readonly folder: string;
  /** Makes the folder where it is gone; called before each file. */
  readonly makeFolder?: () => void;
  /** Length of each record: a power of two up to 4,096, so that a full disk stores no record by half. */
  readonly recordBytes: number;
  /** The number of the present file, the same in all processes of the machine. Default: minutes since the machine began. */
  readonly spanNow?: () => number;
}

/** Node's high-resolution time is that of the machine, and never goes back. */
const minuteOfMachine = (): number => Math.floor(process.hrtime()[0] / spanSeconds);

/**
 * Records that processes of a machine write for each other, in one order: a process that reads has all that any process had
 * appended before. The records of a minute stand in one file of a folder, and are removed with that file.
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
   * Adds a record, and reads on: `onRecord` gets the records that others had added before, this one, and later ones. Where the
   * present file has ended meanwhile, the record stands in two files, and its later place counts.
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
    const file = openIfThere(this.#pathOf(span));
    // Another process has removed the file since it was listed.
    if (file === null) return;
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

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
