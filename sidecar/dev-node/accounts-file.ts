import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseAccountAddress, type AccountAddress } from '../ledger/address';
import { maxAmount, parseAmount } from '../ledger/amount';
import { parseHex } from '../ledger/hex';
import { DevNodeError } from './errors';

/** An account that a new ledger starts with. */
export interface FundedAccount {
  readonly address: AccountAddress;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Units of 10^-11. */
  readonly balance: bigint;
}

/** Accounts of a new ledger. */
export interface AccountsFile {
  /** The node that this process is: the one of the first account. */
  readonly node: number;
  readonly accounts: readonly FundedAccount[];
  /** Hex SHA-256 of what the file says, however it is laid out. */
  readonly digest: string;
}

const maxAccounts = 10_000;
const members = ['address', 'public_key', 'balance'] as const;

/**
 * Reads `[{ "address": …, "public_key": 64 hex digits, "balance": decimal text }]`. The first account's
 * node is this one; its accounts are numbered from 0 without a gap. Accounts of other nodes exist in
 * the network only: they can be sent to.
 *
 * @throws {DevNodeError} naming the file and the first bad entry.
 */
export function readAccountsFile(path: string): AccountsFile {
  let entries: readonly FundedAccount[];
  try {
    entries = readEntries(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new DevNodeError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return accountsOf(entries, path);
}

function readEntries(content: unknown): readonly FundedAccount[] {
  if (!Array.isArray(content) || content.length === 0 || content.length > maxAccounts) {
    throw new DevNodeError(`must be a list of 1 to ${maxAccounts} accounts`);
  }
  return content.map((entry: unknown, index) => {
    try {
      return readEntry(entry);
    } catch (error) {
      throw new DevNodeError(
        `account ${index + 1}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  });
}

function readEntry(entry: unknown): FundedAccount {
  const given = new Map(Object.entries(entry ?? {}));
  const textOf = (name: (typeof members)[number]) => {
    const value: unknown = given.get(name);
    if (typeof value !== 'string') throw new DevNodeError(`${name} must be text`);
    return value;
  };
  const address = textOf('address');
  const publicKey = textOf('public_key');
  const balance = textOf('balance');
  const unknown = [...given.keys()].find((name) => !members.some((member) => member === name));
  if (unknown !== undefined) throw new DevNodeError(`${unknown} is not a member of an account`);
  const key = parseHex(publicKey);
  if (key.length !== 32) throw new DevNodeError('public_key must have 64 hex digits');
  return {
    address: parseAccountAddress(address),
    publicKey: key,
    balance: parseAmount(balance),
  };
}

function accountsOf(accounts: readonly FundedAccount[], path: string): AccountsFile {
  const [first] = accounts;
  if (!first) throw new DevNodeError(`${path}: there is no account`);
  const { node } = first.address;
  const own = accounts.filter(({ address }) => address.node === node);
  const gap = own.findIndex(({ address }, index) => address.user !== index);
  if (node === 0) throw new DevNodeError(`${path}: node 0 cannot have accounts`);
  if (gap >= 0) {
    throw new DevNodeError(
      `${path}: the accounts of node ${node} must be numbered 0, 1, 2 … in this order; number ${gap} is missing`,
    );
  }
  const places = new Set(accounts.map(({ address }) => `${address.node}-${address.user}`));
  if (places.size < accounts.length) throw new DevNodeError(`${path}: an account is there twice`);
  const total = accounts.reduce((sum, { balance }) => sum + balance, 0n);
  if (total > maxAmount) throw new DevNodeError(`${path}: the balances together are past 64 bits`);
  return { node, accounts, digest: digestOf(accounts) };
}

function digestOf(accounts: readonly FundedAccount[]): string {
  const hash = createHash('sha256');
  for (const { address, publicKey, balance } of accounts) {
    hash.update(`${address.node}-${address.user} ${Buffer.from(publicKey).toString('hex')} `);
    hash.update(`${balance.toString()}\n`);
  }
  return hash.digest('hex');
}
