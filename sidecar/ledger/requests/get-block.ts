import { accountAddress } from '../address';
import { blockHeader } from '../block-header';
import { bytes, countedBytes, followedBy, i64, repeated, struct, u32 } from '../codec';
import { defineRequest } from '../request';

/** 128 bytes: a node as a block has it. */
export const nodeEntry = struct({
  publicKey: bytes(32),
  accountsHash: bytes(32),
  messageHash: bytes(32),
  messageId: u32,
  messageTime: u32,
  balance: i64,
  status: u32,
  accountCount: u32,
  port: u32,
  /** Network order. */
  ipv4: bytes(4),
});

const log = countedBytes({ count: u32 });

const response = followedBy(blockHeader, ({ nodeCount }) =>
  struct({
    nodes: repeated(nodeEntry, nodeCount),
    /** The block's work beside moving money: records of section 14 one after another. */
    log,
  }),
);

/**
 * Reads one block: its header, the nodes and the block's log.
 *
 * @see docs/ledger-protocol.md §7.1, §8
 */
export const getBlock = defineRequest({
  method: 'get_block',
  type: 0x17,
  // The one read request where the block stands before the time, apart from get_broadcast.
  body: struct({ sender: accountAddress, block: u32, time: u32 }),
  response: () => response,
});
