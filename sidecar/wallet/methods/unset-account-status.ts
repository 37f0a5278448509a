import { parseAccountAddress } from '../../ledger/address';
import { unsetAccountStatus } from '../../ledger/transactions/unset-account-status';
import { requireUnsigned } from '../../methods/read-fields';
import { defineTransactionMethod } from './method';

/** Clears status bits of an account on the wallet's node. */
export const unsetAccountStatusMethod = defineTransactionMethod({
  name: unsetAccountStatus.method,
  required: { address: 'string', status: 'integer' },
  optional: {},
  readers: (given) => ({
    address: () => parseAccountAddress(given.address),
    status: () => requireUnsigned(16, given.status),
  }),
  build: (header, { address: account, status }) =>
    unsetAccountStatus.encode({ ...header, account, status }),
});
