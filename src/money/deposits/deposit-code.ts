import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import type { SigningKey, SigningKeys } from '../../platform/keys/signing-key.store';

/**
 * The code that names an account in the message of a transfer: its id, encrypted. One block of AES is a permutation of
 * 16 bytes, so every account has one code and every code one account, and nothing has to be stored. The ledger is public:
 * there the code leads nobody to the account's sites.
 *
 * @param accountId 32 lower-case hex
 * @returns 32 lower-case hex.
 */
export function depositCodeOf([key]: SigningKeys, accountId: string): string {
  const cipher = createCipheriv('aes-128-ecb', aesKeyOf(key), null).setAutoPadding(false);
  return cipher.update(accountId, 'hex', 'hex') + cipher.final('hex');
}

/** The ids that a message may name, of accounts that there may not be. @param message 64 lower-case hex */
export function accountIdsIn(keys: readonly SigningKey[], message: string): readonly string[] {
  return codesIn(message).flatMap((code) => keys.map((key) => accountIdOf(key, code)));
}

/** A code fills the end of a message; some clients fill the rest of it behind a text. @param message 64 hex */
export function codesIn(message: string): readonly [string, string] {
  return [message.slice(32), message.slice(0, 32)];
}

function accountIdOf(key: SigningKey, code: string): string {
  const decipher = createDecipheriv('aes-128-ecb', aesKeyOf(key), null).setAutoPadding(false);
  return decipher.update(code, 'hex', 'hex') + decipher.final('hex');
}

const aesKeyOf = ({ secret }: SigningKey): Buffer =>
  hash('sha256', secret.export(), 'buffer').subarray(0, 16);
