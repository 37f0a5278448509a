import { parseAccountAddress } from '../../ledger/address';
import { retrieveFunds } from '../../ledger/transactions/retrieve-funds';
import { defineTransactionMethod } from './method';

/** Claims funds of the wallet's account at a node that has gone away. */
export const retrieveFundsMethod = defineTransactionMethod({
  name: retrieveFunds.method,
  required: { address: 'string' },
  optional: {},
  readers: (given) => ({ address: () => parseAccountAddress(given.address) }),
  build: (header, { address: account }) => retrieveFunds.encode({ ...header, account }),
});
