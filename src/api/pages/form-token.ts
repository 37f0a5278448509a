import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { AppError } from '../../errors';
import { formatCookie, readCookie } from '../../identity/accounts/session-cookie';
import type { PageRequest } from './page-route';

/**
 * Proof that a form was shown by us to the browser that sends it: derived from a secret that only that browser's cookie
 * has, so that other sites can neither read nor make one.
 */
export function formTokenOf(secret: string): string {
  return createHash('sha256').update(`form token\0${secret}`).digest('base64url');
}

/** @throws {AppError} `FORBIDDEN` */
export function assertFormToken(secret: string | null, token: unknown): void {
  const given = Buffer.from(typeof token === 'string' ? token : '');
  const expected = Buffer.from(secret === null ? '' : formTokenOf(secret));
  if (secret === null || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('FORBIDDEN', 'the form is not ours or too old: load the page again');
}

/** The token of a form for a browser that has no session yet, which gets a cookie for it unless it has one. */
export function grantFormToken(
  response: ServerResponse,
  { headers, publicUrl }: Pick<PageRequest, 'headers' | 'publicUrl'>,
): string {
  const known = readCookie(headers, 'adgate-form', publicUrl);
  const secret = known ?? randomBytes(32).toString('base64url');
  if (known === null)
    response.setHeader('Set-Cookie', formatCookie('adgate-form', secret, publicUrl));
  return formTokenOf(secret);
}
