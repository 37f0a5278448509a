import { accountAddress } from '../address';
import { bytes, followedBy, repeated, struct, u16, u32 } from '../codec';
import { defineRequest } from '../request';

const listedMessage = struct({ node: u16, nodeMessageId: u32, hash: bytes(32) });

const response = followedBy(struct({ count: u32, messagesHash: bytes(32) }), ({ count }) =>
  struct({ messages: repeated(listedMessage, count) }),
);

/**
 * Reads which messages a block has.
 *
 * @see docs/ledger-protocol.md §7.1, §8
 */
export const getMessageList = defineRequest({
  method: 'get_message_list',
  type: 0x19,
  body: struct({ sender: accountAddress, time: u32, block: u32 }),
  response: () => response,
});
