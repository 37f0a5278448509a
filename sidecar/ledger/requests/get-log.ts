import { accountRecord } from '../account';
import { accountAddress, type AccountAddress } from '../address';
import { sizedList, struct, u32, u8 } from '../codec';
import { logEntry } from '../log-entry';
import { defineRequest } from '../request';

/** Asks for the sender's own log. Asked by the sender's address, a node answers arbitrary bytes as the account. */
export const ownLog: AccountAddress = { node: 0, user: 0 };

const response = struct({ account: accountRecord, entries: sizedList(logEntry) });

/**
 * Reads an account's log. `from` must not be in the node's future.
 *
 * @see docs/ledger-protocol.md §7.1, §8, §13
 */
export const getLog = defineRequest({
  method: 'get_log',
  type: 0x11,
  body: struct({
    sender: accountAddress,
    /** Unix seconds of the first entry wanted; zero for all. */
    from: u32,
    /** `ownLog` for the sender's own. */
    target: accountAddress,
    /** 1 for entries of earlier owners of the account number too. */
    full: u8,
  }),
  response: () => response,
});
