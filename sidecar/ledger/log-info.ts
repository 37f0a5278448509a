import { bytes, i64, struct, u16, u32, u8 } from './codec';

/**
 * Layouts of `info` in log entries, 32 bytes each.
 * @see docs/ledger-protocol.md §13
 */
export const senderInfo = struct({
  /** Balance after; for changes of status the bits. */
  first: i64,
  amount: i64,
  fee: i64,
  status: u16,
  keyPrefix: bytes(6),
});

/** Of a transfer to many: `amount` and `fee` are those of the whole transaction. */
export const wireInfo = struct({
  balance: i64,
  amount: i64,
  fee: i64,
  status: u16,
  keyPrefix: bytes(5),
  /** 1 on the first entry of a transaction. */
  isFirst: u8,
});

/** Of the entry that a node writes when it starts. */
export const startInfo = struct({
  balance: i64,
  hashPrefix: bytes(8),
  localChange: u32,
  remoteChange: u32,
  keyPrefix: bytes(6),
  status: u16,
});

/** A node's own profit from one message. */
export const messageProfitInfo = struct({ transactions: i64, dividend: i64, fee: i64, rest: i64 });

/** A node's shares of a block's profit; one more stands in the entry's own members. */
export const blockProfitInfo = struct({ dividend: i64, users: i64, received: i64, paid: i64 });
