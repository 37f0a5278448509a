import { transactionTypes } from '../../ledger/transactions/index';
import type { RpcMethod } from '../../rpc/dispatcher';
import { createSendAgain } from '../../node/methods/send-again';
import { decodeRawMethod } from './decode-raw';
import { getAccountMethod, getMeMethod } from './get-account';
import { getAccountsMethod } from './get-accounts';
import { getBlockDepthMethod } from './get-block-depth';
import { getBlockTimesMethod } from './get-block-times';
import { getBroadcastMethod } from './get-broadcast';
import { getLogMethod } from './get-log';
import { getMessageMethod } from './get-message';
import { getMessageListMethod } from './get-message-list';
import { getSignaturesMethod } from './get-signatures';
import { getTransactionMethod } from './get-transaction';
import { getVipKeysMethod } from './get-vip-keys';
import { findApplied } from '../find-applied';
import type { WalletContext, WalletMethod } from './method';
import { signDetailsMethod } from './sign-details';
import { signRequestMethod } from './sign-request';
import { transactionMethod } from './transaction-method';

const readMethods: readonly WalletMethod[] = [
  getMeMethod,
  getAccountMethod,
  getAccountsMethod,
  getLogMethod,
  getBlockDepthMethod,
  getBlockTimesMethod,
  getBroadcastMethod,
  getTransactionMethod,
  getVipKeysMethod,
  getSignaturesMethod,
  getMessageListMethod,
  getMessageMethod,
  decodeRawMethod,
];

/** Words to peers, which move nothing. */
const peerMethods: readonly WalletMethod[] = [signRequestMethod, signDetailsMethod];

/**
 * The methods of a private wallet: reads, and one for each transaction type of the ledger. Blocks are
 * not among them: what a client needs of those, the wallet reads itself.
 */
export function walletMethods(ctx: WalletContext): ReadonlyMap<string, RpcMethod> {
  const sendAgain: WalletMethod = {
    name: 'send_again',
    create: (wallet) => createSendAgain(wallet, (sent) => findApplied(wallet, sent)),
  };
  const transactionMethods = [...transactionTypes.values()].map(transactionMethod);
  const methods = [...readMethods, ...peerMethods, ...transactionMethods, sendAgain];
  return new Map(methods.map(({ name, create }) => [name, create(ctx)]));
}
