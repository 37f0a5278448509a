import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { AppError, invalid } from '../errors';
import { BodyPieces } from './body-pieces';
import { inCrumbs } from './body-reader';
import { type FormFile, prepareFolder, UnnamedFiles } from './unnamed-files';

/** Largest file that is received at all, in bytes; what a type of creative takes is less. */
export const maxFileBytes = 8 * 2 ** 20;
/** Bytes beside the file: the other parts, and what separates parts. */
export const maxOtherBytes = 64 * 1024;
/** Longest that a request with a file may take, once its head is there: it waits for its turn to be decoded. */
export const multipartTimeoutMs = 30_000;

/** A form that was read: its fields, and its file where one came. */
export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: FormFile | undefined;
}

export interface FormLimits {
  /** The one field that may have a file; null: any may, but one alone. */
  readonly fileField: string | null;
  /** Longest text of a field, in bytes. */
  readonly maxFieldBytes: number;
}

export interface FormReaderOptions {
  /** Made if need be. */
  readonly folder: string;
  /**
   * Asked before anything is written to the folder, and again while a file grows; @throws what the request is answered
   * with when nothing shall be.
   */
  readonly assertRoom: () => Promise<void>;
}

/** Reads the forms of requests; their files lie in one folder meanwhile. */
export type FormReader = (req: Request, res: Response, limits: FormLimits) => Promise<Form>;

export function isMultipart({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');
}

/** Makes a reader of forms with at most one file; the other fields are texts, lists where they come twice. */
export async function createFormReader({
  folder,
  assertRoom,
}: FormReaderOptions): Promise<FormReader> {
  await prepareFolder(folder);
  return async (req, res, limits) => {
    assertForm(req);
    await assertRoom();
    return readForm(req, res, { ...limits, folder, assertRoom });
  };
}

/**
 * @throws {AppError} `PAYLOAD_TOO_LARGE`, `VALIDATION_FAILED` for more files, `BAD_REQUEST` when it is not such a form;
 * the system's error when a file cannot be written.
 */
function readForm(
  req: Request,
  res: Response,
  { fileField, maxFieldBytes, ...options }: FormLimits & FormReaderOptions,
): Promise<Form> {
  return new Promise((resolve, reject) => {
    const storage = new UnnamedFiles(res, options);
    const pieces = new BodyPieces();
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // At once: multer would wait for the end of what the client sends.
      if (length > maxFileBytes + maxOtherBytes) reject(tooLarge());
      else if (!pieces.take(chunk)) {
        // Nobody would be quick enough to read on what still comes.
        req.destroy();
        reject(inCrumbs());
      }
    });
    const limits = {
      fileSize: maxFileBytes,
      files: 1,
      fields: 20,
      fieldSize: maxFieldBytes,
      parts: 24,
    };
    const form = multer({ storage, limits });
    const parse = fileField === null ? form.any() : form.single(fileField);
    parse(req, res, (error: unknown) => {
      if (error !== undefined && error !== null) {
        reject(toFormError(error, fileField ?? 'file'));
        return;
      }
      const body: unknown = req.body;
      const fields = typeof body === 'object' ? { ...body } : {};
      resolve({ fields, file: storage.received });
    });
  });
}

/** @throws {AppError} `PAYLOAD_TOO_LARGE` for a body whose declared length is above the most, `UNSUPPORTED_MEDIA_TYPE`. */
function assertForm(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must not be compressed');
  if (Number(req.headers['content-length'] ?? 0) > maxFileBytes + maxOtherBytes) throw tooLarge();
  if (!isMultipart(req))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the content type must be multipart/form-data');
}

function toFormError(error: unknown, fileField: string): Error {
  if (error instanceof AppError || isSystemError(error)) return error;
  if (!(error instanceof MulterError))
    return new AppError('BAD_REQUEST', 'the form is malformed', { cause: error });
  if (error.code === 'LIMIT_FILE_SIZE') return tooLarge();
  if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT')
    return invalid({ [fileField]: ['must be the one file of the form'] }, { cause: error });
  return new AppError('BAD_REQUEST', 'the form has too many or too long fields', { cause: error });
}

/** Says that the disk failed, and not the client. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error && 'errno' in error;
}

const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `the file has more than ${maxFileBytes} bytes`);
