import type { Readable } from 'node:stream';
import { AppError } from '../../errors';

/** A file of a request, on its way or on the disk; gone when the request has ended. */
export interface ReceivedFile {
  createReadStream(): Readable;
}

/**
 * Reads a file that may not be larger than so many bytes; of a larger one no more than that is read.
 *
 * @returns null when it is larger.
 * @throws {AppError} `PAYLOAD_TOO_LARGE` when the transport has cut it, `BAD_REQUEST` when it ended early.
 */
export async function readReceivedFile(
  file: ReceivedFile,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    const stream: AsyncIterable<Buffer> = file.createReadStream();
    // Leaving the loop destroys the stream.
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch (error) {
    throw toReadError(error);
  }
  return Buffer.concat(chunks);
}

/** Translates the `status` of a request parser's error. An error of the disk has no status. */
function toReadError(error: unknown): unknown {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (status === 413)
    return new AppError('PAYLOAD_TOO_LARGE', 'the file is too large', { cause: error });
  if (status === 400 || status === 499)
    return new AppError('BAD_REQUEST', 'the file ended early', { cause: error });
  return error;
}
