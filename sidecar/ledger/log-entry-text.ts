import { formatAccountAddress } from './address';
import { formatAmount } from './amount';
import { decode } from './codec';
import { formatHex } from './hex';
import { formatBlockId } from './identifiers';
import type { LogEntry } from './log-entry';
import { senderInfo } from './log-info';
import type { LedgerObject } from './text';

/** Prints the members that most entries have of the sender. */
export function describeSenderInfo({ info }: LogEntry): LedgerObject {
  const { first, ...rest } = decode(senderInfo, info);
  return { sender_balance: formatAmount(first), ...describeCost(rest) };
}

/** A change of status has its bits where others have the balance. */
export function describeStatusInfo({ info }: LogEntry): LedgerObject {
  const { first, ...rest } = decode(senderInfo, info);
  return { status: String(BigInt.asUintN(16, first)), ...describeCost(rest) };
}

interface Cost {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly keyPrefix: Uint8Array;
  readonly status: number;
}

function describeCost({ amount, fee, keyPrefix, status }: Cost): LedgerObject {
  return {
    sender_amount: formatAmount(amount),
    sender_fee: formatAmount(fee),
    sender_public_key_prefix_6: formatHex(keyPrefix),
    sender_status: String(status),
  };
}

/** The account that an entry names. */
export function describeAccount({ node, user }: LogEntry): LedgerObject {
  return { account: String(user), address: formatAccountAddress({ node, user }) };
}

/** Node and block of an entry of the network, and the account where there is one. */
export function describeForeignAccount(entry: LogEntry): LedgerObject {
  return {
    node: String(entry.node),
    block_id: formatBlockId(entry.position),
    ...(entry.user !== 0 && describeAccount(entry)),
  };
}
