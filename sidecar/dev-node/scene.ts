import { accountRecord, type AccountRecord } from '../ledger/account';
import type { AccountAddress } from '../ledger/address';
import { encode } from '../ledger/codec';
import { parseHex } from '../ledger/hex';
import type { LogEntry } from '../ledger/log-entry';
import { accountChecksum, initialAccountHash } from '../ledger/signing';
import type { ChainStore, Place } from './chain-store';
import type { Head, Store } from './store';

/** What one request is carried out in. */
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

/** Whether the network has a node of this number; node 0 is no place for accounts. */
export function isNode({ chain }: Scene, node: number): boolean {
  return chain.listNodes().some(({ id }) => id === node);
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

/** The record of an account that has not sent anything. @param time Unix seconds it is made at */
export function newAccount(
  { head }: Pick<Scene, 'head'>,
  params: {
    readonly address: AccountAddress;
    readonly publicKey: Uint8Array;
    readonly balance: bigint;
    readonly time: number;
  },
): AccountRecord {
  const { address, publicKey, balance, time } = params;
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

/** Puts money into an account of this node at once, as a transfer inside the node does. */
export function creditAccount({ store }: Scene, user: number, amount: bigint): void {
  const record = store.findAccount(user);
  if (record) store.saveAccount(user, { ...record, balance: record.balance + amount });
}

/** What the entries of one transaction have in common. */
export interface EntryParts {
  readonly type: number;
  readonly place: Place;
  /** The other side of the transaction, or whom it is about. */
  readonly other: AccountAddress;
  readonly accountMessageId: number;
  readonly amount: bigint;
  readonly info: Uint8Array;
}

export function toLogEntry({ now }: Scene, parts: EntryParts): LogEntry {
  return {
    time: now,
    type: parts.type,
    node: parts.other.node,
    nodeMessageId: parts.place.message,
    position: parts.place.position,
    user: parts.other.user,
    accountMessageId: parts.accountMessageId,
    amount: parts.amount,
    info: parts.info,
  };
}
