import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { desktopUserAgent, launchBrowser } from '../../support/browser';
import { runCommandLine } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import { childrenOf, isRunning, type Program, runProgram } from '../../support/process';
import { undisturbedMsOf } from '../../support/undisturbed';

const folder = mkdtempSync(join(tmpdir(), 'adgate-market-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** So long the promise gives. @see docs/contract.md §10 */
const promisedMs = 90_000;
const patienceMs = 300_000;
const servers = ['a', 'b'] as const;

function start(): Program {
  return runProgram('src/start/main.js', {
    args: ['--market'],
    env: {
      ...{ PORT: '0', ADGATE_DATA_DIR: folder, ADGATE_LOG_LEVEL: 'info' },
      ...{ ADGATE_DEV_NODE_PORT: '0', ADGATE_RELAY_PORT: '0', ADGATE_WALLET_PORT: '0' },
    },
  });
}

/** Runs an operator's command as a person would: only the folder says which server. */
async function run(server: string, ...args: readonly string[]) {
  const { exitCode, printed, lines } = await runCommandLine([...args, '--json'], {
    env: { ADGATE_DATA_DIR: join(folder, 'market', server) },
  });
  expect([exitCode, lines]).toEqual([0, []]);
  return JSON.parse(printed);
}

const peersOf = async (server: string) => (await run(server, 'peer', 'list')).peers;
const urlsOf = (program: Program) =>
  [...program.output().matchAll(/^ {2}server +(http:\S+)$/gm)].map(([, url]) => url);

/** One folder: each test goes on where the one before it ended. */
describe('npm start -- --market', () => {
  let program: Program;

  it('finds and allows each server at the other, and coins cross both ways', async () => {
    const isConfirmed = '"kind":"transfer","payments":\\d+,"msg":"a transaction is confirmed"';
    const ms = await undisturbedMsOf(async () => {
      program = start();
      await program.printed(new RegExp(`${isConfirmed}[^]*${isConfirmed}`));
      for (const server of servers)
        await eventually(async () => {
          const [peer, ...others] = await peersOf(server);
          expect(others).toEqual([]);
          expect(peer).toMatchObject({ state: 'allowed', oursThere: true, theirsHere: true });
          for (const name of ['campaigns', 'viewsThere', 'viewsHere', 'paid', 'received'] as const)
            expect([name, Number(peer[name]) > 0]).toEqual([name, true]);
        }, patienceMs);
    });
    expect(ms).toBeLessThan(promisedMs);
  });

  it.each(servers)('lets commands on the folder of %s do what its gateway does', async (server) => {
    const [{ address }] = await peersOf(server);
    const asked = await run(server, 'peer', 'find', address);
    expect(asked).toMatchObject({ address, reach: 'answering', problem: null });
    expect(asked.ourBroadcastAt).not.toBeNull();
    const { findings } = await run(server, 'doctor');
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'ledger', message: expect.stringContaining('coins') }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'other servers', state: 'ok' }),
    );
  });

  it('shows on a page that coins cross, and on each publisher’s page ads of the other server', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ userAgent: desktopUserAgent });
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', ({ message }) => errors.push(message));
      const [url = ''] = urlsOf(program);
      await page.goto(`${url}/demo`);
      await page.locator('[data-placement="Half page"][data-state="shown"]').waitFor();
      await page.getByRole('link', { name: 'see the coins cross' }).click();
      await page.getByText('Coins cross both ways.').waitFor();
      expect(await page.locator('#servers article[data-outcome="good"]').count()).toBe(2);
      const transactions = page.locator('#payments [data-outcome="good"] code');
      expect(await transactions.first().innerText()).toMatch(/^[0-9A-F]{4}(:[0-9A-F]{4,8}){2}$/);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('ends as one at Ctrl-C, and goes on with its data at the next start', async () => {
    const before = urlsOf(program);
    expect(before).toHaveLength(2);
    program.kill('SIGINT');
    expect((await program.exited).code).toBe(0);
    expect(program.output()).not.toMatch(/"level":[56]0/);
    program = start();
    await program.printed(/^ {2}ledger wallet/m);
    expect(urlsOf(program)).toEqual(before);
    expect(program.output()).not.toMatch(/@adgate\.example/);
    for (const server of servers) expect((await peersOf(server))[0].state).toBe('allowed');
    await program.printed(/"kind":"transfer","payments":\d+,"msg":"a transaction is confirmed"/);
  });

  (process.platform === 'linux' ? it : it.skip)(
    'leaves no process behind when it is killed itself',
    async () => {
      const children = childrenOf(program.pid);
      // A database and a gateway for each server; a node, a relay, and a wallet for each server.
      expect(children).toHaveLength(8);
      expect(childrenOf(program.pid, 'wallet/main.js')).toHaveLength(2);
      program.kill('SIGKILL');
      await program.exited;
      await eventually(() => expect(children.filter(isRunning)).toEqual([]), 30_000);
    },
  );
});
