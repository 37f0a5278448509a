import { parseAccountAddress } from '../../ledger/address';
import { setAccountStatus } from '../../ledger/transactions/set-account-status';
import { requireUnsigned } from '../../methods/read-fields';
import { defineTransactionMethod } from './method';

/** Sets status bits of an account on the wallet's node. */
export const setAccountStatusMethod = defineTransactionMethod({
  name: setAccountStatus.method,
  required: { address: 'string', status: 'integer' },
  optional: {},
  readers: (given) => ({
    address: () => parseAccountAddress(given.address),
    status: () => requireUnsigned(16, given.status),
  }),
  build: (header, { address: account, status }) =>
    setAccountStatus.encode({ ...header, account, status }),
});
