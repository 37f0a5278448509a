import { isAccountAddress } from '../sidecar/ledger/address';

/** The account on the ledger that a server of the network is known by, in capitals; null: the value is no account. */
export function readPeerAccount(value: unknown): string | null {
  const account = typeof value === 'string' ? value.toUpperCase() : value;
  return isAccountAddress(account) ? account : null;
}
