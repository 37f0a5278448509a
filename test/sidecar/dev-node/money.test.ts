import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { formatAccountAddress } from '../../../sidecar/ledger/address';
import { parseAmount } from '../../../sidecar/ledger/amount';
import { runProgram, type Program } from '../../support/process';
import { testAccountsText } from './support';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const alice = formatAccountAddress({ node: 1, user: 1 });
const bob = formatAccountAddress({ node: 1, user: 2 });
const amount = '1.5';
const fee = parseAmount(amount) / 2000n;

type Name = 'node' | 'relay' | 'wallet';

/** A program's start, on a port that it keeps. */
interface Part {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  program: Program;
  address: string;
}

const readyLine = /^Adgate [a-z ]+ is ready at (?:http:\/\/)?(\S+)$/m;

async function start(file: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const program = runProgram(file, { args, env });
  const [, address = ''] = await program.printed(readyLine);
  return { program, address };
}

interface Outcome {
  readonly result?: {
    readonly tx: Record<string, string>;
    readonly account: Record<string, string>;
  };
  readonly error?: { readonly code: number; readonly data?: { readonly code: number } };
}

/** Calls a method; null when the process is not there, or goes away meanwhile. */
async function call(part: Part, method: string, params: object): Promise<Outcome | null> {
  try {
    const response = await fetch(`http://${part.address}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await response.json()) as Outcome;
  } catch {
    return null;
  }
}

/** A node, a relay and a wallet as their users start them. */
async function startAll() {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-money-'));
  folders.push(folder);
  const accounts = join(folder, 'accounts.json');
  writeFileSync(accounts, testAccountsText);
  const parts = new Map<Name, Part>();

  /** @param prefix of its settings */
  async function add(
    name: Name,
    prefix: string,
    { file, args = [], env = {} }: Pick<Part, 'file'> & Partial<Pick<Part, 'args' | 'env'>>,
  ) {
    const started = await start(file, args, { ...env, [`${prefix}PORT`]: '0' });
    const port = started.address.split(':')[1]!;
    parts.set(name, { file, args, env: { ...env, [`${prefix}PORT`]: port }, ...started });
  }

  await add('node', 'ADGATE_DEV_NODE_', {
    file: 'sidecar/dev-node/main.js',
    args: ['--folder', join(folder, 'ledger'), '--accounts', accounts],
  });
  const nodes = `${parts.get('node')!.address}/private`;
  await Promise.all([
    add('relay', 'ADGATE_RELAY_', {
      file: 'sidecar/relay/main.js',
      env: {
        ADGATE_RELAY_NODES: nodes,
        ADGATE_RELAY_RATE_LIMIT: '0',
        ADGATE_RELAY_LOG_LEVEL: 'silent',
      },
    }),
    add('wallet', 'ADGATE_WALLET_', {
      file: 'sidecar/wallet/main.js',
      env: {
        ADGATE_WALLET_NODES: nodes,
        ADGATE_WALLET_ADDRESS: alice,
        ADGATE_WALLET_SECRET: 'alice',
        ADGATE_WALLET_LOG_LEVEL: 'silent',
      },
    }),
  ]);
  const part = (name: Name) => parts.get(name)!;
  return {
    part,
    async kill(name: Name) {
      part(name).program.kill('SIGKILL');
      await part(name).program.exited;
    },
    async restart(name: Name) {
      const { file, args, env } = part(name);
      Object.assign(part(name), await start(file, args, env));
    },
    /** Units on an account, by the node's own copy. */
    async balanceOf(address: string): Promise<bigint> {
      const { result } = (await call(part('wallet'), 'get_account', { address }))!;
      return parseAmount(result!.account['balance']!);
    },
    /** Signs a payment to bob without sending it. */
    async prepare(): Promise<{ data: string; signature: string }> {
      const params = { address: bob, amount, '_dry-run': true };
      const { result } = (await call(part('wallet'), 'send_one', params))!;
      return { data: result!.tx['data']!, signature: result!.tx['signature']! };
    },
  };
}

type World = Awaited<ReturnType<typeof startAll>>;

/** Says that the answer is the last word: accepted, or refused because the account's hash has moved on. */
function isCertain(outcome: Outcome | null): boolean {
  if (outcome?.result) return true;
  return outcome?.error?.code === -32000 && outcome.error.data?.code === 15;
}

/** Sends 100 copies at once; `meanwhile` runs as soon as the first has been sent. */
async function sendHundred(world: World, prepared: object, meanwhile: () => Promise<void>) {
  const copies = Array.from({ length: 100 }, () =>
    call(world.part('relay'), 'send_again', prepared),
  );
  await Promise.all([meanwhile(), ...copies]);
  return Promise.all(copies);
}

/** Sends until the relay says for certain what became of it; a person would do no other. */
async function sendUntilCertain(world: World, prepared: object): Promise<Outcome> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const outcome = await call(world.part('relay'), 'send_again', prepared);
    if (isCertain(outcome)) return outcome!;
  }
  throw new Error('the relay never became certain');
}

/** Moments of a payment at which a process can die. */
const moments: readonly (readonly [
  string,
  (world: World, prepared: object, die: () => Promise<void>) => Promise<void>,
])[] = [
  [
    'before it is sent',
    async (world, prepared, die) => {
      await die();
      await sendHundred(world, prepared, () => Promise.resolve());
    },
  ],
  [
    'while 100 copies of it arrive',
    async (world, prepared, die) => {
      await sendHundred(world, prepared, die);
    },
  ],
  [
    'when its first answer is there',
    async (world, prepared, die) => {
      const first = call(world.part('relay'), 'send_again', prepared);
      await sendHundred(world, prepared, async () => {
        await first;
        await die();
      });
    },
  ],
  [
    'after all answers',
    async (world, prepared, die) => {
      await sendHundred(world, prepared, () => Promise.resolve());
      await die();
    },
  ],
];

describe('a payment prepared by the wallet and sent through the relay', () => {
  it('moves money once though 100 copies arrive together', async () => {
    const world = await startAll();
    const before = [await world.balanceOf(alice), await world.balanceOf(bob)];
    const prepared = await world.prepare();
    expect(await world.balanceOf(alice)).toBe(before[0]);
    const outcomes = await sendHundred(world, prepared, () => Promise.resolve());
    expect(outcomes.filter(isCertain)).toHaveLength(100);
    const ids = new Set(outcomes.flatMap((outcome) => outcome?.result?.tx['id'] ?? []));
    expect(ids.size).toBe(1);
    expect([await world.balanceOf(alice), await world.balanceOf(bob)]).toEqual([
      before[0]! - parseAmount(amount) - fee,
      before[1]! + parseAmount(amount),
    ]);
  });

  it.each(['node', 'relay', 'wallet'] as const)(
    'moves money once though the %s is killed at any step',
    async (victim) => {
      const world = await startAll();
      for (const [moment, happen] of moments) {
        const before = [await world.balanceOf(alice), await world.balanceOf(bob)];
        const prepared = await world.prepare();
        await happen(world, prepared, () => world.kill(victim));
        await world.restart(victim);
        await sendUntilCertain(world, prepared);
        expect([moment, await world.balanceOf(alice), await world.balanceOf(bob)]).toEqual([
          moment,
          before[0]! - parseAmount(amount) - fee,
          before[1]! + parseAmount(amount),
        ]);
      }
    },
  );
});
