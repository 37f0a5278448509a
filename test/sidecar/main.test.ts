import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { transformFile } from '@swc/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseHex } from '../../sidecar/ledger/hex';
import recorded from '../vectors/send-again.json';
import { startNode } from './support';

const root = join(__dirname, '../..');
const accepted = recorded.sessions.find(({ name }) => name === 'send_again_ok')!;
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'send_again',
  params: { data: accepted.data, signature: accepted.signature },
});

let folder: string;

/** Compiles the sidecar to where its packages are found, apart from what a build makes. */
beforeAll(async () => {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'relay-test-'));
  const files = await readdir(join(root, 'sidecar'), { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const { code } = await transformFile(join(root, 'sidecar', file), {
      swcrc: false,
      module: { type: 'commonjs' },
      jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
    });
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, code);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function startMain(settings: Record<string, string>) {
  const child = spawn(execPath, [join(folder, 'main.js')], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code]: unknown[]) => code);
  return { child, exited };
}

async function runToEnd(settings: Record<string, string>) {
  const { child, exited } = startMain(settings);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, code: await exited };
}

/** Waits for the line that says where the relay listens. */
async function urlOf({ child }: ReturnType<typeof startMain>): Promise<string> {
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /^Adgate relay is ready at (http:\S+)\n$/.exec(line.toString())?.[1];
  if (url === undefined) throw new Error(`unexpected output: ${line.toString()}`);
  return url;
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
    const { stdout, stderr, code } = await runToEnd(settings);
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
    const { stdout, stderr, code } = await runToEnd(settings);
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
    const url = await urlOf(relay);
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
