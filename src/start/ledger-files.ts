import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAccountAddress } from '../../sidecar/ledger/address';
import { formatHex } from '../../sidecar/ledger/hex';
import { signingKey } from '../../sidecar/ledger/signing';
import { prepareDataFolder } from './data-folder';

interface NewAccount {
  readonly name: string;
  readonly balance: string;
}

const node = 1;
const addressOf = (user: number) => formatAccountAddress({ node, user });

/** Accounts of a new ledger, by their numbers: whom each is for, and what it starts with. */
const newAccounts: readonly NewAccount[] = [
  { name: 'administrator', balance: '1000000' },
  { name: 'gateway', balance: '100000' },
  { name: 'advertiser', balance: '100000' },
  { name: 'publisher', balance: '100' },
];
/** Behind those, where there are two servers. */
const newAccountsOfSecond: readonly NewAccount[] = [
  { name: 'second-gateway', balance: '100000' },
  { name: 'second-publisher', balance: '100' },
];

/** A server that has its account in a ledger of one's own. */
export interface LedgerServer {
  /** The account's name, and that of its wallet file. */
  readonly name: string;
  readonly address: string;
  /** There the publisher of its demo is paid. */
  readonly publisherAddress: string;
}

export const firstServer: LedgerServer = {
  name: 'gateway',
  address: addressOf(1),
  publisherAddress: addressOf(3),
};
/** The other one of `npm start -- --market`. */
export const secondServer: LedgerServer = {
  name: 'second-gateway',
  address: addressOf(4),
  publisherAddress: addressOf(5),
};

/** Where the publisher of a server's demo is paid; null: the server is none of these. */
export function publisherAddressAt(ledgerAddress: string): string | null {
  const server = [firstServer, secondServer].find(({ address }) => address === ledgerAddress);
  return server?.publisherAddress ?? null;
}

/** Real ledgers take 512: a payment would take long to be seen. */
const newBlockSeconds = '8';
/** Seconds of a block in ledgers that were made before they were written down. */
const oldBlockSeconds = '512';

/** Where a ledger of one's own is. */
export interface LedgerFiles {
  /** Folder of the node's own data. */
  readonly nodeFolder: string;
  readonly accountsFile: string;
  /** Address and secret of a server's account, for its owner only. */
  readonly walletFileOf: (server: LedgerServer) => string;
  /** From block to block; a ledger keeps to what it was made with. */
  readonly blockSeconds: string;
}

export interface NewLedger {
  readonly blockSeconds?: string | undefined;
  readonly servers?: readonly LedgerServer[];
}

/**
 * Makes the accounts of a ledger of one's own, once: each key in a file of mode 0600 that
 * `ADGATE_WALLET_FILE` can name. The list of accounts is written last, so that a start that was cut off
 * is made up for by the next one.
 *
 * @param options.blockSeconds of a new ledger
 * @param options.servers that pay by it; default: one
 */
export function prepareLedgerFiles(
  dataFolder: string,
  { blockSeconds = newBlockSeconds, servers = [firstServer] }: NewLedger = {},
): LedgerFiles {
  const folder = join(dataFolder, 'ledger');
  const blocksFile = join(folder, 'block-seconds');
  const files = {
    nodeFolder: join(folder, 'node'),
    accountsFile: join(folder, 'accounts.json'),
    walletFileOf: ({ name }: LedgerServer) => join(folder, `${name}.wallet`),
  };
  if (existsSync(files.accountsFile))
    return { ...files, blockSeconds: readBlockSeconds(blocksFile) };
  prepareDataFolder(folder);
  writeWhole(blocksFile, blockSeconds, 0o600);
  const named = servers.includes(secondServer)
    ? [...newAccounts, ...newAccountsOfSecond]
    : newAccounts;
  const accounts = named.map(({ name, balance }, user) => {
    const seed = randomBytes(32);
    const address = addressOf(user);
    const content = `address=${address}\nsecret=${formatHex(seed)}\n`;
    writeWhole(join(folder, `${name}.wallet`), content, 0o600);
    return { address, public_key: formatHex(signingKey(seed).publicKey), balance };
  });
  writeWhole(files.accountsFile, `${JSON.stringify(accounts, null, 2)}\n`, 0o600);
  return { ...files, blockSeconds };
}

function readBlockSeconds(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : oldBlockSeconds;
}

/** All of it or nothing: under another name first. */
function writeWhole(path: string, content: string, mode: number): void {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, content, { mode, flag: 'wx', flush: true });
  renameSync(unfinished, path);
}
