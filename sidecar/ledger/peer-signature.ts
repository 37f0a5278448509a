import { createHash } from 'node:crypto';
import { formatAccountAddress, type AccountAddress } from './address';
import { LedgerDataError } from './errors';
import { formatTransactionName, type TransactionName } from './identifiers';

/** Bytes of the nonce in a request header of ours. */
export const requestNonceBytes = 32;

/**
 * The bytes that the signature of a request header covers: the nonce, then the decimal Unix seconds of its time. No
 * transaction and no read request of the ledger has these lengths.
 *
 * @see docs/peers.md §2
 */
export function requestMessage(nonce: Uint8Array, unixSeconds: number): Uint8Array {
  return Buffer.concat([nonce, Buffer.from(String(unixSeconds))]);
}

/**
 * The 40 characters that the signature of a question for a payment's details covers.
 *
 * @param unixSeconds the time that the question tells
 * @see docs/peers.md §3
 */
export function detailsMessage(
  transaction: TransactionName,
  { account, unixSeconds }: { readonly account: AccountAddress; readonly unixSeconds: number },
): Uint8Array {
  const text = `${formatTransactionName(transaction)}${unixSeconds}${formatAccountAddress(account)}`;
  return Buffer.from(createHash('sha1').update(text).digest('hex'));
}

/** Writes whole Unix seconds as peers read them: `2026-02-09T12:00:00+00:00`. @throws {LedgerDataError} */
export function formatPeerTime(unixSeconds: number): string {
  if (!Number.isSafeInteger(unixSeconds) || unixSeconds < 0 || unixSeconds >= 2 ** 32)
    throw new LedgerDataError(`${unixSeconds} is no Unix time of 32 bits`);
  return new Date(unixSeconds * 1000).toISOString().replace(/\.000Z$/, '+00:00');
}
