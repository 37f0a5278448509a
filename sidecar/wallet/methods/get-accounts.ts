import { formatAccount } from '../../ledger/account';
import { getAccounts } from '../../ledger/requests/get-accounts';
import { listText } from '../../ledger/transaction-text';
import { requireUnsigned } from '../../methods/read-fields';
import { previousBlock, readBlock } from './blocks';
import { defineReadMethod, nothingDeducted } from './read-method';

/** Reads all accounts of a node, the wallet's own unless `node` names another. */
export const getAccountsMethod = defineReadMethod({
  name: getAccounts.method,
  type: getAccounts,
  required: {},
  optional: { node: 'integer', block: 'string' },
  readers: (given) => ({
    node: () => (given.node === undefined ? null : requireUnsigned(16, given.node)),
    block: () => readBlock(given.block),
  }),
  body: (moment, { node, block }) => ({
    ...moment,
    block: block ?? previousBlock(moment.time),
    node: node === null || node === 0 ? moment.sender.node : node,
  }),
  describe: () => nothingDeducted,
  print: ({ body: { node }, response: { accounts } }) => ({
    accounts: listText(accounts.map((account, user) => formatAccount({ node, user }, account))),
  }),
});
