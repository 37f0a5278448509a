import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseHex } from '../../../sidecar/ledger/hex';
import recorded from '../../vectors/send-again.json';
import { compileSidecar, runToEnd, startProgram, urlOf, type CompiledSidecar } from '../processes';
import { startNode } from '../support';

const accepted = recorded.sessions.find(({ name }) => name === 'send_again_ok')!;
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'send_again',
  params: { data: accepted.data, signature: accepted.signature },
});

let sidecar: CompiledSidecar;

beforeAll(async () => {
  sidecar = await compileSidecar();
});

afterAll(() => sidecar.remove());

function startMain(settings: Record<string, string>, nodeArgs: readonly string[] = []) {
  return startProgram(join(sidecar.folder, 'relay/main.js'), { settings, nodeArgs });
}

const post = (url: string) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: call });

describe('the relay as a process', () => {
  it.each<[string, Record<string, string>, string]>([
    ['no nodes are allowed', {}, 'ADGATE_RELAY_NODES is empty: list the ledger nodes to send to'],
    [
      'a setting is unknown',
      { ADGATE_RELAY_NODES: 'node.example', ADGATE_RELAY_SECRET: 'hunter2' },
      'ADGATE_RELAY_SECRET is not a setting',
    ],
  ])('says in one line why it does not start: %s', async (_case, settings, message) => {
    const { stdout, stderr, code } = await runToEnd(startMain(settings));
    expect([stdout, code]).toEqual(['', 1]);
    expect(stderr).toMatch(/^adgate relay: [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter2');
  });

  it('says in one line that its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const settings = { ADGATE_RELAY_NODES: 'node.example', ADGATE_RELAY_PORT: String(port) };
    const { stdout, stderr, code } = await runToEnd(startMain(settings));
    taken.close();
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: `adgate relay: cannot listen on 127.0.0.1:${port}: EADDRINUSE\n`,
      code: 1,
    });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('finishes what is in flight on %s', async (signal) => {
    const held = Promise.withResolvers<Socket>();
    await using node = await startNode((_request, socket) => held.resolve(socket));
    const relay = startMain({
      ADGATE_RELAY_NODES: `127.0.0.1:${node.port}/private`,
      ADGATE_RELAY_PORT: '0',
    });
    const url = await urlOf(relay, 'relay');
    const answer = post(url);
    const socket = await held.promise;
    relay.child.kill(signal);
    await refused(url);
    socket.write(parseHex(accepted.response));
    expect(await (await answer).json()).toMatchObject({
      result: { tx: { id: '0001:00000005:0001' } },
    });
    expect(await relay.exited).toBe(0);
  });
});

describe('a relay that is told to stop', () => {
  it('waits for no client that has not sent its request whole', async () => {
    const relay = startMain({ ADGATE_RELAY_NODES: 'node.example', ADGATE_RELAY_PORT: '0' });
    const { port } = new URL(await urlOf(relay, 'relay'));
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const sent = [
      '',
      'P',
      head,
      `${head}Content-Length: 9\r\n\r\n{`,
      `${head}Content-Length: 2\r\n\r\n[]${head}`,
    ];
    const clients = await Promise.all(
      sent.map(async (bytes) => {
        const socket = connect(Number(port), '127.0.0.1');
        await once(socket, 'connect');
        socket.write(bytes);
        return socket;
      }),
    );
    // Answered, so that what came before it has come as well.
    await fetch(`http://127.0.0.1:${port}/health`);
    const cut = clients.map((socket) => once(socket.resume(), 'close'));
    const askedAt = performance.now();
    relay.child.kill('SIGTERM');
    expect(await relay.exited).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(5000);
    await Promise.all(cut);
  });

  it.each(['relay/main.js', 'wallet/main.js', 'dev-node/main.js'])(
    'ends though its parent ended before it was ready: %s',
    async (file) => {
      const accounts = [
        { address: '0001-00000000-9B6F', public_key: 'AB'.repeat(32), balance: '1' },
      ];
      const accountsFile = join(sidecar.folder, 'accounts.json');
      await writeFile(accountsFile, JSON.stringify(accounts));
      const child = spawn(process.execPath, [join(sidecar.folder, file)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          ADGATE_RELAY_NODES: 'node.example',
          // A name, which takes a turn to be resolved.
          ADGATE_RELAY_HOST: 'localhost',
          ADGATE_RELAY_PORT: '0',
          ADGATE_WALLET_NODES: 'node.example',
          ADGATE_WALLET_PORT: '0',
          ADGATE_WALLET_ADDRESS: '0001-00000002-BB2D',
          ...(file.startsWith('wallet') && { ADGATE_WALLET_SECRET: 'a passphrase of tests' }),
          ADGATE_DEV_NODE_PORT: '0',
          ADGATE_DEV_NODE_FOLDER: join(sidecar.folder, 'ledger'),
          ADGATE_DEV_NODE_ACCOUNTS: accountsFile,
        },
      });
      child.disconnect();
      const ended = once(child, 'exit');
      const [code] = (await Promise.race([ended, late(10_000)])) as unknown[];
      child.kill('SIGKILL');
      expect(code).toBe(0);
    },
  );
});

describe('what the relay loads', () => {
  /** Prints, at the end of the process, every file of its own that it has loaded. */
  const listModules = `data:text/javascript,${encodeURIComponent(`
    import { createRequire } from 'node:module';
    const { cache } = createRequire(process.argv[1]);
    process.on('exit', () => process.stderr.write(Object.keys(cache).join('\\n')));
  `)}`;

  it('has no code of the wallet and none that signs', async () => {
    await using node = await startNode((_request, socket) => {
      socket.write(parseHex(accepted.response));
    });
    const relay = startMain(
      { ADGATE_RELAY_NODES: `127.0.0.1:${node.port}/private`, ADGATE_RELAY_PORT: '0' },
      ['--import', listModules],
    );
    const url = await urlOf(relay, 'relay');
    expect(await (await post(url)).json()).toHaveProperty('result');
    const ended = runToEnd(relay);
    relay.child.kill('SIGTERM');
    const loaded = (await ended).stderr
      .split('\n')
      .filter((file) => file.startsWith(sidecar.folder))
      .map((file) => file.slice(sidecar.folder.length + 1));
    expect(loaded).toContain(join('node', 'methods', 'send-again.js'));
    expect(loaded.filter((file) => file.startsWith('wallet'))).toEqual([]);
    expect(loaded).not.toContain(join('ledger', 'signing.js'));
    expect(loaded.filter((file) => file.startsWith('dev-node'))).toEqual([]);
  });

  it('takes no setting that would hold a key', async () => {
    for (const name of ['ADGATE_RELAY_SECRET', 'ADGATE_RELAY_KEY', 'ADGATE_RELAY_ADDRESS']) {
      const { stderr, code } = await runToEnd(
        startMain({ ADGATE_RELAY_NODES: 'node.example', [name]: 'hunter2' }),
      );
      expect([code, stderr.includes('hunter2')]).toEqual([1, false]);
      expect(stderr).toContain(`${name} is not a setting`);
    }
  });
});

async function late(milliseconds: number): Promise<readonly string[]> {
  await pause(milliseconds, undefined, { ref: false });
  return ['still running'];
}

/** Resolves once the relay takes no more connections. */
async function refused(url: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${url}/health`);
    } catch {
      return;
    }
  }
}
