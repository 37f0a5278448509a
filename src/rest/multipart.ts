import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import Upload from 'graphql-upload/Upload.mjs';
import processRequest from 'graphql-upload/processRequest.mjs';
import multer, { MulterError, type StorageEngine } from 'multer';
import type { RequestContext } from '../context';
import { AppError } from '../errors';
import { assertMayRun } from '../graphql/access-rules';

/** Largest file that is received at all, in bytes; what a type of creative takes is less. */
export const maxFileBytes = 8 * 2 ** 20;
/** Beside the file: other parts and the borders between them. */
const maxOtherBytes = 64 * 1024;
const fileField = 'file';

/** Longest that a request with a file may take, once its head is there: it waits for its turn to be decoded. */
export const multipartTimeoutMs = 30_000;

export function isMultipart({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');
}

/**
 * Reads a form with at most one file, `file`, which becomes an `Upload` variable; the other fields are texts, lists where
 * they come twice. The file lies on the disk without a name, so that nothing is left of it once the request ends,
 * however it ends.
 *
 * @throws {AppError} `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, `VALIDATION_FAILED` for more files,
 * `BAD_REQUEST` for what is no such form.
 */
export function readForm(req: Request, res: Response): Promise<Readonly<Record<string, unknown>>> {
  assertSmall(req);
  if (!isMultipart(req))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the content type must be multipart/form-data');
  return new Promise((resolve, reject) => {
    const storage = new UnnamedFiles(res);
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // At once: multer would wait for the end of what the client sends.
      if (length > maxFileBytes + maxOtherBytes) reject(tooLarge());
    });
    const limits = { fileSize: maxFileBytes, files: 1, fields: 20, fieldSize: 4_096, parts: 24 };
    const parse = multer({ storage, limits }).single(fileField);
    parse(req, res, (error: unknown) => {
      if (error !== undefined && error !== null) {
        reject(toFormError(error));
        return;
      }
      // multer's own type says `any`.
      const fields = { ...(req.body as Record<string, unknown>) };
      resolve({ ...fields, [fileField]: storage.received });
    });
  });
}

/**
 * Reads a GraphQL operation that comes with files, into the request's body.
 *
 * @throws {AppError} before anything of the body is read: `BAD_REQUEST` for a request that a form of any page could
 * send, `UNAUTHENTICATED` or `FORBIDDEN` for who may not upload.
 * @see GraphQL multipart request specification
 */
export async function readOperationWithFiles(
  req: Request,
  res: Response,
  context: RequestContext,
): Promise<void> {
  if (!req.headers['apollo-require-preflight'] && !req.headers['x-apollo-operation-name'])
    throw new AppError(
      'BAD_REQUEST',
      'a multipart request needs a header Apollo-Require-Preflight',
    );
  assertMayRun(context, [['campaign.write']]);
  assertSmall(req);
  req.body = await processRequest(req, res, {
    maxFieldSize: maxOtherBytes,
    maxFileSize: maxFileBytes,
    maxFiles: 1,
  });
}

function assertSmall({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must not be compressed');
  if (Number(headers['content-length'] ?? 0) > maxFileBytes + maxOtherBytes) throw tooLarge();
}

/** Keeps the one file of a request under no name, and closes it when the response does. */
class UnnamedFiles implements StorageEngine {
  received: Upload | undefined;
  readonly #res: ServerResponse;

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  _handleFile(
    _req: Request,
    file: Express.Multer.File,
    callback: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    this.#store(file).then(
      (upload) => {
        this.received = upload;
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

  async #store({ stream, originalname, mimetype }: Express.Multer.File): Promise<Upload> {
    const handle = await openUnnamed();
    const close = () => {
      // An open file of no name holds nothing but its space.
      void handle.close().catch(() => undefined);
    };
    if (this.#res.closed) close();
    else this.#res.once('close', close);
    for await (const chunk of stream as AsyncIterable<Buffer>) await handle.writeFile(chunk);
    const upload = new Upload();
    upload.resolve({
      filename: originalname,
      mimetype,
      encoding: 'binary',
      createReadStream: () => readFrom(handle),
    });
    return upload;
  }
}

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `adgate-upload-${randomBytes(16).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}

function readFrom(handle: FileHandle): Readable {
  return handle.createReadStream({ start: 0, autoClose: false });
}

function toFormError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof MulterError))
    return new AppError('BAD_REQUEST', 'the form is malformed', { cause: error });
  if (error.code === 'LIMIT_FILE_SIZE') return tooLarge();
  if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT')
    return new AppError('VALIDATION_FAILED', 'file must be the one file of the form', {
      details: { [fileField]: ['must be the one file of the form'] },
      cause: error,
    });
  return new AppError('BAD_REQUEST', 'the form has too many or too long fields', { cause: error });
}

const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `the file has more than ${maxFileBytes} bytes`);
