import { bytes, struct, u16, u32 } from './codec';

const counters = {
  /** Unix seconds the block starts at. */
  time: u32,
  messageCount: u32,
  nodeCount: u32,
  dividend: u32,
} as const;

const votes = { votesYes: u16, votesNo: u16 } as const;

/** 180 bytes: a header in a list of blocks; the signatures of a block cover all but the votes. */
export const listedBlockHeader = struct({
  ...counters,
  oldHash: bytes(32),
  messagesHash: bytes(32),
  nodesHash: bytes(32),
  vipHash: bytes(32),
  nowHash: bytes(32),
  ...votes,
});

/** 218 bytes: a header that stands alone. */
export const blockHeader = struct({
  version: u32,
  ...counters,
  oldHash: bytes(32),
  minHash: bytes(32),
  messagesHash: bytes(32),
  nodesHash: bytes(32),
  vipHash: bytes(32),
  nowHash: bytes(32),
  ...votes,
  votesTotal: u16,
});

/** 66 bytes: one node's signature of a block. */
export const blockSignature = struct({ node: u16, signature: bytes(64) });

/** 34 bytes: one of the nodes that vote. */
export const vipKey = struct({ node: u16, publicKey: bytes(32) });
