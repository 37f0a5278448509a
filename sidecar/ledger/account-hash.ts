import { createHash } from 'node:crypto';
import { accountAddress, type AccountAddress } from './address';
import { encode } from './codec';

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
