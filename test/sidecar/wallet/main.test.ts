import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileSidecar, runToEnd, startProgram, urlOf, type CompiledSidecar } from '../processes';
import { startAccountNode } from './account-node';
import { testAccount } from './support';

const { address, secret } = testAccount;
const settings = {
  ADGATE_WALLET_ADDRESS: address,
  ADGATE_WALLET_SECRET: secret,
  ADGATE_WALLET_NODES: 'node.example',
  ADGATE_WALLET_PORT: '0',
};

let sidecar: CompiledSidecar;

beforeAll(async () => {
  sidecar = await compileSidecar();
});

afterAll(() => sidecar.remove());

function startMain(env: Record<string, string>, args: readonly string[] = []) {
  return startProgram(join(sidecar.folder, 'wallet/main.js'), { settings: env, args });
}

const call = (url: string, method: string, params: object, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

describe('the wallet as a process', () => {
  it.each<[string, Record<string, string>, readonly string[], string]>([
    ['it is given an argument', settings, ['--secret', secret], 'takes no arguments'],
    [
      'it would listen where others can reach it',
      { ...settings, ADGATE_WALLET_HOST: '0.0.0.0' },
      [],
      'must be a loopback address',
    ],
    ['it has no account', {}, [], 'ADGATE_WALLET_ADDRESS is empty'],
  ])('says in one line why it does not start: %s', async (_case, env, args, message) => {
    const { stdout, stderr, code } = await runToEnd(startMain(env, args));
    expect([stdout, code]).toEqual(['', 1]);
    expect(stderr).toMatch(/^adgate wallet: [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(secret);
  });

  it('pays from a key in a file, and ends on SIGTERM', async () => {
    await using node = await startAccountNode();
    const file = join(sidecar.folder, 'key-file');
    await writeFile(
      file,
      `address=${address}\nsecret=${secret}\nhost=127.0.0.1\nport=${node.port}\n`,
    );
    await chmod(file, 0o600);
    const wallet = startMain({ ADGATE_WALLET_FILE: file, ADGATE_WALLET_PORT: '0' });
    const url = await urlOf(wallet, 'wallet');
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const answer = await call(url, 'send_one', { address: '0001-00000003-AB0C', amount: '1' });
    expect(await answer.json()).toMatchObject({ result: { tx: { id: '0001:00000005:0001' } } });
    const ended = runToEnd(wallet);
    wallet.child.kill('SIGTERM');
    const { stdout, stderr, code } = await ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(secret);
  });

  it('killed at any step, pays once when the caller repeats the prepared bytes', async () => {
    await using node = await startAccountNode();
    const env = { ...settings, ADGATE_WALLET_NODES: `127.0.0.1:${node.port}/private` };
    const payment = { address: '0001-00000003-AB0C', amount: '1' };
    for (let payments = 1; payments <= 3; payments += 1) {
      const first = startMain(env);
      const answer = await call(await urlOf(first, 'wallet'), 'send_one', {
        ...payment,
        '_dry-run': true,
      });
      const { result } = (await answer.json()) as { result: { tx: Record<string, string> } };
      const bytes = { data: result.tx.data, signature: result.tx.signature };
      first.child.kill('SIGKILL');
      await first.exited;
      node.verdicts.push(payments === 2 ? 'hang up' : 'accept');
      const second = startMain(env);
      const url = await urlOf(second, 'wallet');
      // Killed while the transaction may be on its way: nobody knows how far it got.
      const lost = call(url, 'send_again', bytes).catch(() => null);
      await node.nextRequest();
      second.child.kill('SIGKILL');
      await lost;
      await second.exited;
      const third = startMain(env);
      await call(await urlOf(third, 'wallet'), 'send_again', bytes);
      third.child.kill('SIGKILL');
      await third.exited;
      expect(node.applied).toHaveLength(payments);
    }
  });
});

describe('a web page', () => {
  it.each<[string, Record<string, string>]>([
    ['an Origin', { Origin: 'https://evil.example' }],
    ['an Origin of this machine', { Origin: 'http://127.0.0.1:8080' }],
    ['a null Origin', { Origin: 'null' }],
  ])('with %s is refused, and is given no CORS headers', async (_case, headers) => {
    const wallet = startMain(settings);
    const url = await urlOf(wallet, 'wallet');
    for (const method of ['POST', 'OPTIONS', 'GET']) {
      const response = await fetch(url, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    wallet.child.kill('SIGTERM');
    expect(await wallet.exited).toBe(0);
  });
});
