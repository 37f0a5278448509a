import { isSignatureOf } from '../ledger/signature';

/** Order of the group of Ed25519: S of a signature is canonical below it. RFC 8032, section 5.1 */
const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;
const maxScalar = 2n ** 253n;

/**
 * Verifies as the ledger's nodes do: any S below 2^253 is taken, though S and S plus the group's order
 * are the same signature. A key that is no point of the curve signs nothing.
 *
 * @see docs/ledger-protocol.md §4
 */
export function isSignedBy(
  publicKey: Uint8Array,
  { message, signature }: { readonly message: Uint8Array; readonly signature: Uint8Array },
): boolean {
  if (signature.length !== 64) return false;
  const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`);
  if (scalar >= maxScalar) return false;
  const canonical = scalar < groupOrder ? signature : withScalar(signature, scalar - groupOrder);
  return isSignatureOf(publicKey, { message, signature: canonical });
}

function withScalar(signature: Uint8Array, scalar: bigint): Uint8Array {
  const bytes = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([signature.subarray(0, 32), bytes]);
}
