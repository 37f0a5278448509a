import { randomBytes } from 'node:crypto';
import { formatAccountAddress } from '../../ledger/address';
import { formatPeerTime, requestMessage, requestNonceBytes } from '../../ledger/peer-signature';
import { readParams } from '../../rpc/params';
import type { WalletMethod } from './method';

/** A peer refuses a time that is ahead of its own clock. */
const behindSeconds = 5;

/**
 * Signs the header of one request to a peer. An addition of ours: nonce and time are the wallet's own, so nobody chooses
 * what is signed.
 *
 * @see docs/contract.md §10, docs/peers.md §2
 */
export const signRequestMethod: WalletMethod = {
  name: 'sign_request',
  create:
    ({ account, now }) =>
    (params) => {
      readParams(params, { required: {}, optional: {} });
      const nonce = randomBytes(requestNonceBytes);
      const time = Math.floor(now() / 1000) - behindSeconds;
      const signature = account.key.sign(requestMessage(nonce, time));
      return Promise.resolve({
        account: formatAccountAddress(account.address),
        nonce: nonce.toString('base64'),
        created: formatPeerTime(time),
        signature: Buffer.from(signature).toString('hex'),
      });
    },
};
