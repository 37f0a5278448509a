import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { sha256 } from './account-hash';
import { LedgerDataError } from './errors';

/** An Ed25519 key that signs for an account. Printing it shows nothing of the secret. */
export interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Plain RFC 8032 Ed25519: 64 bytes, the same for the same message every time. */
  sign(message: Uint8Array): Uint8Array;
}

/** PKCS #8 up to the seed; RFC 8410 section 7. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param seed 32-byte RFC 8032 secret seed @throws {LedgerDataError} for another length */
export function signingKey(seed: Uint8Array): SigningKey {
  if (seed.length !== 32) throw new LedgerDataError(`a seed has 32 bytes, not ${seed.length}`);
  const key = createPrivateKey({
    key: Buffer.concat([privateKeyPrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = new Uint8Array(Buffer.from(x, 'base64url'));
  return { publicKey, sign: (message) => new Uint8Array(sign(null, message, key)) };
}

/**
 * Reads a secret: 64 hex digits are the seed itself, any other text is a passphrase whose SHA-256 is
 * the seed.
 *
 * @throws {LedgerDataError} for empty text
 * @see docs/ledger-protocol.md §4
 */
export function parseSecret(text: string): SigningKey {
  if (text === '') throw new LedgerDataError('a secret must not be empty');
  const isSeed = /^[0-9A-Fa-f]{64}$/.test(text);
  return signingKey(isSeed ? Buffer.from(text, 'hex') : sha256(Buffer.from(text)));
}
