import { LedgerDataError } from './errors';
import { formatHex } from './hex';
import type { LedgerObject } from './text';
import { transactionTypes } from './transactions/index';

/**
 * Prints a transaction with the names and the order of the ledger's own client.
 *
 * @param data as the client sent it, without the signature
 * @throws {LedgerDataError} for data that is not one complete transaction
 * @see docs/ledger-protocol.md §12
 */
export function formatTransaction(data: Uint8Array, signature: Uint8Array): LedgerObject {
  const type = transactionTypes.get(data[0] ?? 0);
  if (!type) throw new LedgerDataError(`type ${data[0] ?? 'missing'} is not known`);
  const body = type.decode(data);
  const { sender, messageId, time } = body;
  const { before, between, after } = type.text.print(body);
  return {
    type: type.method,
    node: String(sender.node),
    user: String(sender.user),
    ...before,
    msg_id: String(messageId),
    time: String(time),
    ...between,
    signature: formatHex(signature),
    ...after,
  };
}
