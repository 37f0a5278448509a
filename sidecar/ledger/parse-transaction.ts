import type { AccountAddress } from './address';
import { maxAmount } from './amount';
import { LedgerDataError } from './errors';
import type { Transaction } from './transaction-kind';
import { transactionTypes } from './transactions/index';

/** A prepared transaction, decoded as far as somebody who only passes it on needs it. */
export interface ParsedTransaction {
  readonly type: Transaction;
  readonly sender: AccountAddress;
  readonly messageId: number;
  /** Unix seconds. */
  readonly time: number;
  /** Units of 10^-11, like `fee`. Their sum fits the ledger's 64 bits. */
  readonly amount: bigint;
  readonly fee: bigint;
  /**
   * The bytes that go over the wire before the signature: `data`, with the node's block if `data` leaves the block out.
   */
  readonly wire: Uint8Array;
  /** How many of the bytes of `wire` the signature covers, after the account's hash. */
  readonly signedBytes: number;
}

/**
 * Takes prepared transaction data apart by exact lengths. A byte more or less, a type that is not a
 * transaction (a node dies of some) and a sum that would wrap are refused here, before any node sees
 * them.
 *
 * @throws {LedgerDataError}
 */
export function parseTransaction(data: Uint8Array): ParsedTransaction {
  const [typeByte] = data;
  if (typeByte === undefined) throw new LedgerDataError('expected a transaction, got no bytes');
  const type = transactionTypes.get(typeByte);
  if (!type) throw new LedgerDataError(`type ${typeByte} is not a transaction`);
  const body = type.decode(data);
  const { amount, fee } = type.costOf(body);
  if (amount + fee > maxAmount || amount < -maxAmount) {
    throw new LedgerDataError('amount and fee together are past 64 bits');
  }
  const wire = type.encode(body);
  return {
    type,
    sender: body.sender,
    messageId: body.messageId,
    time: body.time,
    amount,
    fee,
    wire,
    signedBytes: wire.length - (type.unsignedBlock?.size ?? 0),
  };
}
