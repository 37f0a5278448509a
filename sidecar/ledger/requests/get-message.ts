import { accountAddress } from '../address';
import { struct, u16, u32 } from '../codec';
import { nodeMessage } from '../node-message';
import { defineRequest } from '../request';

const response = struct({ block: u32, message: nodeMessage });

/**
 * Reads one message of a node with everything in it.
 *
 * @see docs/ledger-protocol.md §7.1, §8, §14
 */
export const getMessage = defineRequest({
  method: 'get_message',
  type: 0x1a,
  body: struct({
    sender: accountAddress,
    time: u32,
    /** Unix seconds the block starts at; zero lets the node look for it. */
    block: u32,
    node: u16,
    nodeMessageId: u32,
  }),
  response: () => response,
});
