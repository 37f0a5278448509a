import { accountRecord, formatAccount, type AccountRecord } from '../../ledger/account';
import { parseAccountAddress, type AccountAddress } from '../../ledger/address';
import { encode, type ValueOf } from '../../ledger/codec';
import { getAccount } from '../../ledger/requests/get-account';
import { accountChecksum } from '../../ledger/signing';
import type { LedgerObject } from '../../ledger/transaction-text';
import type { WalletContext } from './method';
import { defineReadMethod } from './read-method';

type GetAccountBody = ReturnType<typeof getAccount.decode>;
interface Records {
  readonly account: AccountRecord;
  readonly networkAccount: ValueOf<typeof accountRecord>;
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

/** The network's copy says whether its checksum is right. */
export function formatNetworkAccount(address: AccountAddress, record: AccountRecord): LedgerObject {
  const expected = accountChecksum(encode(accountRecord, record), address);
  const isRight = Buffer.compare(expected, record.checksum) === 0;
  return { ...formatAccount(address, record), checksum: String(isRight) };
}

function learn({ account, writer }: WalletContext, { target }: GetAccountBody, response: Records) {
  const isOwn = target.node === account.address.node && target.user === account.address.user;
  if (isOwn) writer.observe(response.account);
}

/** Reads one account, as its node and as the network has it. */
export const getAccountMethod = defineReadMethod({
  name: getAccount.method,
  type: getAccount,
  required: { address: 'string' },
  optional: {},
  readers: (given) => ({ address: () => parseAccountAddress(given.address) }),
  body: (moment, { address: target }) => ({ ...moment, target }),
  print: printRecords,
  learn,
});

/** Reads the wallet's own account. */
export const getMeMethod = defineReadMethod({
  name: 'get_me',
  type: getAccount,
  required: {},
  optional: {},
  readers: () => ({}),
  body: (moment) => ({ ...moment, target: moment.sender }),
  print: printRecords,
  learn,
});
