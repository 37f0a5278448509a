import { changeNodeKey } from '../../ledger/transactions/change-node-key';
import { parseHexOf, requireUnsigned } from '../../methods/read-fields';
import { defineTransactionMethod } from './method';

/** Replaces the key of a node, the wallet's own unless `node` names another. */
export const changeNodeKeyMethod = defineTransactionMethod({
  name: changeNodeKey.method,
  required: { public_key: 'string' },
  optional: { node: 'integer' },
  readers: (given) => ({
    public_key: () => parseHexOf(32, given.public_key),
    node: () => requireUnsigned(16, given.node ?? 0),
  }),
  build: (header, { public_key: publicKey, node }) =>
    changeNodeKey.encode({ ...header, node, publicKey, oldPublicKey: new Uint8Array(32) }),
});
