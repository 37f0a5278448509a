import { LedgerDataError } from './errors';
import { parseHexOf } from './hex';
import { hexMember, member } from './members';
import { confirmedMessage, isSignatureOf } from './signature';

/** A new public key. */
export const publicKeyMember = hexMember(32);

/** The proof that the owner of `public_key` has the secret to it: the empty message, signed. */
export const confirmMember = member('string', (text, { given }) => {
  const signature = parseHexOf(64, text);
  const { public_key: publicKey } = given;
  if (typeof publicKey !== 'string' || !isConfirmed(parseHexOf(32, publicKey), signature)) {
    throw new LedgerDataError('it is not the empty message signed by the new key');
  }
});

/** A key that is no point of the curve confirms nothing. */
function isConfirmed(publicKey: Uint8Array, signature: Uint8Array): boolean {
  try {
    return isSignatureOf(publicKey, { message: confirmedMessage, signature });
  } catch {
    return false;
  }
}
