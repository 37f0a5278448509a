import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { StorageEngine } from 'multer';

/** A file that came with a form; readable until the response is closed. */
export interface FormFile {
  /** Field of the form that the file is in. */
  readonly field: string;
  readonly filename: string;
  readonly mimetype: string;
  createReadStream(): Readable;
}

const filePrefix = 'adgate-upload-';
/** The room of the disk is asked for again after so many bytes: many files may have begun at once. */
const roomEveryBytes = 2 ** 20;

/** Makes the folder if need be, and removes what a killed process has left in it. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.startsWith(filePrefix)) await rm(join(folder, name), { force: true });
}

/**
 * Keeps the one file of a request in a folder, and closes it when the response does. The file has no name, so that
 * nothing is left of it, however the request ends. A process that is killed before it has taken the name away leaves an
 * empty file.
 */
export class UnnamedFiles implements StorageEngine {
  received: FormFile | undefined;
  readonly #res: ServerResponse;
  readonly #folder: string;
  readonly #assertRoom: () => Promise<void>;

  constructor(
    res: ServerResponse,
    options: { readonly folder: string; readonly assertRoom: () => Promise<void> },
  ) {
    this.#res = res;
    this.#folder = options.folder;
    this.#assertRoom = options.assertRoom;
  }

  _handleFile(
    _req: Request,
    file: Express.Multer.File,
    callback: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    this.#store(file).then(
      (received) => {
        this.received = received;
        callback(null, {});
      },
      (error: unknown) => {
        callback(error);
      },
    );
  }

  _removeFile(
    _req: Request,
    _file: Express.Multer.File,
    callback: (error: Error | null) => void,
  ): void {
    this.received = undefined;
    callback(null);
  }

  async #store({
    fieldname,
    stream,
    originalname,
    mimetype,
  }: Express.Multer.File): Promise<FormFile> {
    const handle = await openUnnamed(this.#folder);
    const close = () => {
      // An open file of no name holds nothing but its space.
      void handle.close().catch(() => undefined);
    };
    if (this.#res.closed) close();
    else this.#res.once('close', close);
    const chunks: AsyncIterable<Buffer> = stream;
    let unasked = 0;
    for await (const chunk of chunks) {
      unasked += chunk.length;
      if (unasked > roomEveryBytes) {
        await this.#assertRoom();
        unasked = 0;
      }
      await handle.writeFile(chunk);
    }
    return {
      field: fieldname,
      filename: originalname,
      mimetype,
      createReadStream: () => readFrom(handle),
    };
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, `${filePrefix}${randomBytes(16).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600);
  // Another gateway of this folder, which is just starting, may have been quicker.
  await rm(path, { force: true });
  return handle;
}

function readFrom(handle: FileHandle): Readable {
  return handle.createReadStream({ start: 0, autoClose: false });
}
