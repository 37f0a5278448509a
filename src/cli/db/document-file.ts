import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline as startPipeline, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isRecord } from '../../record';
import { CommandError } from '../command';
import { systemErrorCode } from '../system-error';

/** A file of documents as it must be when it is read again. */
export interface DocumentFileSummary {
  readonly documents: number;
  /** Size of the compressed file. */
  readonly bytes: number;
  /** SHA-256 of the compressed file, lower-case hex. */
  readonly sha256: string;
}

/** A batch never has more documents, nor more bytes unless it is one document that has. */
export const batchLimits = { documents: 1_000, bytes: 16 << 20 } as const;

const lengthBytes = 4;
const minDocumentBytes = 5;
/** MongoDB's limit for documents of clients, and what it allows itself on top. */
const maxDocumentBytes = (16 << 20) + (16 << 10);
/** Fast: the files are made to be moved, and the database waits for them. */
const gzipLevel = 3;

/**
 * Writes documents one after the other as they are, gzipped, and waits until they are on the disk.
 *
 * A BSON document begins with its own length (int32, little-endian), so nothing stands between them.
 *
 * @throws when the file exists, or the signal is aborted
 */
export async function writeDocumentFile(
  path: string,
  batches: AsyncIterable<readonly Uint8Array[]>,
  signal: AbortSignal,
): Promise<DocumentFileSummary> {
  let documents = 0;
  const meter = createMeter();
  async function* joined() {
    for await (const batch of batches) {
      documents += batch.length;
      yield Buffer.concat(batch);
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(joined, createGzip({ level: gzipLevel }), meter.stream, file, { signal });
  return { documents, ...meter.result() };
}

/**
 * Reads a file of documents in batches within `batchLimits`.
 *
 * @throws {CommandError} naming the file when it is not there, or, at its end at the latest, when it is not what
 * `expected` says
 */
export async function* readDocumentFile(
  path: string,
  expected: DocumentFileSummary,
): AsyncGenerator<readonly Buffer[], void> {
  let documents = 0;
  const meter = createMeter();
  try {
    const gunzip = createGunzip({ chunkSize: 1 << 20 });
    // The iteration below sees every error; the callback has nothing to add.
    startPipeline(createReadStream(path), meter.stream, gunzip, () => undefined);
    const bytes: AsyncIterable<Buffer> = gunzip;
    for await (const batch of toBatches(splitDocuments(bytes))) {
      documents += batch.length;
      yield batch;
    }
  } catch (error) {
    throw toDamage(path, error);
  }
  const found = { documents, ...meter.result() };
  for (const what of ['bytes', 'sha256', 'documents'] as const)
    if (found[what] !== expected[what])
      throw damaged(path, `its ${what} should be ${expected[what]}, found ${found[what]}`);
}

function damaged(path: string, reason: string, cause?: unknown): CommandError {
  const message = `${basename(path)} is damaged (${reason}): take another copy of the export`;
  return new CommandError(message, 1, { cause });
}

function toDamage(path: string, error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === 'ENOENT') return damaged(path, 'it is not there', error);
  const isOfContent = code.startsWith('Z_') || error instanceof RangeError;
  return isOfContent && isRecord(error) ? damaged(path, String(error.message), error) : error;
}

/** Passes bytes on, counting and hashing them. */
function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/**
 * Cuts a stream of BSON documents into the documents, those together that have arrived together.
 *
 * @throws {RangeError} when a length is impossible or the stream ends inside a document
 */
export async function* splitDocuments(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly Buffer[], void> {
  let parts: Buffer[] = [];
  let size = 0;
  let wanted = lengthBytes;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < wanted) continue;
    const bytes = Buffer.concat(parts, size);
    const documents: Buffer[] = [];
    let at = 0;
    for (wanted = wantedAt(bytes, at); wanted <= size - at; wanted = wantedAt(bytes, at)) {
      documents.push(bytes.subarray(at, at + wanted));
      at += wanted;
    }
    if (documents.length > 0) yield documents;
    parts = [bytes.subarray(at)];
    size -= at;
  }
  if (size > 0) throw new RangeError('it ends inside a document');
}

/** How many bytes the document at an offset needs; more than there are while its length is not known. */
function wantedAt(bytes: Buffer, at: number): number {
  if (bytes.length - at < lengthBytes) return lengthBytes;
  const length = bytes.readInt32LE(at);
  if (length < minDocumentBytes || length > maxDocumentBytes)
    throw new RangeError(`a document of ${length} bytes`);
  return length;
}

async function* toBatches(
  groups: AsyncIterable<readonly Buffer[]>,
): AsyncGenerator<readonly Buffer[], void> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const group of groups) {
    for (const document of group) {
      const isFull =
        batch.length === batchLimits.documents || bytes + document.length > batchLimits.bytes;
      if (isFull && batch.length > 0) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(document);
      bytes += document.length;
    }
  }
  if (batch.length > 0) yield batch;
}
