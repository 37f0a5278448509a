import { setNodeStatus } from '../../ledger/transactions/set-node-status';
import { requireUnsigned } from '../../methods/read-fields';
import { defineTransactionMethod } from './method';

/** Sets status bits of a node. */
export const setNodeStatusMethod = defineTransactionMethod({
  name: setNodeStatus.method,
  required: { node: 'integer', status: 'integer' },
  optional: {},
  readers: (given) => ({
    node: () => requireUnsigned(16, given.node),
    status: () => requireUnsigned(32, given.status),
  }),
  build: (header, { node, status }) => setNodeStatus.encode({ ...header, node, status }),
});
