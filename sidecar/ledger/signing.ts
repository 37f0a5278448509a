import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { accountAddress, type AccountAddress } from './address';
import { encode } from './codec';
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
 * @see protocol.md, section 4
 */
export function parseSecret(text: string): SigningKey {
  if (text === '') throw new LedgerDataError('a secret must not be empty');
  const isSeed = /^[0-9A-Fa-f]{64}$/.test(text);
  return signingKey(isSeed ? Buffer.from(text, 'hex') : sha256(Buffer.from(text)));
}

/** Verifies signatures of one public key again and again; see `isSignatureOf` for one. */
export function verifier(
  publicKey: Uint8Array,
): (message: Uint8Array, signature: Uint8Array) => boolean {
  const key = publicKeyObject(publicKey);
  return (message, signature) => signature.length === 64 && verify(null, message, key, signature);
}

/** Whether `signature` is by `publicKey`; strict, and false for lengths that can not be. */
export function isSignatureOf(
  publicKey: Uint8Array,
  { message, signature }: { readonly message: Uint8Array; readonly signature: Uint8Array },
): boolean {
  if (publicKey.length !== 32) return false;
  return verifier(publicKey)(message, signature);
}

function publicKeyObject(publicKey: Uint8Array): KeyObject {
  if (publicKey.length !== 32) {
    throw new LedgerDataError(`a public key has 32 bytes, not ${publicKey.length}`);
  }
  const x = Buffer.from(publicKey).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** What the owner of a new key signs to show that it is theirs: the empty message. */
export const confirmedMessage: Uint8Array = new Uint8Array(0);

/** What the signature of a transaction covers: the account's hash, then the signed bytes. */
export function transactionMessage(accountHash: Uint8Array, signed: Uint8Array): Uint8Array {
  return Buffer.concat([accountHash, signed]);
}

/** The account's hash after a transaction: `SHA256(before || SHA256(signature))`. */
export function nextAccountHash(before: Uint8Array, signature: Uint8Array): Uint8Array {
  return sha256(before, sha256(signature));
}

/**
 * Hash of an account that has sent nothing yet.
 *
 * @param networkSeed 32 bytes: message hash of node 0
 */
export function initialAccountHash(networkSeed: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return sha256(networkSeed, new Uint8Array(10), publicKey);
}

/** Checksum of the network's copy of a record, over its first 96 bytes and the account's address. */
export function accountChecksum(record: Uint8Array, address: AccountAddress): Uint8Array {
  return sha256(record.subarray(0, 96), encode(accountAddress, address));
}

/** SHA-256 over all parts one after another. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
