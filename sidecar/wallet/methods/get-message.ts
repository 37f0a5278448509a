import { blockMember, member, optional } from '../../ledger/members';
import { encode } from '../../ledger/codec';
import { formatHex } from '../../ledger/hex';
import { formatBlockId, formatMessageName, formatTransactionName } from '../../ledger/identifiers';
import { parseMessageName } from '../../ledger/identifiers';
import { messageHash } from '../../ledger/message-hash';
import { onChainTransaction } from '../../ledger/on-chain-transaction';
import { formatOnChain } from '../../ledger/on-chain-text';
import { getMessage } from '../../ledger/requests/get-message';
import { nodeMessage } from '../../ledger/node-message';
import { listText } from '../../ledger/text';
import { RpcError } from '../../rpc/errors';
import { defineReadMethod } from './read-method';

/** Reads a node's message with every transaction in it. */
export const getMessageMethod = defineReadMethod({
  type: getMessage,
  members: {
    message_id: member('string', (text) => parseMessageName(text)),
    block: optional(blockMember, () => null),
  },
  body: (moment, { message_id, block }) => ({ ...moment, ...message_id, block: block ?? 0 }),
  print({ body, response: { block, message } }) {
    if (message.node !== body.node || message.nodeMessageId !== body.nodeMessageId) {
      throw new RpcError(
        'NODE_UNREACHABLE',
        'node not reachable: it answered with another message',
      );
    }
    return {
      block_id: formatBlockId(block),
      message_id: formatMessageName(message),
      node: String(message.node),
      node_msid: String(message.nodeMessageId),
      time: String(message.time),
      length: String(nodeMessage.sizeOf(message)),
      hash: formatHex(messageHash(message)),
      transactions: listText(
        message.transactions.map((transaction, index) => ({
          id: formatTransactionName({ ...message, position: index + 1 }),
          ...formatOnChain(transaction),
          size: String(encode(onChainTransaction, transaction).length),
        })),
      ),
    };
  },
});
