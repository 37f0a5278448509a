import type { OnChainTransaction } from './on-chain-transaction';
import { formatHex } from './hex';
import { formatTransaction } from './format-transaction';
import { type LedgerObject } from './text';

/** Prints what stands in a node's message with the names and the order of the ledger's own client. */
export function formatOnChain(transaction: OnChainTransaction): LedgerObject {
  switch (transaction.kind) {
    case 'transaction':
      return formatTransaction(transaction.data, transaction.signature);
    case 'connection':
      return {
        type: transaction.kind,
        port: String(transaction.port),
        ip_address: [...transaction.ipv4].join('.'),
        version: formatVersion(transaction.version),
      };
    case 'account_created':
      return {
        type: transaction.kind,
        node: String(transaction.account.node),
        user: String(transaction.account.user),
        msg_id: String(transaction.messageId),
        time: String(transaction.time),
        target_node: String(transaction.target.node),
        target_user: String(transaction.target.user),
        public_key: formatHex(transaction.publicKey),
      };
    case 'empty':
      return { type: transaction.kind };
    default:
      return transaction satisfies never;
  }
}

/** Text up to the first zero byte, without anything but printable ASCII. */
function formatVersion(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  return text.replace(/\0.*$/s, '').replace(/[^ -~]/g, '');
}
