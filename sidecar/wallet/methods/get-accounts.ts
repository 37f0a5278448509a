import { blockMember, optional, unsignedMember } from '../../ledger/members';
import { formatAccount } from '../../ledger/account';
import { getAccounts } from '../../ledger/requests/get-accounts';
import { listText } from '../../ledger/text';
import { previousBlock } from './blocks';
import { defineReadMethod, nothingDeducted } from './read-method';

/** Reads all accounts of a node, the wallet's own unless `node` names another. */
export const getAccountsMethod = defineReadMethod({
  type: getAccounts,
  members: {
    node: optional(unsignedMember(16), () => null),
    block: optional(blockMember, () => null),
  },
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
