import { hash, timingSafeEqual } from 'node:crypto';

/** A secret nobody can guess: 256 bits, base64url, 43 characters. */
export function createSecret({
  randomBytes,
}: {
  readonly randomBytes: (length: number) => Buffer;
}): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which a secret is stored: its SHA-256, hex. Secrets of 256 random bits need no slow hash. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Says that a hash was made of this secret, in a time that does not depend on where they differ. */
export function isSecretOf(secret: string, storedHash: string): boolean {
  const given = hash('sha256', secret, 'buffer');
  const expected = Buffer.from(storedHash, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
