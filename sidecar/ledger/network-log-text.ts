import { formatAccountAddress, type AccountAddress } from './address';
import { formatAmount } from './amount';
import { decode } from './codec';
import { formatHex } from './hex';
import { formatBlockId } from './identifiers';
import type { LogEntry } from './log-entry';
import { describeForeignAccount } from './log-entry-text';
import { blockProfitInfo, messageProfitInfo, startInfo } from './log-info';
import type { LedgerObject } from './text';

interface NetworkEntry {
  readonly name: string;
  describe(entry: LogEntry, owner: AccountAddress): LedgerObject;
}

/** Entries that no transaction of an account makes, by the low byte of their type. */
export const networkEntries: ReadonlyMap<number, NetworkEntry> = new Map([
  [0, { name: 'node_started', describe: describeStart }],
  [2, { name: 'account_created', describe: describeCreatedAccount }],
  [16, { name: 'dividend', describe: describeDividend }],
  [
    17,
    {
      name: 'bank_profit',
      describe: (entry: LogEntry, owner: AccountAddress) =>
        entry.nodeMessageId === 0
          ? describeBlockProfit(entry)
          : describeMessageProfit(entry, owner),
    },
  ],
]);

function describeDividend({ nodeMessageId, position, amount }: LogEntry): LedgerObject {
  return {
    node_msid: String(nodeMessageId),
    block_id: formatBlockId(position),
    dividend: formatAmount(amount),
  };
}

function describeStart({ node, user, info: bytes, ...entry }: LogEntry): LedgerObject {
  const info = decode(startInfo, bytes);
  return {
    node_start_msid: String(entry.nodeMessageId),
    node_start_block: String(entry.position),
    account: {
      balance: formatAmount(info.balance),
      local_change: String(info.localChange),
      remote_change: String(info.remoteChange),
      hash_prefix_8: formatHex(info.hashPrefix),
      public_key_prefix_6: formatHex(info.keyPrefix),
      status: String(info.status),
      msid: String(entry.accountMessageId),
      node: String(node),
      id: String(user),
      address: formatAccountAddress({ node, user }),
    },
    dividend: formatAmount(entry.amount),
  };
}

function describeMessageProfit(entry: LogEntry, owner: AccountAddress): LedgerObject {
  const info = decode(messageProfitInfo, entry.info);
  return {
    profit: formatAmount(entry.amount),
    node: String(entry.node),
    node_msid: String(entry.nodeMessageId),
    ...(entry.node === owner.node && {
      profit_txs: formatAmount(info.transactions),
      profit_div: formatAmount(info.dividend),
      fee: formatAmount(info.fee),
    }),
  };
}

/** The shares of a block's profit; one of them stands where other entries have user and number. */
function describeBlockProfit(entry: LogEntry): LedgerObject {
  const info = decode(blockProfitInfo, entry.info);
  const shared = BigInt.asIntN(64, (BigInt(entry.user) << 32n) | BigInt(entry.accountMessageId));
  const parts = {
    profit_put: info.paid,
    profit_div: info.dividend,
    profit_usr: info.users,
    profit_get: info.received,
    profit_shared: shared,
  };
  const profit = Object.values(parts).reduce((sum, part) => sum + part, 0n);
  return {
    block_id: formatBlockId(entry.position),
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, formatAmount(part)])),
    profit: formatAmount(profit),
    fee: formatAmount(entry.amount),
  };
}

function describeCreatedAccount(entry: LogEntry): LedgerObject {
  const outcome = entry.accountMessageId === 0 ? 'late' : 'accepted';
  return {
    ...describeForeignAccount(entry),
    ...(entry.user === 0
      ? { request: 'failed', amount: formatAmount(entry.amount) }
      : { request: outcome }),
    public_key: formatHex(entry.info),
  };
}
