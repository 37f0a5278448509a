import { bytes, i64, struct, u16, u32, type ValueOf } from './codec';

/**
 * One line of an account's log.
 *
 * Wire: 64 bytes.
 *
 * @see docs/ledger-protocol.md §8, §13
 */
export const logEntry = struct({
  /** Unix seconds. */
  time: u32,
  /** Low byte: type of the transaction; 0x8000 marks incoming and network entries. */
  type: u16,
  node: u16,
  nodeMessageId: u32,
  /** Place in the node's message, or a block's time where `nodeMessageId` is zero. */
  position: u32,
  user: u32,
  accountMessageId: u32,
  /** Units of 10^-11; negative when it left the account. */
  amount: i64,
  /** Depends on the type. */
  info: bytes(32),
});

/** The decoded entry. */
export type LogEntry = ValueOf<typeof logEntry>;

/** Set in `type` of entries that others caused. */
export const incomingFlag = 0x8000;
