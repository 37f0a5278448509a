import { accountRecord } from '../account';
import { accountAddress } from '../address';
import { sizedList, struct, u16, u32 } from '../codec';
import { defineRequest } from '../request';

/** An account's place in the list is its number. */
const response = struct({ accounts: sizedList(accountRecord) });

/**
 * Reads all accounts of a node as they were in a closed block.
 *
 * @see docs/ledger-protocol.md §7.1, §8
 */
export const getAccounts = defineRequest({
  method: 'get_accounts',
  type: 0x18,
  body: struct({ sender: accountAddress, time: u32, block: u32, node: u16 }),
  response: () => response,
});
