import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors';

/** Largest JSON body, in bytes. */
export const maxBodyBytes = 256 * 1024;

interface BodyOptions {
  readonly takesForms?: boolean;
}

/**
 * Reads a JSON body, or an HTML form where those are taken; an empty one counts as `{}`.
 *
 * @throws {AppError} `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, or `BAD_REQUEST` for what is no JSON in UTF-8.
 */
export function readBody(req: IncomingMessage, options: BodyOptions = {}): Promise<unknown> {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    req.resume();
    return Promise.reject(
      new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must not be compressed'),
    );
  }
  return readBytes(req).then((bytes) => parseBody(bytes, req.headers['content-type'], options));
}

function parseBody(
  bytes: Buffer,
  contentType: string | undefined,
  { takesForms = false }: BodyOptions,
): unknown {
  if (bytes.length === 0) return {};
  if (takesForms && contentType !== undefined && isFormType(contentType)) return readForm(bytes);
  if (contentType === undefined || !isJsonType(contentType))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the content type must be application/json');
  assertUtf8(bytes);
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'the body is not JSON', { cause: error });
  }
}

function readForm(bytes: Buffer): Readonly<Record<string, string | readonly string[]>> {
  assertUtf8(bytes);
  const members = Map.groupBy(new URLSearchParams(bytes.toString()), ([name]) => name);
  return Object.fromEntries(
    [...members]
      .map(([name, pairs]) => [name, pairs.map(([, value]) => value)] as const)
      .map(([name, values]) => [name, values.length === 1 ? values[0]! : values] as const)
      .filter(([, value]) => value !== ''),
  );
}

function isFormType(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(
    contentType.trim(),
  );
}

/** @throws {AppError} `BAD_REQUEST`: decoding would put other characters in the place of what is no UTF-8. */
export function assertUtf8(bytes: Uint8Array): void {
  if (!isUtf8(bytes)) throw new AppError('BAD_REQUEST', 'the body is not UTF-8');
}

function isJsonType(contentType: string): boolean {
  return (
    contentType === 'application/json' ||
    /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(
      contentType.trim(),
    )
  );
}

function readBytes(req: IncomingMessage): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) {
    req.resume();
    return Promise.reject(tooLarge());
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
      else reject(tooLarge());
    });
    req.on('end', () => {
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    req.on('error', reject);
    req.on('aborted', () => {
      reject(new AppError('BAD_REQUEST', 'the body ended early'));
    });
  });
}

function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body has more than ${maxBodyBytes} bytes`);
}
