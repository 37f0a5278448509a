import { addressMember } from '../../ledger/members';
import { formatAccount, type AccountRecord } from '../../ledger/account';
import { formatNetworkAccount } from '../../ledger/network-account';
import { getAccount } from '../../ledger/requests/get-account';
import type { LedgerObject } from '../../ledger/text';
import { defineReadMethod } from './read-method';

type GetAccountBody = ReturnType<typeof getAccount.decode>;
interface Records {
  readonly account: AccountRecord;
  readonly networkAccount: AccountRecord;
}

function printRecords({
  body: { target },
  response,
}: {
  readonly body: GetAccountBody;
  readonly response: Records;
}): LedgerObject {
  return {
    account: formatAccount(target, response.account),
    network_account: formatNetworkAccount(target, response.networkAccount),
  };
}

/** Reads one account, as its node and as the network has it. */
export const getAccountMethod = defineReadMethod({
  type: getAccount,
  members: { address: addressMember },
  body: (moment, { address: target }) => ({ ...moment, target }),
  print: printRecords,
});

/** Reads the wallet's own account. */
export const getMeMethod = defineReadMethod({
  name: 'get_me',
  type: getAccount,
  members: {},
  body: (moment) => ({ ...moment, target: moment.sender }),
  print: printRecords,
});
