import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors';

/**
 * Longest value, in characters, of each header that somebody parses: an expression of a library may take a time that
 * grows with the square of it. Others are kept short by Node's bound on all headers, and are only compared or cut.
 */
const longest = {
  accept: 1_024,
  authorization: 4_096,
  'content-encoding': 64,
  'content-type': 256,
  'if-none-match': 1_024,
  range: 256,
  'x-debug-supply': 4_096,
  'x-forwarded-for': 1_024,
} as const;

const bounds = Object.entries(longest);

/** @throws {AppError} `HEADER_TOO_LONG` before anything looks into a header. */
export function assertShortHeaders({ headers }: IncomingMessage): void {
  for (const [name, most] of bounds) {
    const value = headers[name];
    if (value !== undefined && value.length > most)
      throw new AppError('HEADER_TOO_LONG', `the header ${name} has more than ${most} characters`);
  }
}

/** Signs of a host and a port. @see RFC 3986 §3.2.2 */
const hostPattern = /^[\w.~!$&'()*+;=%:[\]-]*$/;

/**
 * Refuses what proxies and servers would take for requests to different hosts.
 *
 * @throws {AppError} `BAD_REQUEST` unless a request of HTTP/1.1 names one host. @see RFC 9112 §3.2
 */
export function assertOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host')
      hosts.push(rawHeaders[at + 1] ?? '');
  const isThere = hosts.length === 1 || (hosts.length === 0 && httpVersion !== '1.1');
  if (!isThere || !hosts.every((host) => hostPattern.test(host)))
    throw new AppError('BAD_REQUEST', 'a request must have one header Host, of a host and a port');
}

/**
 * Refuses a header `Expect` that asks for anything but `100-continue`, which Node meets itself.
 *
 * @throws {AppError} `EXPECTATION_FAILED`. @see RFC 9110 §10.1.1
 */
export function assertMetExpectation({ headers: { expect }, httpVersion }: IncomingMessage): void {
  if (expect === undefined || httpVersion === '1.0' || /(?:^|\W)100-continue(?:$|\W)/i.test(expect))
    return;
  throw new AppError('EXPECTATION_FAILED', 'the server meets no expectation but 100-continue');
}
