import { blockMember, optional } from '../../ledger/members';
import { formatDate } from '../../ledger/account';
import { formatAccountAddress } from '../../ledger/address';
import { formatAmount } from '../../ledger/amount';
import { encode } from '../../ledger/codec';
import { formatHex } from '../../ledger/hex';
import { formatTransactionName } from '../../ledger/identifiers';
import { getBroadcast } from '../../ledger/requests/get-broadcast';
import { isSignatureOf, transactionMessage } from '../../ledger/signature';
import { broadcast } from '../../ledger/transactions/broadcast/layout';
import type { LedgerObject } from '../../ledger/text';
import { describeBlock } from './blocks';
import { defineReadMethod } from './read-method';

/** The data part ends before the message. */
const dataBytes = 17;

type Published = ReturnType<typeof getBroadcast.decodeResponse>['broadcasts'][number];

/** Reads the broadcasts of a block, the last closed one unless `from` names another. */
export const getBroadcastMethod = defineReadMethod({
  type: getBroadcast,
  members: { from: optional(blockMember, () => null) },
  body: (moment, { from }) => ({ ...moment, block: from ?? 0 }),
  print: ({ response: { block, broadcasts } }) => ({
    ...describeBlock(block),
    broadcast_count: String(broadcasts.length),
    ...(broadcasts.length > 0 && {
      log_file: 'new',
      broadcast: broadcasts.map((published) => printBroadcast(block, published)),
    }),
  }),
});

function printBroadcast(block: number, published: Published): LedgerObject {
  const { transaction, signature, inputHash, publicKey } = published;
  const { sender, messageId, time, message } = transaction;
  const data = encode(broadcast.layout, transaction);
  const isVerified = isSignatureOf(publicKey, {
    message: transactionMessage(inputHash, data),
    signature,
  });
  return {
    block_time: String(block),
    block_date: formatDate(block),
    node: String(sender.node),
    account: String(sender.user),
    address: formatAccountAddress(sender),
    account_msid: String(messageId),
    time: String(time),
    date: formatDate(time),
    data: formatHex(data.subarray(0, dataBytes)),
    message: formatHex(message),
    signature: formatHex(signature),
    input_hash: formatHex(inputHash),
    public_key: formatHex(publicKey),
    verify: isVerified ? 'passed' : 'failed',
    node_msid: String(published.nodeMessageId),
    node_mpos: String(published.position),
    id: formatTransactionName({ ...published, node: sender.node }),
    fee: formatAmount(broadcast.costOf(transaction).fee),
  };
}
