import type { AccountAddress } from '../ledger/address';
import { broadcast } from '../ledger/transactions/broadcast';
import { changeAccountKey } from '../ledger/transactions/change-account-key';
import { changeNodeKey } from '../ledger/transactions/change-node-key';
import { createAccount } from '../ledger/transactions/create-account';
import { createNode } from '../ledger/transactions/create-node';
import { logAccount } from '../ledger/transactions/log-account';
import { retrieveFunds } from '../ledger/transactions/retrieve-funds';
import { sendMany } from '../ledger/transactions/send-many';
import { sendOne } from '../ledger/transactions/send-one';
import { parseHex } from '../ledger/hex';
import { signingKey } from '../ledger/signing';
import { accountRecord } from '../ledger/account';
import { encode } from '../ledger/codec';
import { refusals, requireThat } from './errors';
import { findAnyAccount, isNode, newAccount, type Scene } from './scene';
import { accountStatusRules, nodeStatusRules } from './status-rules';
import { defineRule, type TransactionRule } from './transaction-rule';
import { logNewAccount, logOwn, logTransfer, logWires } from './transaction-log';

function requireTarget(scene: Scene, address: AccountAddress): void {
  requireThat(findAnyAccount(scene, address) !== null, refusals.badTargetUser);
}

const sendOneRule = defineRule({
  type: sendOne,
  assertAllowed: (scene, { recipient }) => requireTarget(scene, recipient),
  apply(scene, done) {
    const { recipient, amount, message } = done.body;
    logTransfer(scene, done, { recipient, amount, info: message });
  },
});

const sendManyRule = defineRule({
  type: sendMany,
  assertAllowed(scene, { wires }) {
    const seen = new Set<string>();
    for (const { recipient, amount } of wires) {
      const place = `${recipient.node}-${recipient.user}`;
      requireThat(!seen.has(place), refusals.duplicatedTarget);
      requireThat(amount > 0n, refusals.amountNotPositive);
      seen.add(place);
    }
    for (const { recipient } of wires) requireTarget(scene, recipient);
  },
  apply: (scene, done) => logWires(scene, done, done.body.wires),
});

const createAccountRule = defineRule({
  type: createAccount,
  assertAllowed(scene, { node }) {
    if (node === scene.head.node) return;
    // The other node has to answer within the block.
    const elapsed = scene.now - scene.head.block;
    requireThat(elapsed * 2 < scene.blockSeconds, refusals.badTiming);
  },
  fill: ({ head, store }, body) => ({
    ...body,
    user: body.node === head.node ? store.nextUser() : 0,
  }),
  apply(scene, done) {
    const { node, user, publicKey, time } = done.body;
    const address = { node, user };
    if (node === scene.head.node) {
      const record = newAccount(scene, { address, publicKey, balance: done.cost.amount, time });
      scene.store.saveAccount(user, record);
      scene.store.saveBlockAccount(address, record);
    }
    logNewAccount(scene, done, address);
  },
});

const createNodeRule = defineRule({
  type: createNode,
  apply(scene, done) {
    const nowhere = { node: 0, user: 0 };
    logOwn(scene, done, { other: nowhere, amount: -done.cost.amount });
  },
});

const retrieveFundsRule = defineRule({
  type: retrieveFunds,
  assertAllowed(scene, { account }) {
    requireThat(account.node !== scene.head.node, refusals.incorrectBank);
    requireTarget(scene, account);
  },
  apply: (scene, done) => logOwn(scene, done, { other: done.body.account }),
});

const changeAccountKeyRule = defineRule({
  type: changeAccountKey,
  unpairs: false,
  amend: (record, { publicKey }) => ({ ...record, publicKey }),
  apply(scene, done) {
    const other = { node: 0, user: done.body.sender.user };
    logOwn(scene, done, { other, amount: -done.cost.fee });
  },
});

const changeNodeKeyRule = defineRule({
  type: changeNodeKey,
  assertAllowed(scene, { sender, node, publicKey }) {
    if (node === 0) {
      const own = signingKey(parseHex(scene.head.nodeSeed)).publicKey;
      requireThat(Buffer.compare(own, publicKey) === 0, refusals.noMatchingSecret);
    }
    requireThat(sender.user === 0, refusals.badUser);
    if (node !== 0) requireThat(isNode(scene, node), refusals.remoteKeyFailed);
  },
  fill(scene, body) {
    const node = body.node === 0 ? scene.head.node : body.node;
    const found = scene.chain.listNodes().find(({ id }) => id === node);
    return { ...body, oldPublicKey: found?.publicKey ?? new Uint8Array(32) };
  },
  apply(scene, done) {
    const { node, publicKey } = done.body;
    const id = node === 0 ? scene.head.node : node;
    const found = scene.chain.listNodes().find((candidate) => candidate.id === id);
    if (found) scene.chain.saveNode({ ...found, publicKey });
    logOwn(scene, done, { other: { node, user: done.body.sender.user } });
  },
});

const logAccountRule = defineRule({
  type: logAccount,
  fill(scene, body) {
    const record = scene.store.findBlockAccount(body.sender);
    return record ? { ...body, account: encode(accountRecord, record) } : body;
  },
  apply: (scene, done) => logOwn(scene, done, { other: done.body.sender }),
});

const broadcastRule = defineRule({
  type: broadcast,
  apply(scene, done) {
    scene.chain.addBroadcast(done.place, {
      inputHash: done.before.hash,
      publicKey: done.before.publicKey,
    });
    logOwn(scene, done, { other: done.body.sender });
  },
});

/** Every rule by the type byte of its transaction. */
export const transactionRules: ReadonlyMap<number, TransactionRule> = new Map(
  [
    broadcastRule,
    sendOneRule,
    sendManyRule,
    createAccountRule,
    createNodeRule,
    retrieveFundsRule,
    changeAccountKeyRule,
    changeNodeKeyRule,
    logAccountRule,
    ...accountStatusRules,
    ...nodeStatusRules,
  ].map((each: TransactionRule) => [each.type.type, each]),
);
