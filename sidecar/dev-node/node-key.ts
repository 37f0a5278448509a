import { parseHex } from '../ledger/hex';
import { type SigningKey, signingKey } from '../ledger/signing';

let last: { readonly seed: string; readonly key: SigningKey } | null = null;

/**
 * The key that a node signs its messages and blocks with. The last one is kept: to make it of its seed takes two thirds
 * of the time of a block.
 *
 * @param head.nodeSeed hex
 */
export function nodeKeyOf({ nodeSeed: seed }: { readonly nodeSeed: string }): SigningKey {
  if (last?.seed !== seed) last = { seed, key: signingKey(parseHex(seed)) };
  return last.key;
}
