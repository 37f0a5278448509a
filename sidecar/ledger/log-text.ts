import { formatDate } from './account';
import type { AccountAddress } from './address';
import { formatAmount } from './amount';
import { blockTime } from './block';
import { formatBlockId, formatTransactionName } from './identifiers';
import { incomingFlag, type LogEntry } from './log-entry';
import { describeAccount, describeSenderInfo } from './log-entry-text';
import { networkEntries } from './network-log-text';
import type { LedgerObject } from './text';
import { createAccount } from './transactions/create-account/layout';
import { transactionTypes } from './transactions/index';

/** Seconds before the end of a block after which its entries still wait for confirmation. */
const confirmationSeconds = 124;

const typeOf = ({ type }: Pick<LogEntry, 'type'>): number => type & 0xff;
const isIncoming = ({ type }: Pick<LogEntry, 'type'>): boolean => (type & incomingFlag) !== 0;

const names: ReadonlyMap<number, string> = new Map([
  ...[...networkEntries].map(([type, { name }]) => [type, name] as const),
  ...[...transactionTypes].map(([type, { method }]) => [type, method] as const),
]);

/** Names that entries have. */
export const logTypeNames: readonly string[] = [...names.values()];

/** The name of an entry's type. */
export function logTypeName(entry: Pick<LogEntry, 'type'>): string {
  return names.get(typeOf(entry)) ?? 'unknown';
}

/**
 * Leaves out what belongs to earlier owners of an account's number: everything before the second in
 * which the account was made.
 */
export function ownEntries(entries: readonly LogEntry[]): readonly LogEntry[] {
  const creation = entries.find(({ type }) => type === (incomingFlag | createAccount.type));
  return creation ? entries.filter(({ time }) => time >= creation.time) : entries;
}

/**
 * Prints one line of an account's log with the names and the order of the ledger's own client.
 *
 * @param owner the account whose log it is
 * @see docs/ledger-protocol.md §13
 */
export function formatLogEntry(
  entry: LogEntry,
  { owner, nowSeconds }: { readonly owner: AccountAddress; readonly nowSeconds: number },
): LedgerObject {
  const isConfirmed = entry.time < blockTime(nowSeconds) - confirmationSeconds;
  return {
    time: String(entry.time),
    date: formatDate(entry.time),
    type_no: String(entry.type),
    confirmed: isConfirmed ? 'yes' : 'no',
    type: logTypeName(entry),
    ...describe(entry, owner),
  };
}

function describe(entry: LogEntry, owner: AccountAddress): LedgerObject {
  const answer = isIncoming(entry) ? describeNetwork(entry, owner) : null;
  return answer ?? describeTransaction(entry, owner);
}

/** Null where the entry is of another account's transaction. */
function describeNetwork(entry: LogEntry, owner: AccountAddress): LedgerObject | null {
  const network = networkEntries.get(typeOf(entry));
  if (network) return network.describe(entry, owner);
  return transactionTypes.get(typeOf(entry))?.text.log.describeAnswer?.(entry, owner) ?? null;
}

function describeTransaction(entry: LogEntry, owner: AccountAddress): LedgerObject {
  const { node, nodeMessageId, position } = entry;
  const { describeInfo = describeSenderInfo, hasAccount = () => true } =
    transactionTypes.get(typeOf(entry))?.text.log ?? {};
  return {
    ...(node > 0 && { node: String(node) }),
    ...(node > 0 && hasAccount(entry, owner) && describeAccount(entry)),
    ...(nodeMessageId === 0
      ? { block_id: formatBlockId(position) }
      : {
          node_msid: String(nodeMessageId),
          node_mpos: String(position),
          account_msid: String(entry.accountMessageId),
        }),
    amount: formatAmount(entry.amount),
    ...describeInfo(entry, owner),
    inout: isIncoming(entry) ? 'in' : 'out',
    id: formatTransactionName({
      node: isIncoming(entry) ? node : owner.node,
      nodeMessageId,
      position,
    }),
  };
}
