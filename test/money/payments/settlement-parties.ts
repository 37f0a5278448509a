import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAmount } from '../../../sidecar/ledger/amount';
import { sha256 } from '../../../sidecar/ledger/account-hash';
import { signingKey } from '../../../sidecar/ledger/signing';
import type { MisbehaviourName } from '../../../sidecar/dev-node/misbehaviour/index';
import { formatHex } from '../../../sidecar/ledger/hex';
import { addressOf, throughPort } from '../../support/database-address';
import { usualPatience } from '../../support/patience';
import { type Program, runProgram } from '../../support/process';
import { addressOfUser } from './ledger-world';
import { databaseSplit, httpSplit, nodeSplit } from './wire-messages';
import { type Deed, type Message, startWire, type Wire } from './process-wire';

/** The parties of a settlement, each a process of its own. */
export const parties = ['gateway', 'wallet', 'relay', 'node'] as const;
export type Party = (typeof parties)[number];

/** Coins that payees have before anybody pays them. */
export const firstCoins = 10n;
const people = 6;
/** Account 1 pays. */
const payer = 1;
const secretOf = (user: number) => sha256(Buffer.from(`user ${user}`));

const accountsText = JSON.stringify(
  Array.from({ length: people }, (_, user) => ({
    address: addressOfUser(user),
    public_key: formatHex(signingKey(secretOf(user)).publicKey),
    balance: user === payer ? '1000000' : String(firstCoins),
  })),
);

interface GotAccount {
  readonly result?: { readonly account: { readonly balance: string } };
  readonly error?: unknown;
}

/** The programs as their users start them, with a wire between any two. */
export async function startParties(
  folder: string,
  mongodbUri: string,
  meet: (message: Message, passOn: () => void) => Promise<Deed>,
) {
  mkdirSync(folder, { recursive: true });
  const accounts = join(folder, 'accounts.json');
  writeFileSync(accounts, accountsText);
  const wires = {
    walletNode: await startWire(nodeSplit('wallet'), meet),
    relayNode: await startWire(nodeSplit('relay'), meet),
    wallet: await startWire(httpSplit('gateway', 'wallet'), meet),
    relay: await startWire(httpSplit('gateway', 'relay'), meet),
    database: await startWire(databaseSplit, meet),
  };
  wires.database.target = addressOf(mongodbUri);
  const url = ({ port }: Wire) => `http://127.0.0.1:${port}/`;
  const sidecarReady = /is ready at (?:http:\/\/)?[\d.]+:(\d+)/;

  /** How each is started, the line that it is ready by, and the wires that lead to it then. */
  const recipes: Readonly<
    Record<
      Party,
      {
        readonly file: string;
        readonly env: Readonly<Record<string, string>>;
        readonly ready: RegExp;
        readonly wires: readonly Wire[];
      }
    >
  > = {
    node: {
      file: 'sidecar/dev-node/main.js',
      env: {
        ADGATE_DEV_NODE_PORT: '0',
        ADGATE_DEV_NODE_FOLDER: join(folder, 'node'),
        ADGATE_DEV_NODE_ACCOUNTS: accounts,
        ADGATE_DEV_NODE_BLOCK_SECONDS: '1',
        ADGATE_DEV_NODE_MISBEHAVE: 'commands',
      },
      ready: sidecarReady,
      wires: [wires.walletNode, wires.relayNode],
    },
    wallet: {
      file: 'sidecar/wallet/main.js',
      env: {
        ADGATE_WALLET_PORT: '0',
        ADGATE_WALLET_ADDRESS: addressOfUser(payer),
        ADGATE_WALLET_SECRET: formatHex(secretOf(payer)),
        ADGATE_WALLET_NODES: `127.0.0.1:${wires.walletNode.port}/private`,
      },
      ready: sidecarReady,
      wires: [wires.wallet],
    },
    relay: {
      file: 'sidecar/relay/main.js',
      env: {
        ADGATE_RELAY_PORT: '0',
        ADGATE_RELAY_NODES: `127.0.0.1:${wires.relayNode.port}/private`,
        ADGATE_RELAY_RATE_LIMIT: '0',
      },
      ready: sidecarReady,
      wires: [wires.relay],
    },
    gateway: {
      file: 'src/assembly/worker.js',
      env: {
        PORT: '0',
        MONGODB_URI: throughPort(mongodbUri, wires.database.port),
        ADGATE_DATA_DIR: join(folder, 'gateway'),
        ADGATE_LEDGER_ADDRESS: addressOfUser(payer),
        ADGATE_WALLET_URL: url(wires.wallet),
        ADGATE_RELAY_URL: url(wires.relay),
        ADGATE_MIN_PAYOUT: '0',
        ADGATE_PAY_PART_HOURS: '1',
        ADGATE_LOG_LEVEL: 'info',
        ...usualPatience,
      },
      ready: /"url":"http:\/\/[^":]+:(\d+)[^"]*","msg":"ready"/,
      wires: [],
    },
  };
  /** Those that are ready. */
  const running = new Map<Party, Program>();
  const started = new Map<Party, Program>();
  const ports = new Map<Party, number>();

  async function start(party: Party): Promise<void> {
    const { file, env, ready, wires: own } = recipes[party];
    const program = runProgram(file, { env });
    started.set(party, program);
    const [, port] = await program.printed(ready);
    for (const wire of own) wire.target = { host: '127.0.0.1', port: Number(port) };
    ports.set(party, Number(port));
    running.set(party, program);
  }

  for (const party of ['node', 'wallet', 'relay', 'gateway'] as const) await start(party);
  return {
    start,
    /** `kill -9`; resolves when it is gone. @returns whether it was there, and ready */
    async kill(party: Party): Promise<boolean> {
      const program = running.get(party);
      if (!program) return false;
      running.delete(party);
      program.kill('SIGKILL');
      await program.exited;
      return true;
    },
    /** Has the node misbehave at once, where it runs and there is something to do it to. */
    letNodeMisbehave(name: MisbehaviourName): void {
      running.get('node')?.say(name);
    },
    /** Reads a party's output since its last start. */
    output: (party: Party) => started.get(party)!.output(),
    /** Reads the balance of an account of the ledger, 10^-11 coins: by the wallet, past its wire. */
    async balanceOf(address: string): Promise<bigint> {
      const response = await fetch(`http://127.0.0.1:${ports.get('wallet')}/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'get_account', params: { address } }),
      });
      const { result, error } = (await response.json()) as GotAccount;
      if (result === undefined) throw new Error(JSON.stringify(error));
      return parseAmount(result.account.balance);
    },
    async close(): Promise<void> {
      for (const program of started.values()) {
        program.kill('SIGKILL');
        await program.exited;
      }
      for (const wire of Object.values(wires)) await wire.close();
    },
  };
}

export type Parties = Awaited<ReturnType<typeof startParties>>;
