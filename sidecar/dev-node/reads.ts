import type { AccountAddress } from '../ledger/address';
import { getAccount } from '../ledger/requests/get-account';
import { getAccounts } from '../ledger/requests/get-accounts';
import { getLog } from '../ledger/requests/get-log';
import { getVipKeys } from '../ledger/requests/get-vip-keys';
import { chainReads } from './chain-reads';
import { vipHashOf, vipKeysOf } from './blocks';
import { requireThat } from '../ledger/refusal';
import { ledgerErrorCodes } from '../ledger/errors';
import { defineRead, type ReadRule } from './read-rule';
import { findAnyAccount, type Scene } from './scene';
import { typeByteOf } from './request-type';

const maxTimeDifferenceSeconds = 10;
/** Bounds one answer to 10 MiB. A longer log is read on from the last entry's time. */
const maxEntries = 163_840;

function ownOr(target: AccountAddress, sender: AccountAddress): AccountAddress {
  return target.node === 0 && target.user === 0 ? sender : target;
}

const readAccount = defineRead({
  type: getAccount,
  answer(scene, { target, time }) {
    const difference = Math.abs(time - scene.now);
    requireThat(difference <= maxTimeDifferenceSeconds, ledgerErrorCodes.timeDifference);
    const account = findAnyAccount(scene, target);
    requireThat(account !== null, ledgerErrorCodes.noUser);
    const networkAccount = scene.store.findNetworkAccount(target);
    requireThat(networkAccount !== null, ledgerErrorCodes.noNetworkUser);
    return { account, networkAccount };
  },
});

const readLog = defineRead({
  type: getLog,
  answer({ store, head }, { sender, target, from }) {
    const { node, user } = ownOr(target, sender);
    const account = node === head.node ? store.findAccount(user) : null;
    requireThat(account !== null, ledgerErrorCodes.noUser);
    return { account, entries: store.listLog(user, { from, limit: maxEntries }) };
  },
});

const readAccounts = defineRead({
  type: getAccounts,
  answer({ store, chain, head, blockSeconds }, { block, node }) {
    const nodeCount = chain.listNodes().length + 1;
    requireThat(node <= nodeCount, ledgerErrorCodes.incorrectBank);
    requireThat(node !== nodeCount && node !== 0, ledgerErrorCodes.cannotOpenBank);
    requireThat(block === head.block - blockSeconds, ledgerErrorCodes.cannotOpenUndo);
    return { accounts: store.listBlockAccounts(node) };
  },
});

const readVipKeys = defineRead({
  type: getVipKeys,
  answer(scene, { vipHash }) {
    requireThat(Buffer.compare(vipHash, vipHashOf(scene)) === 0, ledgerErrorCodes.noVipKeys);
    return { vipKeys: vipKeysOf(scene) };
  },
});

const readRules: ReadonlyMap<number, ReadRule> = new Map(
  [readAccount, readLog, readAccounts, readVipKeys, ...chainReads].map((each: ReadRule) => [
    each.type.type,
    each,
  ]),
);

/** Says that the type byte is the type of a read request. */
export function isRead(type: number): boolean {
  return readRules.has(type);
}

/** Answers a read request whose signature and time are checked. @throws {Refusal} */
export function answerRead(scene: Scene, data: Uint8Array): Uint8Array {
  const rule = readRules.get(typeByteOf(data));
  if (!rule) throw new Error('only reads are answered here');
  const body = rule.type.decode(data);
  return rule.type.encodeResponse(body, rule.answer(scene, body));
}
