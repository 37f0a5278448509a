import type { RequestType } from '../request';
import { getAccount } from './get-account';
import { getAccounts } from './get-accounts';
import { getBlock } from './get-block';
import { getBlocks } from './get-blocks';
import { getBroadcast } from './get-broadcast';
import { getLog } from './get-log';
import { getMessage } from './get-message';
import { getMessageList } from './get-message-list';
import { getSignatures } from './get-signatures';
import { getTransaction } from './get-transaction';
import { getVipKeys } from './get-vip-keys';

/** Every read request of the ledger, by its type byte. */
export const requestTypes: ReadonlyMap<number, RequestType> = new Map(
  [
    getAccount,
    getLog,
    getBroadcast,
    getBlocks,
    getTransaction,
    getVipKeys,
    getSignatures,
    getBlock,
    getAccounts,
    getMessageList,
    getMessage,
  ].map((type: RequestType) => [type.type, type]),
);
