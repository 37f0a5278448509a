import { sha256 } from './account-hash';

/** Hash of two hashes, the same in either order: the smaller one is hashed first. */
export function pairHash(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [low, high] = Buffer.compare(one, other) <= 0 ? [one, other] : [other, one];
  return sha256(low, high);
}

/**
 * Root over leaves in their order. Two trees of the same level are joined as soon as there are two; the trees that are
 * left over at the end are joined from the smallest to the largest. No leaves give 32 zero bytes.
 *
 * @see docs/ledger-protocol.md §14
 */
export function hashTree(leaves: readonly Uint8Array[]): Uint8Array {
  const levels: (Uint8Array | null)[] = [];
  for (const leaf of leaves) {
    let hash = leaf;
    let level = 0;
    for (let left = levels[0]; left; left = levels[level]) {
      hash = pairHash(left, hash);
      levels[level] = null;
      level += 1;
    }
    levels[level] = hash;
  }
  const rest = levels.filter((hash) => hash !== null);
  return rest.length === 0
    ? new Uint8Array(32)
    : rest.reduce((folded, hash) => pairHash(hash, folded));
}
