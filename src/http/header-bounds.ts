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
