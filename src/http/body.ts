import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { AppError } from '../errors';
import { groupsOf } from '../non-empty';
import { BodyBudget } from './body-budget';
import { readBytes } from './body-reader';

/** All bodies of this process. A quarter of the memory that unread answers may take. */
const budget = new BodyBudget(64 * 2 ** 20);

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const formOnly = new RegExp(`^${formType}$`);

/** A query that a page hands to `navigator.sendBeacon` as a text comes as `text/plain`. */
const formOrText = new RegExp(`^(?:${formType}|text/plain)$`);

interface BodyOptions {
  readonly takesForms?: boolean | 'asTextToo';
}

/** Called once, with the error, or null and the body. */
type OnBody = (error: unknown, body: unknown) => void;

/**
 * Reads a JSON body, or an HTML form where those are taken; an empty one counts as `{}`. Calls back instead of making
 * promises, which would take longer than the rest: it runs before every find.
 *
 * Errors: {@link AppError} `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, `SERVICE_UNAVAILABLE` while too many long
 * bodies are on their way, or `BAD_REQUEST` for a body that is not JSON in UTF-8 or ends early.
 */
export function readBody(req: IncomingMessage, options: BodyOptions, onBody: OnBody): void {
  const { headers } = req;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    req.resume();
    onBody(new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must not be compressed'), null);
    return;
  }
  readBytes(req, budget, (error, bytes) => {
    let body: unknown = null;
    let problem: unknown = error;
    if (bytes)
      try {
        body = parseBody(bytes, headers['content-type'], options);
      } catch (cause) {
        problem = cause;
      }
    onBody(problem, body);
  });
}

function parseBody(
  bytes: Buffer,
  contentType: string | undefined,
  { takesForms = false }: BodyOptions,
): unknown {
  if (bytes.length === 0) return {};
  if (
    takesForms !== false &&
    contentType !== undefined &&
    isUtf8Type(contentType, takesForms === true ? formOnly : formOrText)
  )
    return readForm(bytes);
  if (contentType === undefined || !isJsonType(contentType))
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      `the content type must be ${typesTaken(takesForms).join(' or ')}`,
    );
  assertUtf8(bytes);
  try {
    // Some clients begin with a byte order mark, which may be ignored. @see RFC 8259 §8.1
    return JSON.parse(bytes.toString().replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'the body is not JSON', { cause: error });
  }
}

function typesTaken(takesForms: boolean | 'asTextToo'): readonly string[] {
  if (takesForms === false) return [jsonType];
  return [jsonType, formType, ...(takesForms === 'asTextToo' ? ['text/plain'] : [])];
}

function readForm(bytes: Buffer): Readonly<Record<string, string | readonly string[]>> {
  assertUtf8(bytes);
  const members = groupsOf(new URLSearchParams(bytes.toString()), ([name]) => name);
  return Object.fromEntries(
    [...members]
      .map(([name, [[, first], ...others]]) => {
        const value = others.length === 0 ? first : [first, ...others.map(([, other]) => other)];
        return [name, value] as const;
      })
      .filter(([, value]) => value !== ''),
  );
}

/** @throws {AppError} `BAD_REQUEST`: decoding would put other characters in the place of bytes that are not UTF-8. */
function assertUtf8(bytes: Uint8Array): void {
  if (!isUtf8(bytes)) throw new AppError('BAD_REQUEST', 'the body is not UTF-8');
}

/** Says that a Content-Type is JSON, or a type that ends in `+json`, in UTF-8. @see RFC 9110 §8.3, RFC 8259 §8.1 */
export function isJsonType(contentType: string): boolean {
  // The type that nearly every client sends is not parsed.
  return contentType === jsonType || isUtf8Type(contentType, /^application\/(?:.+\+)?json$/);
}

/**
 * Says that a Content-Type is of an essence, in any spelling of UTF-8 or without a charset. Other parameters do not
 * matter.
 */
function isUtf8Type(contentType: string, essence: RegExp): boolean {
  try {
    const type = new MIMEType(contentType);
    return essence.test(type.essence) && /^utf-?8$/i.test(type.params.get('charset') ?? 'utf-8');
  } catch {
    return false;
  }
}
