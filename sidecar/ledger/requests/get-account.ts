import { accountRecord } from '../account';
import { accountAddress } from '../address';
import { struct, u32 } from '../codec';
import { defineRequest } from '../request';

const response = struct({
  /** As this node has it, with what is not yet in a block. */
  account: accountRecord,
  /** As the network has it. */
  networkAccount: accountRecord,
});

/**
 * Reads one account. `time` must be within 10 s of the node's clock.
 *
 * @see docs/ledger-protocol.md §7.1, §8, §17.3
 */
export const getAccount = defineRequest({
  method: 'get_account',
  type: 0x10,
  body: struct({ sender: accountAddress, target: accountAddress, time: u32 }),
  response: () => response,
});
