import { unsetNodeStatus } from '../../ledger/transactions/unset-node-status';
import { requireUnsigned } from '../../methods/read-fields';
import { defineTransactionMethod } from './method';

/** Clears status bits of a node. */
export const unsetNodeStatusMethod = defineTransactionMethod({
  name: unsetNodeStatus.method,
  required: { node: 'integer', status: 'integer' },
  optional: {},
  readers: (given) => ({
    node: () => requireUnsigned(16, given.node),
    status: () => requireUnsigned(32, given.status),
  }),
  build: (header, { node, status }) => unsetNodeStatus.encode({ ...header, node, status }),
});
