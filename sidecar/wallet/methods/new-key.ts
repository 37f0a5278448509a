import { LedgerDataError } from '../../ledger/errors';
import { confirmedMessage, isSignatureOf } from '../../ledger/signing';
import { parseHexOf } from '../../methods/read-fields';

/** Readers of a new public key and of the proof that its owner has the secret to it. */
export function newKeyReaders(given: { readonly public_key: string; readonly confirm: string }) {
  return {
    public_key: () => parseHexOf(32, given.public_key),
    confirm: () => {
      const signature = parseHexOf(64, given.confirm);
      const publicKey = parseHexOf(32, given.public_key);
      if (!isConfirmed(publicKey, signature)) {
        throw new LedgerDataError('it is not the empty message signed by the new key');
      }
    },
  };
}

/** A key that is no point of the curve confirms nothing. */
function isConfirmed(publicKey: Uint8Array, signature: Uint8Array): boolean {
  try {
    return isSignatureOf(publicKey, { message: confirmedMessage, signature });
  } catch {
    return false;
  }
}
