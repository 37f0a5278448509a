import { accountRecord, type AccountRecord } from './account';
import { decode, encode, struct, u32, type Codec } from './codec';
import { createAccount } from './transactions/create-account';

/** What a node answers to a transaction that it has accepted. */
export interface TransactionReceipt {
  /** The sender's account after the transaction. */
  readonly account: AccountRecord;
  readonly nodeMessageId: number;
  /** Place inside the node's message, from 1. */
  readonly position: number;
  /** Number of the account just made; zero when another node has to make it, or none was asked. */
  readonly newUser: number;
}

const receipt = { account: accountRecord, nodeMessageId: u32, position: u32 };
const plainReceipt = struct(receipt);
const createAccountReceipt: Codec<TransactionReceipt> = struct({ ...receipt, newUser: u32 });

/**
 * Reads an acceptance: 136 bytes, or 140 for `create_account`.
 *
 * @throws {LedgerDataError} for any other length
 * @see protocol.md, section 8
 */
export function decodeReceipt(method: string, payload: Uint8Array): TransactionReceipt {
  if (method === createAccount.method) return decode(createAccountReceipt, payload);
  return { ...decode(plainReceipt, payload), newUser: 0 };
}

/** Writes what `decodeReceipt` reads; `newUser` only for `create_account`. */
export function encodeReceipt(method: string, value: TransactionReceipt): Uint8Array {
  return method === createAccount.method
    ? encode(createAccountReceipt, value)
    : encode(plainReceipt, value);
}
