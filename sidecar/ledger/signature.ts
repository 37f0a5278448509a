import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { LedgerDataError } from './errors';

/** Verifies signatures of one public key again and again; see `isSignatureOf` for one. */
export function verifier(
  publicKey: Uint8Array,
): (message: Uint8Array, signature: Uint8Array) => boolean {
  const key = publicKeyObject(publicKey);
  return (message, signature) => signature.length === 64 && verify(null, message, key, signature);
}

/** Says that `signature` is by `publicKey`; strict, and false for lengths that cannot be. */
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

/** The message that the owner of a new key signs to show that the key is theirs: it is empty. */
export const confirmedMessage: Uint8Array = new Uint8Array(0);

/** The bytes that a transaction's signature covers: the account's hash, then the signed bytes. */
export function transactionMessage(accountHash: Uint8Array, signed: Uint8Array): Uint8Array {
  return Buffer.concat([accountHash, signed]);
}
