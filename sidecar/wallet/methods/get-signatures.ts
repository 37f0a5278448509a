import { blockMember, optional } from '../../ledger/members';
import { formatHex } from '../../ledger/hex';
import { getSignatures } from '../../ledger/requests/get-signatures';
import { listText } from '../../ledger/text';
import { describeBlock, previousBlock } from './blocks';
import { defineReadMethod } from './read-method';

interface Signature {
  readonly node: number;
  readonly signature: Uint8Array;
}

const print = (signatures: readonly Signature[]) =>
  signatures.map(({ node, signature }) => ({
    node: String(node),
    signature: formatHex(signature),
  }));

/** Reads the nodes' signatures of a block, the last closed one unless `block` names another. */
export const getSignaturesMethod = defineReadMethod({
  type: getSignatures,
  members: { block: optional(blockMember, () => null) },
  body: (moment, { block }) => ({ ...moment, block: block ?? previousBlock(moment.time) }),
  print: ({ body, response: { signatures, forkSignatures } }) => ({
    ...describeBlock(body.block),
    signatures: listText(print(signatures)),
    ...(forkSignatures.length > 0 && { fork_signatures: print(forkSignatures) }),
  }),
});
