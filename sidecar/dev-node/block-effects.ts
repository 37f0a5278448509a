import type { AccountAddress } from '../ledger/address';
import { decode, encode, struct, u16, u32, u8 } from '../ledger/codec';
import { incomingFlag } from '../ledger/log-entry';
import { onChainTransaction } from '../ledger/on-chain-transaction';
import type { TransactionHeader } from '../ledger/transaction';
import { createAccount } from '../ledger/transactions/create-account';
import { createNode } from '../ledger/transactions/create-node';
import { sendMany } from '../ledger/transactions/send-many';
import { sendOne } from '../ledger/transactions/send-one';
import { setNodeStatus } from '../ledger/transactions/set-node-status';
import { unsetNodeStatus } from '../ledger/transactions/unset-node-status';
import type { Place, StoredMessage } from './chain-store';
import { newAccount, toLogEntry, withChecksum, type Scene } from './scene';

const transactionId = struct({ message: u32, node: u16, position: u16 });

/** Records of a block's log, each after its type byte. */
const accountFailed = 3;
const nodeStatusSet = 5;
const nodeStatusUnset = 6;
const nodeCreated = 7;
const requestLayout = struct({ type: u8, user: u32, node: u16, id: transactionId });
const statusLayout = struct({ type: u8, node: u16, status: u32, id: transactionId });

/** Type of the entry that tells what became of an account asked for elsewhere. */
const accountCreatedType = 2;
/** The first account of every node. */
const administrator = 0;

/** Types with an effect at the end of a block, in the order in which the network takes them. */
const effectOrder: readonly number[] = [
  sendOne,
  sendMany,
  createAccount,
  setNodeStatus,
  unsetNodeStatus,
  createNode,
].map(({ type }) => type);

/** One transaction of the block that closes. */
interface Effect {
  readonly data: Uint8Array;
  readonly place: Place;
}

/**
 * Does what the network does with a block's transactions beyond their own node: credits accounts of
 * other nodes, gives back what an account costs that no other node has opened, makes nodes.
 *
 * @returns the block's log: protocol.md, section 14
 */
export function blockEffects(scene: Scene, messages: readonly StoredMessage[]): Uint8Array {
  const effects: Effect[] = [];
  for (const { id } of messages) {
    for (const [index, bytes] of scene.chain.listTransactions(id).entries()) {
      const found = decode(onChainTransaction, bytes);
      if (found.kind !== 'transaction' || !effectOrder.includes(found.data[0]!)) continue;
      effects.push({ data: found.data, place: { message: id, position: index + 1 } });
    }
  }
  effects.sort((a, b) => effectOrder.indexOf(a.data[0]!) - effectOrder.indexOf(b.data[0]!));
  return Buffer.concat(effects.map((effect) => effectOf(scene, effect)));
}

function effectOf(scene: Scene, effect: Effect): Uint8Array {
  const { data, place } = effect;
  switch (data[0]) {
    case sendOne.type: {
      const { recipient, amount } = sendOne.decode(data);
      return creditElsewhere(scene, [{ recipient, amount }]);
    }
    case sendMany.type:
      return creditElsewhere(scene, sendMany.decode(data).wires);
    case createAccount.type:
      return refundAccount(scene, effect);
    case createNode.type:
      return makeNode(scene, effect);
    case setNodeStatus.type:
      return statusEntry(scene, { ...setNodeStatus.decode(data), place, tag: nodeStatusSet });
    case unsetNodeStatus.type:
      return statusEntry(scene, { ...unsetNodeStatus.decode(data), place, tag: nodeStatusUnset });
    default:
      return new Uint8Array(0);
  }
}

function creditElsewhere(
  { store, head }: Scene,
  wires: readonly { readonly recipient: AccountAddress; readonly amount: bigint }[],
): Uint8Array {
  for (const { recipient, amount } of wires) {
    if (recipient.node === head.node) continue;
    const record = store.findNetworkAccount(recipient);
    if (!record) continue;
    const credited = { ...record, balance: record.balance + amount, remoteChange: head.block };
    store.saveNetworkAccount(recipient, withChecksum(recipient, credited));
  }
  return new Uint8Array(0);
}

/** No other node of this network is there to open an account. */
function refundAccount(scene: Scene, { data, place }: Effect): Uint8Array {
  const body = createAccount.decode(data);
  if (body.node === scene.head.node) return new Uint8Array(0);
  const { amount } = createAccount.costOf(body);
  receiveFromNetwork(scene, body.sender, amount);
  appendNetworkEntry(scene, body, {
    type: accountCreatedType,
    node: body.node,
    amount,
    info: body.publicKey,
  });
  const { node, sender } = body;
  const id = idOf(scene, place);
  return encode(requestLayout, { type: accountFailed, user: sender.user, node, id });
}

function receiveFromNetwork({ store, head }: Scene, address: AccountAddress, amount: bigint): void {
  const credit = { balance: amount, remoteChange: head.block };
  const local = store.findAccount(address.user);
  if (local) store.saveAccount(address.user, { ...local, ...sum(local.balance, credit) });
  const known = store.findNetworkAccount(address);
  if (known) {
    const record = { ...known, ...sum(known.balance, credit) };
    store.saveNetworkAccount(address, withChecksum(address, record));
  }
}

function sum(balance: bigint, credit: { readonly balance: bigint; readonly remoteChange: number }) {
  return { balance: balance + credit.balance, remoteChange: credit.remoteChange };
}

/** The new node takes its first account's key from whoever asked for it. It never comes up here. */
function makeNode(scene: Scene, { data, place }: Effect): Uint8Array {
  const { store, chain, head } = scene;
  const body = createNode.decode(data);
  const publicKey = store.findAccount(body.sender.user)?.publicKey ?? new Uint8Array(32);
  const node = Math.max(...chain.listNodes().map(({ id }) => id)) + 1;
  const address = { node, user: administrator };
  const balance = createNode.costOf(body).amount;
  chain.saveNode({ id: node, publicKey, status: 0 });
  store.saveNetworkAccount(
    address,
    newAccount(scene, { address, publicKey, balance, time: head.block }),
  );
  appendNetworkEntry(scene, body, { type: createNode.type, node, amount: 0n, info: publicKey });
  const id = idOf(scene, place);
  return encode(requestLayout, { type: nodeCreated, user: body.sender.user, node, id });
}

function statusEntry(
  scene: Scene,
  change: {
    readonly tag: number;
    readonly node: number;
    readonly status: number;
    readonly place: Place;
  },
): Uint8Array {
  const { tag, node, status, place } = change;
  return encode(statusLayout, { type: tag, node, status, id: idOf(scene, place) });
}

function idOf({ head }: Scene, { message, position }: Place) {
  return { message, node: head.node, position };
}

/** What the network answers to an account's transaction: an entry of the block, of no message. */
function appendNetworkEntry(
  scene: Scene,
  { sender }: TransactionHeader,
  entry: {
    readonly type: number;
    readonly node: number;
    readonly amount: bigint;
    readonly info: Uint8Array;
  },
): void {
  scene.store.appendLog(
    sender.user,
    toLogEntry(scene, {
      type: entry.type | incomingFlag,
      place: { message: 0, position: scene.head.block },
      other: { node: entry.node, user: 0 },
      accountMessageId: 0,
      amount: entry.amount,
      info: entry.info,
    }),
  );
}
