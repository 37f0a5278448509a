import { blockMember, optional } from '../../ledger/members';
import { blockTime, blockSeconds } from '../../ledger/block';
import { formatHex } from '../../ledger/hex';
import { formatMessageName } from '../../ledger/identifiers';
import { hashTree } from '../../ledger/hash-tree';
import { getMessageList } from '../../ledger/requests/get-message-list';
import { describeBlock, previousBlock } from './blocks';
import { defineReadMethod } from './read-method';

/** Reads which messages a block has and checks them against the block's hash of messages. */
export const getMessageListMethod = defineReadMethod({
  type: getMessageList,
  members: { block: optional(blockMember, () => null) },
  body: (moment, { block }) => ({ ...moment, block: block ?? previousBlock(moment.time) }),
  print({ body: { block }, response: { count, messagesHash, messages }, nowSeconds }) {
    const calculated = hashTree(messages.map(({ hash }) => hash));
    const isRight = Buffer.compare(calculated, messagesHash) === 0;
    const isClosed = block <= blockTime(nowSeconds) - blockSeconds;
    return {
      ...describeBlock(block),
      msghash: formatHex(messagesHash),
      message_count: String(count),
      ...(!isRight && { msghash_calculated: formatHex(calculated) }),
      confirmed: isRight && isClosed ? 'yes' : 'no',
      ...(messages.length > 0 && { messages: messages.map(formatMessageName) }),
    };
  },
});
