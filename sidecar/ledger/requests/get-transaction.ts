import { accountAddress } from '../address';
import { bytes, followedBy, repeated, struct, u16, u32 } from '../codec';
import { defineRequest } from '../request';

const hash = bytes(32);

const response = followedBy(
  struct({
    block: u32,
    nodeMessageId: u32,
    node: u16,
    position: u16,
    size: u16,
    hashCount: u16,
  }),
  ({ size, hashCount }) =>
    struct({
      /** On-chain form: see `onChainTransaction`. */
      transaction: bytes(size),
      /** From the transaction's own leaf up to the block's hash. */
      hashes: repeated(hash, hashCount),
    }),
);

/**
 * Reads one transaction and its proof, once its block is closed.
 *
 * @see docs/ledger-protocol.md §7.1, §8, §14
 */
export const getTransaction = defineRequest({
  method: 'get_transaction',
  type: 0x14,
  body: struct({
    sender: accountAddress,
    time: u32,
    node: u16,
    nodeMessageId: u32,
    position: u16,
  }),
  response: () => response,
});
