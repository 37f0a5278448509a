import { formatAccountAddress, isSameAccount, parseAccountAddress } from '../../ledger/address';
import { LedgerDataError } from '../../ledger/errors';
import { formatTransactionName, parseTransactionName } from '../../ledger/identifiers';
import { detailsMessage, formatPeerTime } from '../../ledger/peer-signature';
import { readFields } from '../../node/methods/read-fields';
import { readParams } from '../../rpc/params';
import type { WalletMethod } from './method';

/**
 * Signs a question to a peer for the details of one of its payments. An addition of ours: the time is the wallet's own,
 * and the signature covers a digest.
 *
 * @see docs/contract.md §10, docs/peers.md §3
 */
export const signDetailsMethod: WalletMethod = {
  name: 'sign_details',
  create:
    ({ account, now }) =>
    (params) => {
      const given = readParams(params, {
        required: { txid: 'string', account: 'string' },
        optional: {},
      });
      const asked = readFields({
        txid: () => parseTransactionName(given.txid),
        account: () => {
          const address = parseAccountAddress(given.account);
          if (isSameAccount(address, account.address)) return address;
          throw new LedgerDataError('this wallet signs for another account');
        },
      });
      const unixSeconds = Math.floor(now() / 1000);
      const message = detailsMessage(asked.txid, { account: asked.account, unixSeconds });
      return Promise.resolve({
        txid: formatTransactionName(asked.txid),
        account: formatAccountAddress(asked.account),
        date: formatPeerTime(unixSeconds),
        signature: Buffer.from(account.key.sign(message)).toString('hex'),
      });
    },
};
