import { addressMember, member, optional, unsignedMember } from '../../ledger/members';
import { formatAccount } from '../../ledger/account';
import { isSameAccount } from '../../ledger/address';
import { LedgerDataError } from '../../ledger/errors';
import type { LogEntry } from '../../ledger/log-entry';
import { formatLogEntry, logTypeName, logTypeNames, ownEntries } from '../../ledger/log-text';
import { getLog, ownLog } from '../../ledger/requests/get-log';
import { listText } from '../../ledger/text';
import { defineReadMethod, nothingDeducted } from './read-method';

/**
 * Reads an account's log, the wallet's own unless `address` names another. `limit` is an addition of ours: that many
 * entries of the type, or a few more, so that the last second is whole and `from` the next one goes on.
 */
export const getLogMethod = defineReadMethod({
  type: getLog,
  members: {
    address: optional(addressMember, ({ signer }) => signer.address),
    from: optional(unsignedMember(32), () => 0),
    type: optional(member('string', parseTypeName), () => null),
    full: optional(
      member('boolean', (value) => value),
      () => false,
    ),
    limit: optional(unsignedMember(32), () => null),
  },
  body: ({ sender }, { address, from, full }) => ({
    sender,
    from,
    target: isSameAccount(address, sender) ? ownLog : address,
    full: Number(full),
  }),
  // The request has no time of its own; what counts as one is where the log begins.
  describe: ({ from }) => ({ time: String(from), ...nothingDeducted }),
  print({ fields: { address: owner, type, full, limit }, response, nowSeconds }) {
    const own = full ? response.entries : ownEntries(response.entries);
    const wanted = type === null ? own : own.filter((entry) => logTypeName(entry) === type);
    const entries = limit === null ? wanted : firstEntries(wanted, limit);
    return {
      account: formatAccount(owner, response.account),
      log: listText(entries.map((entry) => formatLogEntry(entry, { owner, nowSeconds }))),
    };
  },
});

/** So many entries, and what else there is of the second of the last one. */
function firstEntries(entries: readonly LogEntry[], limit: number): readonly LogEntry[] {
  const last = entries[Math.max(limit, 1) - 1];
  if (!last) return entries;
  const end = entries.findIndex(({ time }, at) => at >= limit && time > last.time);
  return end === -1 ? entries : entries.slice(0, end);
}

function parseTypeName(type: string): string {
  if (logTypeNames.includes(type)) return type;
  throw new LedgerDataError('it is not the name of a type of log entries');
}
