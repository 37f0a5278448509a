import { accountAddress } from '../address';
import { blockSignature } from '../block-header';
import { countedList, struct, u32 } from '../codec';
import { defineRequest } from '../request';

const signatures = countedList(blockSignature, { count: u32 });
const response = struct({ signatures, forkSignatures: signatures });

/**
 * Reads the nodes' signatures of one block.
 *
 * @see docs/ledger-protocol.md §7.1, §8
 */
export const getSignatures = defineRequest({
  method: 'get_signatures',
  type: 0x16,
  body: struct({ sender: accountAddress, time: u32, block: u32 }),
  response: () => response,
});
