import { accountAddress } from '../address';
import { vipKey } from '../block-header';
import { bytes, sizedList, struct, u32 } from '../codec';
import { defineRequest } from '../request';

const response = struct({ vipKeys: sizedList(vipKey) });

/**
 * Reads the keys of the voting nodes by their common hash.
 *
 * @see docs/ledger-protocol.md §7.1, §8
 */
export const getVipKeys = defineRequest({
  method: 'get_vipkeys',
  type: 0x15,
  body: struct({ sender: accountAddress, time: u32, vipHash: bytes(32) }),
  response: () => response,
});
