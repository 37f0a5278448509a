import { gunzipSync } from 'node:zlib';

/**
 * Takes the compression off a body. To be called on a thread of its own.
 *
 * @param encoding value of `Content-Encoding`
 * @returns at most `maxBytes`, or why there are none.
 */
export function inflate(
  bytes: Uint8Array,
  encoding: string | undefined,
  maxBytes: number,
): Uint8Array | string {
  const coding = (encoding ?? 'identity').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return bytes;
  if (coding !== 'gzip' && coding !== 'x-gzip')
    return 'its answer is compressed in a way that was not asked for';
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLong =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLong ? `its answer has more than ${maxBytes} bytes` : 'its gzip is broken';
  }
}
