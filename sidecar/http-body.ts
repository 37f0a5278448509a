import type { IncomingMessage } from 'node:http';

/** A request body may have this many bytes. */
export const maxBodyBytes = 256 * 1024;

/** Past this the connection is cut instead of reading on. */
const maxDroppedBytes = 8 * maxBodyBytes;

/** `application/json` or `application/json-rpc`, alone or with a charset of UTF-8. */
const jsonType = /^application\/json(?:-rpc)?[ \t]*(?:;[ \t]*charset="?utf-?8"?[ \t]*)?;?$/i;

/** Whether the body is JSON in UTF-8, not compressed, as far as the headers say. */
export function isJson({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return false;
  return jsonType.test(headers['content-type'] ?? '');
}

/**
 * Resolves to the text of the body, or null if it is too large. Somewhat too large a body is still
 * taken in and dropped, because most clients read an answer only after they have sent everything.
 */
export function readBody(request: IncomingMessage): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (size > maxDroppedBytes) resolve(null);
  });
  request.on('end', () => resolve(size > maxBodyBytes ? null : decodeUtf8(Buffer.concat(chunks))));
  // The caller has gone; the answer goes nowhere.
  request.on('error', () => resolve(''));
  return promise;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Ill-formed UTF-8 becomes text that is no JSON. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return '';
  }
}
