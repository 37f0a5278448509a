import { logAccount } from '../../ledger/transactions/log-account';
import { defineTransactionMethod } from './method';

/** Publishes the record of the wallet's account to the network. */
export const logAccountMethod = defineTransactionMethod({
  name: logAccount.method,
  required: {},
  optional: {},
  readers: () => ({}),
  build: (header) => logAccount.encode({ ...header, account: new Uint8Array(128) }),
});
