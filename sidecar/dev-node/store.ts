import type { DatabaseSync } from 'node:sqlite';
import { accountRecord, type AccountRecord } from '../ledger/account';
import type { AccountAddress } from '../ledger/address';
import { decode, encode } from '../ledger/codec';
import { logEntry, type LogEntry } from '../ledger/log-entry';
import { bytesOf, type Row } from './row';

/** Where the ledger stands. Times are Unix seconds. */
export interface Head {
  readonly node: number;
  /** Tells the accounts file that the ledger was made of. */
  readonly genesis: string;
  /** Hex: message hash of node 0, which account hashes begin with. */
  readonly networkSeed: string;
  /** Hex: seed of this node's own key. */
  readonly nodeSeed: string;
  readonly blockSeconds: number;
  readonly firstBlock: number;
  /** The block that is open. */
  readonly block: number;
  /** Number of the message that transactions are put into. */
  readonly messageId: number;
  /** Transactions in it, and their bytes. */
  readonly queued: number;
  readonly queuedBytes: number;
  readonly packedAt: number;
}

/** The accounts, their logs and the head. Writes belong into one transaction of the database. */
export interface Store {
  readonly db: DatabaseSync;
  findHead(): Head | null;
  saveHead(head: Head): void;
  /** This node's own copy. */
  findAccount(user: number): AccountRecord | null;
  /** Marks the account as changed since the last message. */
  saveAccount(user: number, record: AccountRecord): void;
  /** Number for the next account. */
  nextUser(): number;
  findNetworkAccount(address: AccountAddress): AccountRecord | null;
  saveNetworkAccount(address: AccountAddress, record: AccountRecord): void;
  /** As it was when the last block closed; a newer account as it was made. */
  findBlockAccount(address: AccountAddress): AccountRecord | null;
  saveBlockAccount(address: AccountAddress, record: AccountRecord): void;
  /** Takes the network's copies over as those of the closed block. */
  closeBlockAccounts(): void;
  /** Of the last closed block, in the order of their numbers. */
  listBlockAccounts(node: number): readonly AccountRecord[];
  countNetworkAccounts(node: number): number;
  /** Numbers of accounts changed since the last call. */
  takeTouched(): readonly number[];
  appendLog(user: number, entry: LogEntry): void;
  /** The oldest first. @param from Unix seconds of the first wanted */
  listLog(
    user: number,
    params: { readonly from: number; readonly limit: number },
  ): readonly LogEntry[];
}

export function createStore(db: DatabaseSync): Store {
  const sql = {
    head: db.prepare('SELECT state FROM head'),
    saveHead: db.prepare(
      'INSERT INTO head VALUES (1, ?) ON CONFLICT DO UPDATE SET state = excluded.state',
    ),
    account: db.prepare('SELECT record FROM accounts WHERE user = ?'),
    saveAccount: db.prepare(
      'INSERT INTO accounts VALUES (?, ?) ON CONFLICT DO UPDATE SET record = excluded.record',
    ),
    lastUser: db.prepare('SELECT max(user) AS user FROM accounts'),
    touch: db.prepare('INSERT OR IGNORE INTO touched VALUES (?)'),
    touched: db.prepare('SELECT user FROM touched ORDER BY user'),
    untouch: db.prepare('DELETE FROM touched'),
    networkAccount: db.prepare('SELECT record FROM network_accounts WHERE node = ? AND user = ?'),
    saveNetworkAccount: db.prepare(
      'INSERT INTO network_accounts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET record = excluded.record',
    ),
    blockAccount: db.prepare('SELECT record FROM block_accounts WHERE node = ? AND user = ?'),
    saveBlockAccount: db.prepare('INSERT OR REPLACE INTO block_accounts VALUES (?, ?, ?)'),
    closeBlockAccounts: db.prepare(
      'INSERT OR REPLACE INTO block_accounts SELECT node, user, record FROM network_accounts',
    ),
    blockAccounts: db.prepare('SELECT record FROM block_accounts WHERE node = ? ORDER BY user'),
    networkCount: db.prepare('SELECT count(*) AS n FROM network_accounts WHERE node = ?'),
    appendLog: db.prepare('INSERT INTO log (user, time, entry) VALUES (?, ?, ?)'),
    log: db.prepare('SELECT entry FROM log WHERE user = ? AND time >= ? ORDER BY id LIMIT ?'),
  };
  const toRecord = (row: Row): AccountRecord => decode(accountRecord, bytesOf(row, 'record'));
  const recordOf = (row: Row | undefined) => (row ? toRecord(row) : null);

  return {
    db,
    findHead() {
      const row = sql.head.get();
      // `saveHead` alone writes this column.
      return row ? (JSON.parse(String(row['state'])) as Head) : null;
    },
    saveHead: (head) => void sql.saveHead.run(JSON.stringify(head)),
    findAccount: (user) => recordOf(sql.account.get(user)),
    saveAccount(user, record) {
      sql.saveAccount.run(user, encode(accountRecord, record));
      sql.touch.run(user);
    },
    nextUser() {
      const last = sql.lastUser.get()?.['user'];
      return typeof last === 'number' ? last + 1 : 0;
    },
    findNetworkAccount: ({ node, user }) => recordOf(sql.networkAccount.get(node, user)),
    saveNetworkAccount({ node, user }, record) {
      sql.saveNetworkAccount.run(node, user, encode(accountRecord, record));
    },
    findBlockAccount: ({ node, user }) => recordOf(sql.blockAccount.get(node, user)),
    saveBlockAccount({ node, user }, record) {
      sql.saveBlockAccount.run(node, user, encode(accountRecord, record));
    },
    closeBlockAccounts: () => void sql.closeBlockAccounts.run(),
    listBlockAccounts: (node) => sql.blockAccounts.all(node).map(toRecord),
    countNetworkAccounts: (node) => Number(sql.networkCount.get(node)?.['n']),
    takeTouched() {
      const users = sql.touched.all().map((row) => Number(row['user']));
      sql.untouch.run();
      return users;
    },
    appendLog: (user, entry) => void sql.appendLog.run(user, entry.time, encode(logEntry, entry)),
    listLog: (user, { from, limit }) =>
      sql.log.all(user, from, limit).map((row) => decode(logEntry, bytesOf(row, 'entry'))),
  };
}
