import { member } from '../../ledger/members';
import { decode } from '../../ledger/codec';
import { LedgerDataError, ledgerErrorText } from '../../ledger/errors';
import { formatHex } from '../../ledger/hex';
import {
  formatBlockId,
  formatTransactionName,
  parseTransactionName,
} from '../../ledger/identifiers';
import { transactionLeaf } from '../../ledger/message-hash';
import { formatOnChain } from '../../ledger/on-chain-text';
import { onChainTransaction } from '../../ledger/on-chain-transaction';
import { getTransaction } from '../../ledger/requests/get-transaction';
import { listText } from '../../ledger/text';
import { RpcError } from '../../rpc/errors';
import { defineReadMethod, nothingDeducted } from './read-method';

const hashMismatch = 37;

/**
 * Reads one transaction and its path of hashes, once its block is closed. The path is checked to begin
 * at exactly this transaction; whether it ends at a block that the network has signed is for whoever
 * keeps the blocks.
 */
export const getTransactionMethod = defineReadMethod({
  type: getTransaction,
  members: { txid: member('string', (text) => parseTransactionName(text)) },
  body: (moment, { txid }) => ({ ...moment, ...txid }),
  describe: () => nothingDeducted,
  print({ fields: { txid }, response }) {
    const { transaction: bytes, hashes, block } = response;
    const leaf = transactionLeaf(bytes, txid);
    if (hashes[0] === undefined || Buffer.compare(leaf, hashes[0]) !== 0) throw mismatch();
    const transaction = decodeTransaction(bytes);
    const data =
      transaction.kind === 'transaction'
        ? formatHex(transaction.data) + formatHex(transaction.signature)
        : formatHex(bytes);
    return {
      network_tx: {
        id: formatTransactionName(txid),
        block_time: String(block),
        block_id: formatBlockId(block),
        node: String(txid.node),
        node_msid: String(txid.nodeMessageId),
        node_mpos: String(txid.position),
        size: String(bytes.length),
        hashpath_size: String(hashes.length),
        data,
        hashpath: listText(hashes.map(formatHex)),
      },
      txn: formatOnChain(transaction),
    };
  },
});

function decodeTransaction(bytes: Uint8Array) {
  try {
    return decode(onChainTransaction, bytes);
  } catch (error) {
    if (error instanceof LedgerDataError) throw mismatch();
    throw error;
  }
}

function mismatch(): RpcError {
  return new RpcError('LEDGER_REFUSED', ledgerErrorText(hashMismatch), {
    data: { code: hashMismatch, info: '' },
  });
}
