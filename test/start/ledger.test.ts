import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually';
import { childOf, isRunning, runProgram } from '../support/process';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-ledger-'));
  folders.push(folder);
  return folder;
}

async function startReady(folder: string, env: Readonly<Record<string, string>> = anyPorts) {
  const program = runProgram('src/start/main.js', {
    env: { PORT: '0', ADGATE_DATA_DIR: folder, ADGATE_DEMO: '0', ADGATE_LOG_LEVEL: 'warn', ...env },
  });
  const [, relay = ''] = await program.printed(/^ {2}ledger relay +(http:\S+)$/m);
  const [, wallet = ''] = await program.printed(/^ {2}ledger wallet +(http:\S+)$/m);
  const [, node = ''] = await program.printed(/^ {2}ledger node +(\S+)$/m);
  return { program, node, relay, wallet };
}

interface Called {
  readonly result: {
    readonly tx: Record<string, string>;
    readonly account: Record<string, string>;
  };
}

async function call(url: string, method: string, params: object = {}): Promise<Called> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const body = (await response.json()) as Called & { readonly error?: unknown };
  if (body.error !== undefined) throw new Error(JSON.stringify(body.error));
  return body;
}

/** Moves money from the gateway's account to the publisher's; resolves with what the gateway has left. */
async function pay({ relay, wallet }: { relay: string; wallet: string }): Promise<string> {
  const payment = { address: '0001-00000003-AB0C', amount: '10', '_dry-run': true };
  const { data, signature } = (await call(wallet, 'send_one', payment)).result.tx;
  const { result } = await call(relay, 'send_again', { data, signature });
  return result.account['balance']!;
}

/** Apart from whatever else listens on this machine. */
const anyPorts = {
  ADGATE_DEV_NODE_PORT: '0',
  ADGATE_RELAY_PORT: '0',
  ADGATE_WALLET_PORT: '0',
};

const itOnLinux = process.platform === 'linux' ? it : it.skip;

describe('the ledger of npm start', () => {
  it('listens elsewhere where its usual ports are taken', async () => {
    const usual = [6511, 6868, 6869];
    const holders = usual.map(() => createServer());
    // A test beside this one may hold a port for a while. A program that holds the port for a minute keeps it.
    await Promise.allSettled(
      holders.map((holder, nth) =>
        eventually(async () => {
          holder.listen(usual[nth], '127.0.0.1');
          await once(holder, 'listening');
        }),
      ),
    );
    try {
      const { program, node, relay, wallet } = await startReady(aFolder(), {});
      const ports = [node, relay, wallet].map((address) => Number(/:(\d+)\/?$/.exec(address)?.[1]));
      expect(ports.filter((port) => usual.includes(port))).toEqual([]);
      expect(await pay({ relay, wallet })).toMatch(/^99989\./);
      program.kill('SIGTERM');
      await program.exited;
    } finally {
      for (const holder of holders) holder.close();
    }
  });

  it('has one beside another', async () => {
    const both = await Promise.all([startReady(aFolder(), {}), startReady(aFolder(), {})]);
    expect(await Promise.all(both.map(pay))).toEqual(['99989.99500000000', '99989.99500000000']);
    for (const { program } of both) program.kill('SIGINT');
    for (const { program } of both) expect((await program.exited).code).toBe(0);
  });

  it('is left out where it is not wanted', async () => {
    const program = runProgram('src/start/main.js', {
      env: { PORT: '0', ADGATE_DATA_DIR: aFolder(), ADGATE_DEMO: '0', ADGATE_DEV_LEDGER: '0' },
    });
    await program.printed(/^ {2}data /m);
    expect(program.output()).not.toMatch(/ledger (relay|wallet)/);
    program.kill('SIGINT');
    expect((await program.exited).code).toBe(0);
  });
});

/** One folder: each test goes on where the one before it ended. */
describe('the ledger of a folder', () => {
  const folder = aFolder();
  const outputs: (() => string)[] = [];
  let running: Awaited<ReturnType<typeof startReady>>;
  const start = async () => {
    running = await startReady(folder, { ...anyPorts, ADGATE_LOG_LEVEL: 'debug' });
    const { program } = running;
    outputs.push(() => program.output());
  };
  beforeAll(start);

  it('prints where its node is, for a wallet of another account', async () => {
    const own = runProgram('sidecar/wallet/main.js', {
      env: {
        ADGATE_WALLET_NODES: `${running.node}/private`,
        ADGATE_WALLET_FILE: join(folder, 'ledger', 'advertiser.wallet'),
        ADGATE_WALLET_PORT: '0',
      },
    });
    const [, url = ''] = await own.printed(/^Adgate wallet is ready at (http:\S+)$/m);
    const { result } = await call(url, 'get_me');
    expect(result.account['address']).toBe('0001-00000002-BB2D');
    own.kill('SIGINT');
    await own.exited;
  });

  it('moves money through the relay and the wallet that are printed, and keeps it', async () => {
    expect(await pay(running)).toBe('99989.99500000000');
    running.program.kill('SIGINT');
    expect((await running.program.exited).code).toBe(0);
    await start();
    const { result } = await call(running.wallet, 'get_me');
    expect([result.account['address'], result.account['balance']]).toEqual([
      '0001-00000001-8B4E',
      '99989.99500000000',
    ]);
  });

  it('keeps its keys in files of their owner, and prints none', () => {
    const files = readdirSync(join(folder, 'ledger')).filter((name) => name.endsWith('.wallet'));
    expect(files.sort()).toEqual([
      'administrator.wallet',
      'advertiser.wallet',
      'gateway.wallet',
      'publisher.wallet',
    ]);
    for (const file of files.map((name) => join(folder, 'ledger', name))) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const [, secret = ''] = /^secret=([0-9A-F]{64})$/m.exec(readFileSync(file, 'utf8'))!;
      for (const output of outputs) expect(output().toUpperCase()).not.toContain(secret);
    }
  });

  itOnLinux.each([
    ['dev-node/main.js', 'the ledger node', '99979.99000000000'],
    ['relay/main.js', 'the relay', '99969.98500000000'],
    ['wallet/main.js', 'the wallet', '99959.98000000000'],
  ])('starts %s again where it was when it is killed', async (command, name, left) => {
    process.kill(childOf(running.program.pid, command)!, 'SIGKILL');
    await running.program.printed(new RegExp(`${name} is back`));
    expect(await pay(running)).toBe(left);
  });

  it('says in one line which of its ports is taken', async () => {
    const port = new URL(running.relay).port;
    const other = runProgram('src/start/main.js', {
      env: { PORT: '0', ADGATE_DATA_DIR: aFolder(), ADGATE_DEMO: '0', ADGATE_RELAY_PORT: port },
    });
    expect((await other.exited).code).toBe(1);
    expect(other.output()).toMatch(
      new RegExp(
        `^adgate: the relay cannot run: cannot listen on 127.0.0.1:${port}: EADDRINUSE`,
        'm',
      ),
    );
  });

  it('ends with code 0 at Ctrl-C', async () => {
    running.program.kill('SIGINT');
    expect((await running.program.exited).code).toBe(0);
  });

  itOnLinux('leaves no process behind when it is killed itself', async () => {
    const { program, relay } = await startReady(folder);
    const files = ['dev-node/main.js', 'relay/main.js', 'wallet/main.js'];
    const children = files.map((file) => childOf(program.pid, file)!);
    program.kill('SIGKILL');
    await program.exited;
    for (const pid of children) while (isRunning(pid)) await aTurn();
    await expect(fetch(relay)).rejects.toThrow('fetch failed');
  });
});

function aTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
