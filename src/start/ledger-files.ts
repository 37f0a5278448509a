import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAccountAddress } from '../../sidecar/ledger/address';
import { formatHex } from '../../sidecar/ledger/hex';
import { signingKey } from '../../sidecar/ledger/signing';

/** Accounts of a new ledger, by their numbers: whom each is for, and what it starts with. */
const newAccounts = [
  { name: 'administrator', balance: '1000000' },
  { name: 'gateway', balance: '100000' },
  { name: 'advertiser', balance: '100000' },
  { name: 'publisher', balance: '100' },
] as const;

const node = 1;

/** The account of this server in a ledger of its own. */
export const gatewayAddress = formatAccountAddress({ node, user: 1 });
/** There the publisher of the demo is paid. */
export const publisherAddress = formatAccountAddress({ node, user: 3 });

/** Real ledgers take 512: a payment would take long to be seen. */
const newBlockSeconds = '8';
/** Seconds of a block in ledgers that were made before they were written down. */
const oldBlockSeconds = '512';

/** Where a ledger of one's own is. */
export interface LedgerFiles {
  /** Folder of the node's own data. */
  readonly nodeFolder: string;
  readonly accountsFile: string;
  /** Address and secret of the gateway's account, for its owner only. */
  readonly walletFile: string;
  /** From block to block; a ledger keeps to what it was made with. */
  readonly blockSeconds: string;
}

/**
 * Makes the accounts of a ledger of one's own, once: each key in a file of mode 0600 that
 * `ADGATE_WALLET_FILE` can name. The list of accounts is written last, so that a start that was cut off
 * is made up for by the next one.
 *
 * @param blockSeconds of a new ledger
 */
export function prepareLedgerFiles(
  dataFolder: string,
  blockSeconds: string = newBlockSeconds,
): LedgerFiles {
  const folder = join(dataFolder, 'ledger');
  const blocksFile = join(folder, 'block-seconds');
  const files = {
    nodeFolder: join(folder, 'node'),
    accountsFile: join(folder, 'accounts.json'),
    walletFile: join(folder, 'gateway.wallet'),
  };
  if (existsSync(files.accountsFile))
    return { ...files, blockSeconds: readBlockSeconds(blocksFile) };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeWhole(blocksFile, blockSeconds, 0o600);
  const accounts = newAccounts.map(({ name, balance }, user) => {
    const seed = randomBytes(32);
    const address = formatAccountAddress({ node, user });
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
