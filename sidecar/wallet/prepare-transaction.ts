import type { AccountAddress } from '../ledger/address';
import { formatHex } from '../ledger/hex';
import { nextAccountHash } from '../ledger/account-hash';
import { transactionMessage } from '../ledger/signature';
import { type SigningKey } from '../ledger/signing';
import type { TransactionHeader } from '../ledger/transaction';
import { parseTransaction, type ParsedTransaction } from '../ledger/parse-transaction';
import { describeCost } from '../node/methods/transaction-result';

/** The one account that a wallet signs for. */
export interface WalletAccount {
  readonly address: AccountAddress;
  readonly key: SigningKey;
}

/** Where an account's chain of transactions stands: what the next one is signed with. */
export interface ChainState {
  /** Number of the next transaction. */
  readonly messageId: number;
  /** 32 bytes: covered by the next signature. */
  readonly hash: Uint8Array;
}

/** A signed transaction and the state that it leads to. */
export interface PreparedTransaction {
  readonly transaction: ParsedTransaction;
  readonly signature: Uint8Array;
  readonly before: ChainState;
  readonly after: ChainState;
}

/** Makes the data of a transaction once its head is known. */
export type BuildTransaction = (header: TransactionHeader) => Uint8Array;

/**
 * Signs a transaction. Pure: the same input gives the same bytes, so whoever repeats it sends the same
 * transaction again and not another one.
 *
 * @throws {LedgerDataError} when amount and fee do not fit the ledger's 64 bits
 */
export function prepareTransaction(
  { address, key }: WalletAccount,
  params: {
    readonly build: BuildTransaction;
    readonly state: ChainState;
    /** Unix seconds. */
    readonly time: number;
  },
): PreparedTransaction {
  const { build, state, time } = params;
  const data = build({ sender: address, messageId: state.messageId, time });
  const transaction = parseTransaction(data);
  const signed = transaction.wire.subarray(0, transaction.signedBytes);
  const signature = key.sign(transactionMessage(state.hash, signed));
  const after = {
    messageId: state.messageId + 1,
    hash: nextAccountHash(state.hash, signature),
  };
  return { transaction, signature, before: state, after };
}

/** The `tx` object of a prepared transaction. */
export function describePrepared({
  transaction,
  signature,
  before,
  after,
}: PreparedTransaction): Readonly<Record<string, string>> {
  return {
    data: formatHex(transaction.wire),
    signature: formatHex(signature),
    time: String(transaction.time),
    account_msid: String(before.messageId),
    account_hashin: formatHex(before.hash),
    account_hashout: formatHex(after.hash),
    ...describeCost(transaction),
  };
}
