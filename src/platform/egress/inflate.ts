import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const gunzipBytes = promisify(gunzip);

/**
 * Takes the compression off a body, on a thread of the system.
 *
 * @param encoding value of `Content-Encoding`
 * @returns at most `maxBytes`, or why there are none.
 */
export async function inflate(
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | string> {
  const coding = (encoding ?? 'identity').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return bytes;
  if (coding !== 'gzip' && coding !== 'x-gzip')
    return 'its answer is compressed in a way that was not asked for';
  try {
    return await gunzipBytes(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLong =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLong ? `its answer has more than ${maxBytes} bytes` : 'its gzip is broken';
  }
}
