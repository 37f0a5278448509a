import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors';

/** Largest JSON body, in bytes. */
export const maxBodyBytes = 256 * 1024;
/** Deepest nesting of a JSON body. */
const maxDepth = 32;

/**
 * Reads a JSON body; an empty one counts as `{}`.
 *
 * @throws {AppError} `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, or `BAD_REQUEST` for what is no JSON.
 */
export async function readJsonBody(req: IncomingMessage): Promise<unknown> {
  const text = await readText(req);
  if (text === '') return {};
  const contentType = req.headers['content-type'];
  if (contentType === undefined || !isJsonType(contentType))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the content type must be application/json');
  if (isNestedDeeper(text))
    throw new AppError('BAD_REQUEST', `the JSON is nested deeper than ${maxDepth}`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'the body is not JSON', { cause: error });
  }
}

function isJsonType(contentType: string): boolean {
  return (
    contentType === 'application/json' ||
    /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(
      contentType.trim(),
    )
  );
}

function readText(req: IncomingMessage): Promise<string> {
  const tooLarge = new AppError(
    'PAYLOAD_TOO_LARGE',
    `the body has more than ${maxBodyBytes} bytes`,
  );
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) {
    req.resume();
    return Promise.reject(tooLarge);
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
      else reject(tooLarge);
    });
    req.on('end', () => {
      resolve(chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString());
    });
    req.on('error', reject);
    req.on('aborted', () => {
      reject(new AppError('BAD_REQUEST', 'the body ended early'));
    });
  });
}

/** Counts brackets outside strings: cheap, and before the parser recurses. */
function isNestedDeeper(text: string): boolean {
  let opened = 0;
  for (let at = text.indexOf('{'); at !== -1 && opened <= maxDepth; at = text.indexOf('{', at + 1))
    opened += 1;
  for (let at = text.indexOf('['); at !== -1 && opened <= maxDepth; at = text.indexOf('[', at + 1))
    opened += 1;
  return opened > maxDepth && depthOf(text) > maxDepth;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}
