import { pairHash } from '../ledger/hash-tree';

interface Subtree {
  readonly level: number;
  readonly hash: Uint8Array;
  readonly hasLeaf: boolean;
}

/**
 * Makes the proof of one leaf of a `hashTree`: hashes to fold onto the leaf with `pairHash`, in this order, to come to
 * the root.
 * @param index of the leaf
 */
export function hashPath(leaves: readonly Uint8Array[], index: number): readonly Uint8Array[] {
  const path: Uint8Array[] = [];
  const join = (left: Subtree, right: Subtree): Subtree => {
    if (left.hasLeaf) path.push(right.hash);
    if (right.hasLeaf) path.push(left.hash);
    return {
      level: left.level + 1,
      hash: pairHash(left.hash, right.hash),
      hasLeaf: left.hasLeaf || right.hasLeaf,
    };
  };
  const stack: Subtree[] = [];
  for (const [place, hash] of leaves.entries()) {
    let subtree: Subtree = { level: 0, hash, hasLeaf: place === index };
    for (let left = stack.at(-1); left?.level === subtree.level; left = stack.at(-1)) {
      stack.pop();
      subtree = join(left, subtree);
    }
    stack.push(subtree);
  }
  let rest = stack.pop();
  for (let left = stack.pop(); rest && left; left = stack.pop()) rest = join(left, rest);
  return path;
}
