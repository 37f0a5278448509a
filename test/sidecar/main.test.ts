import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseHex } from '../../sidecar/ledger/hex';
import recorded from '../vectors/send-again.json';
import { compileSidecar, runToEnd, startProgram, urlOf, type CompiledSidecar } from './processes';
import { startNode } from './support';

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
  return startProgram(join(sidecar.folder, 'main.js'), { settings, nodeArgs });
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
      stderr: `adgate relay: can not listen on 127.0.0.1:${port}: EADDRINUSE\n`,
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
    expect(loaded).toContain(join('methods', 'send-again.js'));
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
