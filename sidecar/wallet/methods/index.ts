import type { RpcMethod } from '../../rpc/dispatcher';
import { createSendAgain } from '../../methods/send-again';
import { broadcastMethod } from './broadcast';
import { changeAccountKeyMethod } from './change-account-key';
import { changeNodeKeyMethod } from './change-node-key';
import { createAccountMethod } from './create-account';
import { createNodeMethod } from './create-node';
import { decodeRawMethod } from './decode-raw';
import { getAccountMethod, getMeMethod } from './get-account';
import { getAccountsMethod } from './get-accounts';
import { getBroadcastMethod } from './get-broadcast';
import { getLogMethod } from './get-log';
import { getMessageMethod } from './get-message';
import { getMessageListMethod } from './get-message-list';
import { getSignaturesMethod } from './get-signatures';
import { getTransactionMethod } from './get-transaction';
import { getVipKeysMethod } from './get-vip-keys';
import { logAccountMethod } from './log-account';
import type { WalletContext, WalletMethod } from './method';
import { retrieveFundsMethod } from './retrieve-funds';
import { sendManyMethod } from './send-many';
import { sendOneMethod } from './send-one';
import { setAccountStatusMethod } from './set-account-status';
import { setNodeStatusMethod } from './set-node-status';
import { unsetAccountStatusMethod } from './unset-account-status';
import { unsetNodeStatusMethod } from './unset-node-status';

const methods: readonly WalletMethod[] = [
  getMeMethod,
  getAccountMethod,
  getAccountsMethod,
  getLogMethod,
  getBroadcastMethod,
  getTransactionMethod,
  getVipKeysMethod,
  getSignaturesMethod,
  getMessageListMethod,
  getMessageMethod,
  decodeRawMethod,
  broadcastMethod,
  sendOneMethod,
  sendManyMethod,
  createAccountMethod,
  createNodeMethod,
  retrieveFundsMethod,
  changeAccountKeyMethod,
  changeNodeKeyMethod,
  setAccountStatusMethod,
  setNodeStatusMethod,
  unsetAccountStatusMethod,
  unsetNodeStatusMethod,
  logAccountMethod,
];

/**
 * The methods of a private wallet. Blocks are not among them: what a client needs of those, the wallet
 * reads itself.
 */
export function walletMethods(ctx: WalletContext): ReadonlyMap<string, RpcMethod> {
  const sendAgain: WalletMethod = { name: 'send_again', create: createSendAgain };
  return new Map([...methods, sendAgain].map(({ name, create }) => [name, create(ctx)]));
}
