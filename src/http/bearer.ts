/**
 * The token of an `Authorization: Bearer …` header; null for a header of another scheme, or none. Without an expression:
 * one that skips spaces may take a time that grows with the square of their number.
 *
 * @see RFC 6750 §2.1
 */
export function readBearer(authorization: string | undefined): string | null {
  if (authorization?.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  return authorization.slice(7).trim();
}
