import { createNode } from '../../ledger/transactions/create-node';
import { defineTransactionMethod } from './method';

/** Asks the network for a new node. */
export const createNodeMethod = defineTransactionMethod({
  name: createNode.method,
  required: {},
  optional: {},
  readers: () => ({}),
  build: (header) => createNode.encode(header),
});
