import { accountAddress } from '../address';
import { bytes, sizedList, struct, u32 } from '../codec';
import { defineRequest } from '../request';
import { broadcast } from '../transactions/broadcast/layout';

const published = struct({
  transaction: broadcast.layout,
  signature: bytes(64),
  /** Account hash that the signature covers before the transaction. */
  inputHash: bytes(32),
  publicKey: bytes(32),
  nodeMessageId: u32,
  position: u32,
});

const response = struct({ block: u32, lastBlock: u32, broadcasts: sizedList(published) });

/**
 * Reads the broadcasts of one block.
 *
 * @see docs/ledger-protocol.md §7.1, §8
 */
export const getBroadcast = defineRequest({
  method: 'get_broadcast',
  type: 0x12,
  body: struct({
    sender: accountAddress,
    /** Unix seconds the block starts at; zero for the last closed one. */
    block: u32,
    time: u32,
  }),
  response: () => response,
});
