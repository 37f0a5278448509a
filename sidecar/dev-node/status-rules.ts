import type { AccountRecord } from '../ledger/account';
import type { AccountAddress } from '../ledger/address';
import type { TransactionHeader } from '../ledger/transaction';
import { setAccountStatus } from '../ledger/transactions/set-account-status';
import { setNodeStatus } from '../ledger/transactions/set-node-status';
import { unsetAccountStatus } from '../ledger/transactions/unset-account-status';
import { unsetNodeStatus } from '../ledger/transactions/unset-node-status';
import { refusals, requireThat } from './errors';
import { findAnyAccount, isNode, type Scene } from './scene';
import { logStatus, logStatusOfTarget, type Done } from './transaction-log';
import { defineRule, type TransactionRule } from './transaction-rule';

/** Marks a deleted account: never by a transaction. */
const deletedBit = 0b1;
/** Bits 4 to 15: the account itself or the node's administrator. */
const ownBits = 0xfff0;
/** Bits 0 to 2 of a node's status are the network's. */
const networkBits = 0b111;

interface AccountStatusBody extends TransactionHeader {
  readonly account: AccountAddress;
  readonly status: number;
}

interface NodeStatusBody extends TransactionHeader {
  readonly node: number;
  readonly status: number;
}

/** The bits after a change. */
type Change = (before: number, bits: number) => number;

const set: Change = (before, bits) => (before | bits) >>> 0;
const unset: Change = (before, bits) => (before & ~bits) >>> 0;

function assertAccountAllowed(scene: Scene, { sender, account, status }: AccountStatusBody): void {
  requireThat(findAnyAccount(scene, account) !== null, refusals.badTargetUser);
  requireThat(account.node === scene.head.node, refusals.remoteStatus);
  requireThat((status & deletedBit) === 0, refusals.statusNotAuthorized);
  const isOwner = sender.user === account.user || sender.user === 0;
  requireThat(isOwner || (status & ownBits) === 0, refusals.statusNotAuthorized);
}

function amendOwn(record: AccountRecord, body: AccountStatusBody, change: Change): AccountRecord {
  if (body.sender.user !== body.account.user) return record;
  return { ...record, status: change(record.status, body.status) };
}

function applyToAccount(scene: Scene, done: Done<AccountStatusBody>, change: Change): void {
  const { account, status, sender } = done.body;
  const target = scene.store.findAccount(account.user);
  if (target && account.user !== sender.user) {
    scene.store.saveAccount(account.user, { ...target, status: change(target.status, status) });
  }
  logStatus(scene, done, { other: account, status });
  logStatusOfTarget(scene, done, { user: account.user, status });
}

function assertNodeAllowed(scene: Scene, { sender, node, status }: NodeStatusBody): void {
  requireThat(isNode(scene, node), refusals.badTargetNode);
  requireThat(sender.user === 0, refusals.nodeStatusNotAuthorized);
  requireThat((status & networkBits) === 0, refusals.statusNotAuthorized);
}

function applyToNode(scene: Scene, done: Done<NodeStatusBody>, change: Change): void {
  const { node, status, sender } = done.body;
  const found = scene.chain.listNodes().find(({ id }) => id === node);
  if (found) scene.chain.saveNode({ ...found, status: change(found.status, status) });
  logStatus(scene, done, { other: { node, user: sender.user }, status });
}

/** Bits of an account: set and unset. */
export const accountStatusRules: readonly TransactionRule[] = [
  defineRule({
    type: setAccountStatus,
    assertAllowed: assertAccountAllowed,
    amend: (record, body) => amendOwn(record, body, set),
    apply: (scene, done) => applyToAccount(scene, done, set),
  }),
  defineRule({
    type: unsetAccountStatus,
    assertAllowed: assertAccountAllowed,
    amend: (record, body) => amendOwn(record, body, unset),
    apply: (scene, done) => applyToAccount(scene, done, unset),
  }),
];

/** Bits of a node: set and unset, by its administrator. */
export const nodeStatusRules: readonly TransactionRule[] = [
  defineRule({
    type: setNodeStatus,
    assertAllowed: assertNodeAllowed,
    apply: (scene, done) => applyToNode(scene, done, set),
  }),
  defineRule({
    type: unsetNodeStatus,
    assertAllowed: assertNodeAllowed,
    apply: (scene, done) => applyToNode(scene, done, unset),
  }),
];
