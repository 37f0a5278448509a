import type { AccountAddress } from './address';
import { encode } from './codec';
import { incomingFlag, type LogEntry } from './log-entry';
import { senderInfo, wireInfo } from './log-info';
import type { Done, NodeState } from './node-rule';
import type { TransactionHeader } from './transaction';

type AnyDone = Done<TransactionHeader>;

/** Facts of the other side of an entry. */
interface Side {
  readonly other: AccountAddress;
  readonly amount: bigint;
  readonly info: Uint8Array;
}

/** Money that goes to one account. */
export interface Wire {
  readonly recipient: AccountAddress;
  readonly amount: bigint;
}

function infoOf({ after, cost }: AnyDone, first = after.balance): Uint8Array {
  return encode(senderInfo, {
    first,
    amount: cost.amount,
    fee: cost.fee,
    status: after.status,
    keyPrefix: after.publicKey.subarray(0, 6),
  });
}

function entryOf(
  state: NodeState,
  { place, body }: AnyDone,
  { other, amount, info }: Side,
): Omit<LogEntry, 'type'> {
  return {
    time: state.now,
    node: other.node,
    nodeMessageId: place.message,
    position: place.position,
    user: other.user,
    accountMessageId: body.messageId,
    amount,
    info,
  };
}

function appendOut(state: NodeState, done: AnyDone, side: Side): void {
  const entry = entryOf(state, done, side);
  state.appendLog(done.body.sender.user, { ...entry, type: done.type });
}

/** The entry of the account that something happens to; the other side is then the sender. */
function appendIn(
  state: NodeState,
  done: AnyDone,
  { user, ...side }: Omit<Side, 'other'> & { readonly user: number },
): void {
  const entry = entryOf(state, done, { ...side, other: done.body.sender });
  state.appendLog(user, { ...entry, type: done.type | incomingFlag });
}

/** A transaction that only its sender sees. */
export function logOwn(
  state: NodeState,
  done: AnyDone,
  { other, amount = 0n }: { readonly other: AccountAddress; readonly amount?: bigint },
): void {
  appendOut(state, done, { other, amount, info: infoOf(done) });
}

/** A change of status: the entry has the bits where others have the balance. */
export function logStatus(
  state: NodeState,
  done: AnyDone,
  { other, status }: { readonly other: AccountAddress; readonly status: number },
): void {
  appendOut(state, done, { other, amount: 0n, info: infoOf(done, BigInt(status)) });
}

/** The entry of the account whose status somebody has changed. */
export function logStatusOfTarget(
  state: NodeState,
  done: AnyDone,
  { user, status }: { readonly user: number; readonly status: number },
): void {
  appendIn(state, done, { user, amount: 0n, info: infoOf(done, BigInt(status)) });
}

/** Both entries of a transfer; credits the recipient if it is kept here. */
export function logTransfer(
  state: NodeState,
  done: AnyDone,
  { recipient, amount, info }: Wire & { readonly info: Uint8Array },
): void {
  appendOut(state, done, { other: recipient, amount: -amount, info });
  if (recipient.node !== state.node) return;
  state.credit(recipient.user, amount);
  appendIn(state, done, { user: recipient.user, amount, info });
}

/** A pair of entries for each wire; the first pair is marked. */
export function logWires(state: NodeState, done: AnyDone, wires: readonly Wire[]): void {
  const { after, cost } = done;
  for (const [index, wire] of wires.entries()) {
    const info = encode(wireInfo, {
      balance: after.balance,
      amount: cost.amount,
      fee: cost.fee,
      status: after.status,
      keyPrefix: after.publicKey.subarray(0, 5),
      isFirst: index === 0 ? 1 : 0,
    });
    logTransfer(state, done, { ...wire, info });
  }
}

/** Both entries of a new account; one on another node has only the sender's. */
export function logNewAccount(state: NodeState, done: AnyDone, address: AccountAddress): void {
  const info = infoOf(done);
  appendOut(state, done, { other: address, amount: -done.cost.amount, info });
  if (address.node !== state.node) return;
  appendIn(state, done, { user: address.user, amount: done.cost.amount, info });
}

/** Logs the network's answer to an account's transaction: an entry of the block, of no message. */
export function logAnswer(
  state: NodeState,
  user: number,
  entry: Pick<LogEntry, 'type' | 'node' | 'amount' | 'info'>,
): void {
  state.appendLog(user, {
    ...entry,
    type: entry.type | incomingFlag,
    time: state.now,
    nodeMessageId: 0,
    position: state.block,
    user: 0,
    accountMessageId: 0,
  });
}
