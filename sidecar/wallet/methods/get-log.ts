import { formatAccount } from '../../ledger/account';
import { parseAccountAddress } from '../../ledger/address';
import { LedgerDataError } from '../../ledger/errors';
import { formatLogEntry, logTypeName, logTypeNames, ownEntries } from '../../ledger/log-text';
import { getLog } from '../../ledger/requests/get-log';
import { listText } from '../../ledger/transaction-text';
import { requireUnsigned } from '../../methods/read-fields';
import { defineReadMethod, nothingDeducted } from './read-method';

/** Reads an account's log, the wallet's own unless `address` names another. */
export const getLogMethod = defineReadMethod({
  name: getLog.method,
  type: getLog,
  required: {},
  optional: { address: 'string', from: 'integer', type: 'string', full: 'boolean' },
  readers: (given) => ({
    address: () => (given.address === undefined ? null : parseAccountAddress(given.address)),
    from: () => requireUnsigned(32, given.from ?? 0),
    type: () => readTypeName(given.type),
    full: () => given.full ?? false,
  }),
  body: ({ sender }, { address, from, full }) => ({
    sender,
    from,
    target: address ?? { node: 0, user: 0 },
    full: Number(full),
  }),
  // The request has no time of its own; what counts as one is where the log begins.
  describe: ({ from }) => ({ time: String(from), ...nothingDeducted }),
  print({ body, fields: { type, full }, response, nowSeconds }) {
    const isOwn = body.target.node === 0 && body.target.user === 0;
    const owner = isOwn ? body.sender : body.target;
    const entries = full ? response.entries : ownEntries(response.entries);
    const wanted = type === null ? entries : entries.filter((entry) => logTypeName(entry) === type);
    return {
      account: formatAccount(owner, response.account),
      log: listText(wanted.map((entry) => formatLogEntry(entry, { owner, nowSeconds }))),
    };
  },
});

function readTypeName(type: string | undefined): string | null {
  if (type === undefined) return null;
  if (logTypeNames.includes(type) && type !== 'unknown') return type;
  throw new LedgerDataError('it is not the name of a type of log entries');
}
