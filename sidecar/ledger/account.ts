import { formatAccountAddress, isSameAccount, type AccountAddress } from './address';
import { formatAmount } from './amount';
import { bytes, i64, struct, u16, u32, type ValueOf } from './codec';
import { formatHex } from './hex';

/**
 * An account as a node keeps it.
 *
 * Wire: 128 bytes. It does not contain its own address.
 *
 * @see docs/ledger-protocol.md §5
 */
export const accountRecord = struct({
  /** Number of the next transaction. */
  messageId: u32,
  /** Unix seconds declared by the last own transaction. */
  time: u32,
  publicKey: bytes(32),
  /** Head of the account's hash chain; the next signature covers it. */
  hash: bytes(32),
  /** Unix seconds: block of the last outgoing transaction. */
  localChange: u32,
  pairedUser: u32,
  pairedNode: u16,
  /** Bits; bit 0 marks a deleted account. */
  status: u16,
  /** Unix seconds: block of the last incoming transaction from another node. */
  remoteChange: u32,
  /** Units of 10^-11. */
  balance: i64,
  /** Right only in the network's copy; the node does not update it in its own. */
  checksum: bytes(32),
});

/** The decoded record. */
export type AccountRecord = ValueOf<typeof accountRecord>;

/** An account in JSON: every value a string, times in Unix seconds, `date` in UTC. */
export type AccountObject = Readonly<Record<string, string>>;

/** Prints a record with the names and the order of the ledger's own client. */
export function formatAccount(address: AccountAddress, record: AccountRecord): AccountObject {
  return {
    address: formatAccountAddress(address),
    node: String(address.node),
    id: String(address.user),
    msid: String(record.messageId),
    time: String(record.time),
    date: formatDate(record.time),
    status: String(record.status),
    paired_node: String(record.pairedNode),
    paired_id: String(record.pairedUser),
    ...formatPair(address, record),
    local_change: String(record.localChange),
    remote_change: String(record.remoteChange),
    balance: formatAmount(record.balance),
    public_key: formatHex(record.publicKey),
    hash: formatHex(record.hash),
  };
}

function formatPair(address: AccountAddress, record: AccountRecord): AccountObject {
  const pair = { node: record.pairedNode, user: record.pairedUser };
  const isNone = pair.node === 0 && pair.user === 0;
  if (isNone || isSameAccount(pair, address)) return {};
  return { paired_address: pair.node === 0 ? '' : formatAccountAddress(pair) };
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function formatDate(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
