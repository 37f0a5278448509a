import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../validation';
import type { AccountDocument } from './account-document';
import type { AccountState } from './account-state';
import type { StateEntry } from '../../platform/states/state-history';

export interface NewPeerAccount {
  readonly id: string;
  /** Of the server on the ledger, with its checksum. */
  readonly address: string;
  /** As accounts have it: with its network. */
  readonly payoutAddress: string;
}

/**
 * Accounts of other servers, which earn what their sites show of ours. Nobody logs in as one, no find names one, and nobody
 * gives it a role: readers of money find it by its id, and readers of persons do not.
 *
 * @see docs/contract.md §10
 */
export function createPeerAccounts(
  accounts: Pick<Model<AccountDocument>, 'create'>,
  now: () => Date,
) {
  return {
    /** Makes a server's account, unless it is there. */
    async ensurePeer({ id, address, payoutAddress }: NewPeerAccount): Promise<void> {
      const state: StateEntry<AccountState> = {
        at: new Date(0),
        isSuspended: false,
        roles: ['publisher'],
      };
      try {
        await accounts.create({
          _id: id,
          roles: ['publisher'],
          suspendedReason: null,
          creditLimit: 0n,
          peerAddress: address,
          payoutAddress,
          states: [state],
          createdAt: now(),
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
