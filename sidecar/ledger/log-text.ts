import { formatDate } from './account';
import { formatAccountAddress, type AccountAddress } from './address';
import { formatAmount } from './amount';
import { blockTime } from './block';
import { formatHex } from './hex';
import { formatBlockId, formatTransactionName } from './identifiers';
import { incomingFlag, type LogEntry } from './log-entry';
import { plainTransferFee, type LedgerObject } from './transaction-text';

/** Names of the types by the low byte of an entry's type; what is not here is `unknown`. */
export const logTypeNames: readonly string[] = [
  'node_started',
  'unknown',
  'account_created',
  'broadcast',
  'send_one',
  'send_many',
  'create_account',
  'create_node',
  'retrieve_funds',
  'change_account_key',
  'change_node_key',
  'set_account_status',
  'set_node_status',
  'unset_account_status',
  'unset_node_status',
  'log_account',
  'dividend',
  'bank_profit',
];

const types = {
  nodeStarted: 0,
  accountCreated: 2,
  sendOne: 4,
  sendMany: 5,
  createAccount: 6,
  createNode: 7,
  firstStatus: 11,
  lastStatus: 14,
  dividend: 16,
  bankProfit: 17,
} as const;

/** Seconds before the end of a block after which its entries still wait for confirmation. */
const confirmationSeconds = 124;

/** The name of an entry's type. */
export function logTypeName({ type }: Pick<LogEntry, 'type'>): string {
  return logTypeNames[type & 0xff] ?? 'unknown';
}

/**
 * Leaves out what belongs to earlier owners of an account's number: everything before the second in
 * which the account was made.
 */
export function ownEntries(entries: readonly LogEntry[]): readonly LogEntry[] {
  const creation = entries.find(({ type }) => type === (incomingFlag | types.createAccount));
  return creation ? entries.filter(({ time }) => time >= creation.time) : entries;
}

/**
 * Prints one line of an account's log with the names and the order of the ledger's own client.
 *
 * @param owner the account whose log it is
 * @see protocol.md, section 13
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
  if ((entry.type & incomingFlag) === 0) return describeTransaction(entry, owner);
  switch (entry.type & 0xff) {
    case types.nodeStarted:
      return describeStart(entry);
    case types.dividend:
      return {
        node_msid: String(entry.nodeMessageId),
        block_id: formatBlockId(entry.position),
        dividend: formatAmount(entry.amount),
      };
    case types.bankProfit:
      return entry.nodeMessageId === 0
        ? describeBlockProfit(entry)
        : describeMessageProfit(entry, owner);
    case types.accountCreated:
      return describeCreatedAccount(entry);
    case types.createNode:
      return describeCreatedNode(entry);
    case types.createAccount:
      return entry.node === owner.node
        ? describeTransaction(entry, owner)
        : {
            amount: formatAmount(entry.amount),
            ...describeForeignAccount(entry),
            public_key: formatHex(entry.info),
          };
    default:
      return describeTransaction(entry, owner);
  }
}

function viewOf({ info }: LogEntry) {
  const view = new DataView(info.buffer, info.byteOffset, info.byteLength);
  return {
    u16: (offset: number) => view.getUint16(offset, true),
    u32: (offset: number) => view.getUint32(offset, true),
    i64: (offset: number) => view.getBigInt64(offset, true),
    hex: (start: number, end: number) => formatHex(info.subarray(start, end)),
  };
}

function describeStart(entry: LogEntry): LedgerObject {
  const { node, user } = entry;
  const info = viewOf(entry);
  return {
    node_start_msid: String(entry.nodeMessageId),
    node_start_block: String(entry.position),
    account: {
      balance: formatAmount(info.i64(0)),
      local_change: String(info.u32(16)),
      remote_change: String(info.u32(20)),
      hash_prefix_8: info.hex(8, 16),
      public_key_prefix_6: info.hex(24, 30),
      status: String(info.u16(30)),
      msid: String(entry.accountMessageId),
      node: String(node),
      id: String(user),
      address: formatAccountAddress({ node, user }),
    },
    dividend: formatAmount(entry.amount),
  };
}

function describeMessageProfit(entry: LogEntry, owner: AccountAddress): LedgerObject {
  const info = viewOf(entry);
  return {
    profit: formatAmount(entry.amount),
    node: String(entry.node),
    node_msid: String(entry.nodeMessageId),
    ...(entry.node === owner.node && {
      profit_txs: formatAmount(info.i64(0)),
      profit_div: formatAmount(info.i64(8)),
      fee: formatAmount(info.i64(16)),
    }),
  };
}

/** The shares of a block's profit; one of them stands where other entries have user and number. */
function describeBlockProfit(entry: LogEntry): LedgerObject {
  const info = viewOf(entry);
  const shared = BigInt.asIntN(64, (BigInt(entry.user) << 32n) | BigInt(entry.accountMessageId));
  const parts = {
    profit_put: info.i64(24),
    profit_div: info.i64(0),
    profit_usr: info.i64(8),
    profit_get: info.i64(16),
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

function describeAccount({ node, user }: LogEntry): LedgerObject {
  return { account: String(user), address: formatAccountAddress({ node, user }) };
}

function describeForeignAccount(entry: LogEntry): LedgerObject {
  return {
    node: String(entry.node),
    block_id: formatBlockId(entry.position),
    ...(entry.user !== 0 && describeAccount(entry)),
  };
}

function describeCreatedAccount(entry: LogEntry): LedgerObject {
  return {
    node: String(entry.node),
    block_id: formatBlockId(entry.position),
    ...(entry.user === 0
      ? { request: 'failed', amount: formatAmount(entry.amount) }
      : {
          ...describeAccount(entry),
          request: entry.accountMessageId === 0 ? 'late' : 'accepted',
        }),
    public_key: formatHex(entry.info),
  };
}

function describeCreatedNode(entry: LogEntry): LedgerObject {
  return {
    block_id: formatBlockId(entry.position),
    ...(entry.node === 0
      ? { request: 'failed', amount: formatAmount(entry.amount) }
      : { node: String(entry.node), request: 'accepted' }),
    public_key: formatHex(entry.info),
  };
}

function describeTransaction(entry: LogEntry, owner: AccountAddress): LedgerObject {
  const { node, nodeMessageId, position, amount } = entry;
  const type = entry.type & 0xff;
  const isIncoming = (entry.type & incomingFlag) !== 0;
  const hasAccount = node > 0 && (type !== types.createAccount || node === owner.node);
  return {
    ...(node > 0 && { node: String(node) }),
    ...(hasAccount && describeAccount(entry)),
    ...(nodeMessageId === 0
      ? { block_id: formatBlockId(position) }
      : {
          node_msid: String(nodeMessageId),
          node_mpos: String(position),
          account_msid: String(entry.accountMessageId),
        }),
    amount: formatAmount(amount),
    ...(type === types.sendOne ? describeTransfer(entry, owner) : describeSender(entry, type)),
    inout: isIncoming ? 'in' : 'out',
    id: formatTransactionName({
      node: isIncoming ? node : owner.node,
      nodeMessageId,
      position,
    }),
  };
}

function describeTransfer({ node, user, amount, info }: LogEntry, owner: AccountAddress) {
  const fee = plainTransferFee(amount, { sender: owner, recipient: { node, user } });
  return {
    sender_fee: formatAmount(fee < minimumFee ? minimumFee : fee),
    message: formatHex(info),
  };
}

const minimumFee = 10_000n;

function describeSender(entry: LogEntry, type: number): LedgerObject {
  const info = viewOf(entry);
  const hasStatus = type >= types.firstStatus && type <= types.lastStatus;
  return {
    ...(hasStatus
      ? { status: String(info.u16(0)) }
      : { sender_balance: formatAmount(info.i64(0)) }),
    sender_amount: formatAmount(info.i64(8)),
    ...(type === types.sendMany ? describeShare(entry) : describeWholeFee(entry)),
    sender_status: String(info.u16(24)),
  };
}

function describeWholeFee(entry: LogEntry): LedgerObject {
  const info = viewOf(entry);
  return {
    sender_fee: formatAmount(info.i64(16)),
    sender_public_key_prefix_6: info.hex(26, 32),
  };
}

/** Of a transaction to many, an entry shows its own part of the fee and the whole. */
function describeShare(entry: LogEntry): LedgerObject {
  const info = viewOf(entry);
  const total = info.i64(16);
  const whole = info.i64(8);
  const amount = entry.amount < 0n ? -entry.amount : entry.amount;
  const share = whole === 0n ? 0n : (total * amount) / whole;
  return {
    sender_fee: formatAmount(share),
    sender_fee_total: formatAmount(total),
    sender_public_key_prefix_5: info.hex(26, 31),
  };
}
