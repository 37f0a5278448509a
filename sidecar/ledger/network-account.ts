import { accountRecord, formatAccount, type AccountObject, type AccountRecord } from './account';
import type { AccountAddress } from './address';
import { encode } from './codec';
import { accountChecksum } from './account-hash';

/** Prints the network's copy of an account, and whether its checksum is right. */
export function formatNetworkAccount(
  address: AccountAddress,
  record: AccountRecord,
): AccountObject {
  const expected = accountChecksum(encode(accountRecord, record), address);
  const isRight = Buffer.compare(expected, record.checksum) === 0;
  return { ...formatAccount(address, record), checksum: String(isRight) };
}
