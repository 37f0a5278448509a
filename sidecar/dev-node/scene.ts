import { accountRecord, type AccountRecord } from '../ledger/account';
import type { AccountAddress } from '../ledger/address';
import { encode } from '../ledger/codec';
import { parseHex } from '../ledger/hex';
import type { NewAccount } from '../ledger/node-rule';
import { accountChecksum, initialAccountHash } from '../ledger/account-hash';
import type { ChainStore } from './chain-store';
import type { Head, Store } from './store';

/** The stores and the clock that carrying out one request needs. */
export interface Scene {
  readonly store: Store;
  readonly chain: ChainStore;
  readonly head: Head;
  /** Unix seconds, whole. */
  readonly now: number;
  readonly blockSeconds: number;
}

/** Start of the block that a time falls into. */
export function blockOf(
  { blockSeconds }: Pick<Scene, 'blockSeconds'>,
  unixSeconds: number,
): number {
  return unixSeconds - (unixSeconds % blockSeconds);
}

/** An account here, by this node's copy; elsewhere, by the network's. */
export function findAnyAccount(
  { store, head }: Scene,
  address: AccountAddress,
): AccountRecord | null {
  return address.node === head.node
    ? store.findAccount(address.user)
    : store.findNetworkAccount(address);
}

/** A record with the checksum that the network's copy carries. */
export function withChecksum(address: AccountAddress, record: AccountRecord): AccountRecord {
  return { ...record, checksum: accountChecksum(encode(accountRecord, record), address) };
}

/** The record of an account that has not sent anything. */
export function newAccount(
  { head }: Pick<Scene, 'head'>,
  { address, publicKey, balance, time }: NewAccount,
): AccountRecord {
  return withChecksum(address, {
    messageId: 1,
    time,
    publicKey,
    hash: initialAccountHash(parseHex(head.networkSeed), publicKey),
    localChange: time,
    pairedUser: 0,
    pairedNode: 0,
    status: 0,
    remoteChange: time,
    balance,
    checksum: new Uint8Array(32),
  });
}
