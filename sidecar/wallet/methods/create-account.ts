import { LedgerDataError } from '../../ledger/errors';
import { createAccount } from '../../ledger/transactions/create-account';
import { requireUnsigned } from '../../methods/read-fields';
import type { WalletAccount } from '../prepare-transaction';
import { defineTransactionMethod } from './method';
import { newKeyReaders } from './new-key';

interface GivenKey {
  readonly public_key?: string;
  readonly confirm?: string;
}

/**
 * Opens an account, on the wallet's own node unless `node` names another. Without `public_key` and
 * `confirm` it gets the wallet's own key.
 */
export const createAccountMethod = defineTransactionMethod({
  name: createAccount.method,
  required: {},
  optional: { node: 'integer', public_key: 'string', confirm: 'string' },
  readers: (given, account) => ({
    node: () => (given.node === undefined ? account.address.node : requireUnsigned(16, given.node)),
    ...keyReaders(given, account),
  }),
  build: (header, { node, public_key: publicKey }) =>
    createAccount.encode({ ...header, node, user: 0, publicKey }),
});

function keyReaders({ public_key, confirm }: GivenKey, { key }: WalletAccount) {
  if (public_key === undefined && confirm === undefined) {
    return { public_key: () => key.publicKey, confirm: () => undefined };
  }
  if (public_key !== undefined && confirm !== undefined) {
    return newKeyReaders({ public_key, confirm });
  }
  const missing = () => {
    throw new LedgerDataError('public_key and confirm belong together');
  };
  return { public_key: missing, confirm: missing };
}
