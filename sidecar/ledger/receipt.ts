import { accountRecord, type AccountRecord } from './account';
import { struct, u32, type Codec } from './codec';

/** A node's answer to a transaction that it has accepted. */
export interface TransactionReceipt {
  /** The sender's account after the transaction. */
  readonly account: AccountRecord;
  readonly nodeMessageId: number;
  /** Place inside the node's message, from 1. */
  readonly position: number;
  /** Number of the account just made; zero when another node has to make it, absent when none was asked. */
  readonly newUser?: number;
}

const receipt = { account: accountRecord, nodeMessageId: u32, position: u32 };

/** 136 bytes. @see docs/ledger-protocol.md §8 */
export const plainReceipt: Codec<TransactionReceipt> = struct(receipt);

/** 140 bytes: the account just made has a number. */
export const newAccountReceipt: Codec<TransactionReceipt> = struct({ ...receipt, newUser: u32 });
