import { hash } from 'node:crypto';
import { idOfBytes } from '../../id';
import type { AccountStore } from '../../identity/accounts/account.store';
import { ledgerNetwork } from '../../identity/accounts/payout-address';

/** The id of the account that a server's earnings are booked to: of its address alone, so that nobody has to look it up. */
export function peerAccountIdOf(address: string): string {
  return idOfBytes(hash('sha256', `peer ${address}`, 'buffer').subarray(0, 16));
}

/** Makes the account of a server, unless it is there. @returns its id */
export async function ensurePeerAccount(
  { accounts }: { readonly accounts: Pick<AccountStore, 'ensurePeer'> },
  address: string,
): Promise<string> {
  const id = peerAccountIdOf(address);
  await accounts.ensurePeer({ id, address, payoutAddress: `${ledgerNetwork}${address}` });
  return id;
}
