import type { AccountRecord } from '../ledger/account';
import type { AccountAddress } from '../ledger/address';
import { bytes, encode, i64, struct, u16, u8 } from '../ledger/codec';
import { incomingFlag } from '../ledger/log-entry';
import type { TransactionCost, TransactionHeader } from '../ledger/transaction';
import type { Place } from './chain-store';
import { creditAccount, toLogEntry, type EntryParts, type Scene } from './scene';

/** A transaction whose money is taken and that has its place. */
export interface Done<Body extends TransactionHeader> {
  readonly type: number;
  readonly body: Body;
  readonly cost: TransactionCost;
  readonly place: Place;
  /** The sender before and after. */
  readonly before: AccountRecord;
  readonly after: AccountRecord;
}

/** What most entries say of the sender: 32 bytes. @see protocol.md, section 13 */
const senderInfo = struct({
  /** Balance after; bits for changes of status. */
  first: i64,
  amount: i64,
  fee: i64,
  status: u16,
  keyPrefix: bytes(6),
});

/** The same for a transfer to many: 32 bytes. */
const wireInfo = struct({
  balance: i64,
  total: i64,
  fee: i64,
  status: u16,
  keyPrefix: bytes(5),
  isFirst: u8,
});

function infoOf({ after, cost }: Done<TransactionHeader>, first = after.balance): Uint8Array {
  return encode(senderInfo, {
    first,
    amount: cost.amount,
    fee: cost.fee,
    status: after.status,
    keyPrefix: after.publicKey.subarray(0, 6),
  });
}

type Side = Pick<EntryParts, 'other' | 'amount' | 'info'>;

function appendOut(scene: Scene, done: Done<TransactionHeader>, side: Side): void {
  append(scene, done, done.body.sender.user, { ...side, type: done.type });
}

/** The entry of the account that something happens to; the other side is then the sender. */
function appendIn(
  scene: Scene,
  done: Done<TransactionHeader>,
  user: number,
  side: Pick<EntryParts, 'amount' | 'info'>,
): void {
  const type = done.type | incomingFlag;
  append(scene, done, user, { ...side, type, other: done.body.sender });
}

function append(
  scene: Scene,
  { place, body }: Done<TransactionHeader>,
  user: number,
  parts: Side & Pick<EntryParts, 'type'>,
): void {
  const entry = toLogEntry(scene, { ...parts, place, accountMessageId: body.messageId });
  scene.store.appendLog(user, entry);
}

/** A transaction that only its sender sees. */
export function logOwn(
  scene: Scene,
  done: Done<TransactionHeader>,
  { other, amount = 0n }: { readonly other: AccountAddress; readonly amount?: bigint },
): void {
  appendOut(scene, done, { other, amount, info: infoOf(done) });
}

/** A change of status: the entry has the bits where others have the balance. */
export function logStatus(
  scene: Scene,
  done: Done<TransactionHeader>,
  { other, status }: { readonly other: AccountAddress; readonly status: number },
): void {
  const info = infoOf(done, BigInt(status));
  appendOut(scene, done, { other, amount: 0n, info });
}

/** The entry of the account whose status somebody has changed. */
export function logStatusOfTarget(
  scene: Scene,
  done: Done<TransactionHeader>,
  { user, status }: { readonly user: number; readonly status: number },
): void {
  appendIn(scene, done, user, { amount: 0n, info: infoOf(done, BigInt(status)) });
}

/** Both entries of a transfer; credits the recipient if it is kept here. */
export function logTransfer(
  scene: Scene,
  done: Done<TransactionHeader>,
  params: {
    readonly recipient: AccountAddress;
    readonly amount: bigint;
    readonly info: Uint8Array;
  },
): void {
  const { recipient, amount, info } = params;
  appendOut(scene, done, { other: recipient, amount: -amount, info });
  if (recipient.node !== scene.head.node) return;
  creditAccount(scene, recipient.user, amount);
  appendIn(scene, done, recipient.user, { amount, info });
}

/** One pair of entries for each wire, the first of them marked. */
export function logWires(
  scene: Scene,
  done: Done<TransactionHeader>,
  wires: readonly { readonly recipient: AccountAddress; readonly amount: bigint }[],
): void {
  for (const [index, wire] of wires.entries()) {
    const info = encode(wireInfo, {
      balance: done.after.balance,
      total: done.cost.amount,
      fee: done.cost.fee,
      status: done.after.status,
      keyPrefix: done.after.publicKey.subarray(0, 5),
      isFirst: index === 0 ? 1 : 0,
    });
    logTransfer(scene, done, { ...wire, info });
  }
}

/** Both entries of a new account; one on another node has only the sender's. */
export function logNewAccount(
  scene: Scene,
  done: Done<TransactionHeader>,
  address: AccountAddress,
): void {
  const info = infoOf(done);
  appendOut(scene, done, { other: address, amount: -done.cost.amount, info });
  if (address.node !== scene.head.node) return;
  appendIn(scene, done, address.user, { amount: done.cost.amount, info });
}
