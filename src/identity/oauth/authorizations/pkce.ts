import { createHash, timingSafeEqual } from 'node:crypto';

/** Says that a text may be an S256 challenge: a SHA-256 as base64url. @see RFC 7636 §4.2 */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Says that an S256 challenge was made of this verifier. @see RFC 7636 §4.1, §4.6 */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}
