import type { AccountRecord } from '../ledger/account';
import type { AccountAddress } from '../ledger/address';
import type { NodeState } from '../ledger/node-rule';
import { nodeKeyOf } from './node-key';
import { findAnyAccount, newAccount, withChecksum, type Scene } from './scene';

/** The node as the rules of transactions see it. */
export function nodeStateOf(scene: Scene): NodeState {
  const { store, chain, head, now, blockSeconds } = scene;
  return {
    node: head.node,
    now,
    blockSeconds,
    block: head.block,
    publicKey: () => nodeKeyOf(head).publicKey,
    findAccount: (address) => findAnyAccount(scene, address),
    findBlockAccount: (address) => store.findBlockAccount(address),
    nextUser: () => store.nextUser(),
    saveAccount: (user, record) => store.saveAccount(user, record),
    credit(user, amount) {
      const record = store.findAccount(user);
      if (record) store.saveAccount(user, { ...record, balance: record.balance + amount });
    },
    creditInNetwork: (address, amount) => creditInNetwork(scene, address, amount),
    giveBack(user, amount) {
      const record = store.findAccount(user);
      if (record) store.saveAccount(user, credited(scene, record, amount));
      creditInNetwork(scene, { node: head.node, user }, amount);
    },
    openAccount(account) {
      const { address } = account;
      const record = newAccount(scene, account);
      if (address.node !== head.node) {
        store.saveNetworkAccount(address, record);
        return;
      }
      store.saveAccount(address.user, record);
      store.saveBlockAccount(address, record);
    },
    findNode: (id) => chain.listNodes().find((node) => node.id === id) ?? null,
    saveNode: (node) => chain.saveNode(node),
    nextNode: () => Math.max(...chain.listNodes().map(({ id }) => id)) + 1,
    addBroadcast: (place, proof) => chain.addBroadcast(place, proof),
    appendLog: (user, entry) => store.appendLog(user, entry),
  };
}

function credited({ head }: Scene, record: AccountRecord, amount: bigint): AccountRecord {
  return { ...record, balance: record.balance + amount, remoteChange: head.block };
}

function creditInNetwork(scene: Scene, address: AccountAddress, amount: bigint): void {
  const record = scene.store.findNetworkAccount(address);
  if (!record) return;
  const after = credited(scene, record, amount);
  scene.store.saveNetworkAccount(address, withChecksum(address, after));
}
