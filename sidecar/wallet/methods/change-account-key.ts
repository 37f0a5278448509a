import { changeAccountKey } from '../../ledger/transactions/change-account-key';
import { defineTransactionMethod } from './method';
import { newKeyReaders } from './new-key';

/** Replaces the key of the wallet's account; from then on the wallet needs the new secret. */
export const changeAccountKeyMethod = defineTransactionMethod({
  name: changeAccountKey.method,
  required: { public_key: 'string', confirm: 'string' },
  optional: {},
  readers: (given) => newKeyReaders(given),
  build: (header, { public_key: publicKey }) => changeAccountKey.encode({ ...header, publicKey }),
});
